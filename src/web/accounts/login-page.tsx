import { redirect, type ShouldRevalidateFunctionArgs, useLocation, useNavigate, useSearchParams } from 'react-router'
import { m } from '#messages'
import { readForm } from '../form.server.ts'
import { isTicked } from '../form.ts'
import { currentLocale, localHref } from '../locale.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { otherDataUnless } from '../other-data.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { readViewer } from '../viewer.ts'
import type { Route } from './+types/login-page.ts'
import { runLoginStep } from './log-in.server.ts'
import { writeLoginHints } from './login-hints.ts'
import { LoginTabs } from './login-steps.tsx'
import { lostLogin } from './lost-login.ts'
import { nextPath } from './next-path.ts'
import { NoApplication } from './no-application.tsx'
import { trackCode } from './pending-code.ts'
import { useLogin } from './use-login.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const next = nextPath(searchParams.get('next'), currentLocale())
  // Fails when sessions cannot be read, because a login would not work either.
  const viewer = await readViewer(context)
  const hasApplication = viewer?.userType !== 'mentor' || viewer._id !== null
  if (viewer && hasApplication) {
    throw redirect(next ?? localHref(viewer.userType === 'admin' ? '/admin' : `/dashboard/${viewer.userType}`))
  }
  return { next, hasApplication }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const result = await runLoginStep(context, form, ['student', 'mentor'])
  if (result.step === 'done' && !isTicked(form, 'scripts')) throw redirect(result.to)
  return result
}

export const clientAction = connectionLostAction(lostLogin, async (send) => trackCode(await send()))

const isOtherPage = otherDataUnless('type')

/** After a login the page navigates by itself; the loader's redirect would race with it. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { actionResult } = args
  return actionResult?.step === 'done' && actionResult.hasAccount ? false : isOtherPage(args)
}

export function meta() {
  return [{ title: m.login_title() }, { name: 'robots', content: 'noindex' }]
}

export default function LoginPage({ loaderData: { next, hasApplication }, actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [params] = useSearchParams()
  const type = params.get('type')
  const login = useLogin({
    userType: type === 'mentor' ? 'mentor' : type ? 'student' : (actionData?.userType ?? 'student'),
    // Includes the query, so that it survives the steps without JavaScript.
    action: pathname + search,
    next,
    given: actionData,
    onDone: (done) => {
      writeLoginHints(done)
      void navigate(done.to, { replace: true })
    },
  })
  return (
    <main className="page-width">
      <div className="mx-auto max-w-[480px] pb-4">
        <PageHeading title={m.login_title()} />
        <div className="card">{hasApplication ? <LoginTabs login={login} param="type" /> : <NoApplication />}</div>
      </div>
    </main>
  )
}
