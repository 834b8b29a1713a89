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

/** Form of one step with its state in hidden fields; works without JavaScript. */
export function LoginForm({ login, intent, id, hidden = {}, className = 'grid gap-5', children }: Props) {
  const ready = useScripts()
  const fields = {
    userType: login.userType,
    ...(login.next && { next: login.next }),
    ...(intent && { intent }),
    // With JavaScript the action returns data; without, it redirects.
    ...(ready && { scripts: '1' }),
    ...hidden,
  }
  return (
    <login.Form method="post" action={login.action} id={id} className={className} noValidate>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </login.Form>
  )
}
