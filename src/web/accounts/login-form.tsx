import type { ReactNode } from 'react'
import { useScripts } from '../ui/use-scripts.ts'
import type { Login } from './use-login.ts'

type Props = {
  login: Login
  intent?: 'send' | 'verify'
  id?: string
  hidden?: Record<string, string>
  className?: string
  children?: ReactNode
}

/** A form of one step, with what the step needs to know in hidden fields. Works before scripts too. */
export function LoginForm({ login, intent, id, hidden = {}, className = 'grid gap-5', children }: Props) {
  const ready = useScripts()
  const fields = {
    userType: login.userType,
    ...(login.next && { next: login.next }),
    ...(intent && { intent }),
    // With scripts the answer is a value; without, a redirect.
    ...(ready && { scripts: '1' }),
    ...hidden,
  }
  return (
    <login.Form method="post" action={login.action} id={id} className={className}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </login.Form>
  )
}
