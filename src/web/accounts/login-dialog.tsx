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
  /** Title of the phone step: what the login is for. */
  title: string
  /** Without it, Student and Mentor can be chosen. */
  userType?: 'student' | 'mentor'
  /** The page's viewer is known by then. */
  onDone: () => void
}

/** Logs in over the page one is on. A code that was sent is asked for again when it is opened anew. */
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
      {/* The page that answers the steps: without its module a connection that drops would end in another document. */}
      <PrefetchPageLinks page={localHref('/login')} />
      {isWithoutApplication ? (
        <NoApplication />
      ) : at ? (
        <CodeStep login={login} at={at} auto />
      ) : userType ? (
        <div className="grid gap-5">
          <PhoneStep login={login} />
          <LoginTerms />
        </div>
      ) : (
        <LoginTabs login={login} auto />
      )}
    </Dialog>
  )
}
