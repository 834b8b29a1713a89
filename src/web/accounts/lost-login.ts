import { m } from '#messages'
import { isTicked, textOf } from '../form.ts'
import type { LoginResult, LoginUser } from './log-in.server.ts'
import { pendingCode } from './pending-code.ts'

/** The step of a form that did not reach the server, with a connection error. */
export function lostLogin(form: FormData): LoginResult {
  const text = (name: string) => textOf(form, name)
  const verificationId = text('verificationId')
  const at = {
    userType: text('userType') as LoginUser, // safe: our own hidden field
    phone: text('phone'),
    error: m.failure_connection(),
  }
  if (verificationId === '') return { ...at, step: 'phone' }
  if (isTicked(form, 'totp') || isTicked(form, 'recovery'))
    return { ...at, step: 'totp', verificationId, code: text('otp') }
  const notice = pendingCode(at.userType)?.notice
  return { ...at, step: 'code', verificationId, resendSeconds: 0, ...(notice && { notice }) }
}
