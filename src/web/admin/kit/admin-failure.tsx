import { isRouteErrorResponse, useLocation } from 'react-router'
import type { ErrorReply } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Replaces an admin page that failed; menu and header stay. */
export function AdminFailure({ error }: { error: unknown }) {
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : null
  const told = isRouteErrorResponse(error) ? (error.data as Partial<ErrorReply> | null) : null // what `readApi` throws
  if (status === 403)
    return (
      <Whole
        title={m.admin_failed_role()}
        text={(told?.code === 'own-account' && told.message) || m.admin_failed_role_text()}
      />
    )
  if (status === 404 || status === 400)
    return <Whole title={m.admin_failed_missing()} text={m.admin_failed_missing_text()} />
  return (
    <div className="card">
      <ErrorState
        heading="h1"
        title={m.failure_title()}
        text={
          <>
            {told?.message || m.failure_text()}
            {told?.requestId && (
              <span className="block text-small">{m.failure_request({ requestId: told.requestId })}</span>
            )}
          </>
        }
        icon={<Icon name="circle-exclamation-point" size={28} />}
        action={
          // A full page load, because the client-side page is broken.
          <ButtonLink href={pathname + search} look="outline">
            {m.failure_retry()}
          </ButtonLink>
        }
      />
    </div>
  )
}

function Whole({ title, text }: { title: string; text: string }) {
  return (
    <div className="card">
      <EmptyState
        heading="h1"
        title={title}
        text={text}
        action={<ButtonLink to="/admin">{m.admin_failed_to_overview()}</ButtonLink>}
      />
    </div>
  )
}
