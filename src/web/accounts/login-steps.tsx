import { m } from '#messages'
import { Tabs } from '../ui/tabs.tsx'
import { CodeStep } from './code-step.tsx'
import { PasskeyLogin } from './passkey-button.tsx'
import { LoginTerms, PhoneStep } from './phone-step.tsx'
import type { Login } from './use-login.ts'

/** Student and Mentor tabs with the steps of the login; switching clears both. */
export function LoginTabs({ login, param }: { login: Login; param?: string }) {
  const steps =
    login.shown?.step === 'code' ? <CodeStep login={login} at={login.shown} canGoBack /> : <PhoneStep login={login} />
  const tabs = (['student', 'mentor'] as const).map((id) => ({
    id,
    label: id === 'student' ? m.login_student() : m.login_mentor(),
    panel: id === login.userType && (
      <div className="grid gap-5 pt-5">
        {steps}
        {param && login.shown?.step !== 'code' && <PasskeyLogin login={login} />}
        {login.shown?.step !== 'code' && <LoginTerms />}
      </div>
    ),
  }))
  return (
    <Tabs
      look="segments"
      label={m.login_tabs()}
      tabs={tabs}
      initial={login.userType}
      {...(param && { param })}
      // On a page the URL selects the tab.
      {...(!param && { onChange: (id) => login.choose(id === 'mentor' ? 'mentor' : 'student') })}
    />
  )
}
