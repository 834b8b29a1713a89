import { useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { Dialog } from '../ui/dialog.tsx'
import { CodeStep } from './code-step.tsx'
import { writeLoginHints } from './login-hints.ts'
import { LoginTabs } from './login-steps.tsx'
import { NoApplication } from './no-application.tsx'
import { LoginTerms, PhoneStep } from './phone-step.tsx'
import { useLogin } from './use-login.ts'

type Props = {
  open: boolean
  onClose: () => void
  /** Title of the phone step: the reason for the login. */
  title: string
  /** Omit to offer both Student and Mentor. */
  userType?: 'student' | 'mentor'
  /** Called once the page's viewer is loaded. */
  onDone: () => void
}

/** Login dialog over the current page. Restores a pending code when reopened. */
export function LoginDialog({ open, onClose, title, userType, onDone }: Props) {
  const [isWithoutApplication, setWithoutApplication] = useState(false)
  const login = useLogin({
    userType: userType ?? 'student',
    action: localHref('/login'),
    onDone: (done) => {
      writeLoginHints(done)
      if (done.hasAccount) onDone()
      else setWithoutApplication(true)
    },
  })
  const at = login.shown?.step === 'code' ? login.shown : null
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={at && !isWithoutApplication ? m.login_code_title() : title}
      onBack={at && !isWithoutApplication ? login.goBack : undefined}
    >
      {/* Preload the login route: without its module a failed connection would load an error document. */}
      <PrefetchPageLinks page={localHref('/login')} />
      {isWithoutApplication ? (
        <NoApplication />
      ) : at ? (
        <CodeStep login={login} at={at} />
      ) : userType ? (
        <div className="grid gap-5">
          <PhoneStep login={login} />
          <LoginTerms />
        </div>
      ) : (
        <LoginTabs login={login} />
      )}
    </Dialog>
  )
}
