import type { ReactNode } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

const skeletonKeys = [0, 1, 2, 3, 4, 5]

/** Placeholder cards with a loading label for screen readers. */
export function CardSkeletons({ count }: { count: number }) {
  return (
    <Loading label={m.list_loading()}>
      <div className="silver-cards">
        {skeletonKeys.slice(0, count).map((key) => (
          <Skeleton key={key} className="h-72 w-full" />
        ))}
      </div>
    </Loading>
  )
}

type NoMentorsProps = { reset?: string; title?: string; text?: string; children?: ReactNode }

/** `children`: the one action, by default a reset. */
export function NoMentors({ reset = '/mentors', title, text, children }: NoMentorsProps) {
  return (
    <EmptyState
      title={title ?? m.list_none()}
      text={text ?? m.list_none_text()}
      action={children ?? <ButtonLink to={reset}>{m.list_reset_filters()}</ButtonLink>}
    />
  )
}

/** Shows the server's error message. Without one the connection failed, so Retry reloads the document. */
export function ListFailed({ error }: { error: unknown }) {
  const words = isRouteErrorResponse(error) ? error.data?.message || m.failure_text() : m.list_failed_text()
  return (
    <main className="page-width py-14">
      <title>{m.list_failed()}</title>
      <ErrorState heading="h1" title={m.list_failed()} text={words} onRetry={() => window.location.reload()} />
    </main>
  )
}

/** Band that says that a mentor cannot be shown, with the way back to the list. */
export function GoneBand({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="kraft">
      <div className="page-width pt-2 pb-8 lg:pt-5">
        <LocalLink to="/mentors" className="text-link -ml-1 mb-2 inline-flex min-h-11 items-center gap-1 text-on-kraft">
          <Icon name="chevron-left" size={20} />
          {m.profile_back()}
        </LocalLink>
        <h1 className="text-balance text-h1">{title}</h1>
        {children}
      </div>
    </div>
  )
}
