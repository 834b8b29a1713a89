import { redirect, type ShouldRevalidateFunctionArgs, useLocation, useNavigate } from 'react-router'
import { m } from '#messages'
import { readForm } from '../form.server.ts'
import { isTicked } from '../form.ts'
import { currentLocale, localHref } from '../locale.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { Notice } from '../ui/error-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { readViewer } from '../viewer.ts'
import type { Route } from './+types/admin-login-page.ts'
import { CodeStep } from './code-step.tsx'
import { runLoginStep } from './log-in.server.ts'
import { lostLogin } from './lost-login.ts'
import { nextPath } from './next-path.ts'
import { trackCode } from './pending-code.ts'
import { PhoneStep } from './phone-step.tsx'
import { NewSecondFactor, RecoveryCodes, SecondFactor } from './second-factor-step.tsx'
import { useLogin } from './use-login.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const next = nextPath(searchParams.get('next'), currentLocale())
  const viewer = await readViewer(context)
  if (viewer?.userType === 'admin') throw redirect(next ?? localHref('/admin'))
  return { next, isEnded: searchParams.has('ended') }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const result = await runLoginStep(context, form, ['admin'])
  if (result.step === 'done' && !isTicked(form, 'scripts')) throw redirect(result.to)
  return result
}

export const clientAction = connectionLostAction(lostLogin, async (send) => trackCode(await send()))

export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  // With the new session the loader would redirect away from the recovery codes.
  return actionResult?.step === 'done' || actionResult?.step === 'codes' ? false : defaultShouldRevalidate
}

export function meta() {
  return [{ title: m.login_admin_title() }, { name: 'robots', content: 'noindex' }]
}

/** Login of admins by phone, code and second factor. */
export default function AdminLoginPage({ loaderData: { next, isEnded }, actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const login = useLogin({
    userType: 'admin',
    // Includes the query, so that it survives the steps without JavaScript.
    action: pathname + search,
    next,
    given: actionData,
    onDone: ({ to }) => void navigate(to, { replace: true }),
  })
  const { shown } = login
  return (
    <main className="page-width">
      <div className="mx-auto max-w-[480px] pb-4">
        <PageHeading title={m.login_admin_title()} />
        <div className="card">
          {shown?.step === 'code' ? (
            <CodeStep login={login} at={shown} canGoBack />
          ) : shown?.step === 'totp' ? (
            <SecondFactor login={login} at={shown} />
          ) : shown?.step === 'enrol' ? (
            <NewSecondFactor login={login} at={shown} />
          ) : shown?.step === 'codes' ? (
            <RecoveryCodes at={shown} />
          ) : (
            <>
              {isEnded && (
                <div className="mb-4">
                  <Notice>{m.login_admin_ended()}</Notice>
                </div>
              )}
              <PhoneStep login={login} help={m.login_admin_help()} />
            </>
          )}
        </div>
      </div>
    </main>
  )
}
