import { renderSVG } from 'uqr'
import { sendOtp, verifyOtp } from '#contract/people/accounts.ts'
import { type ConsentText, consentText } from '#contract/people/consent-texts.ts'
import type { PasskeyAssertion } from '#contract/people/passkeys.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { type LoaderContext, writeApi } from '../api.ts'
import { bodyOf, intentOf } from '../form.server.ts'
import { isTicked, textOf } from '../form.ts'
import { currentLocale, localHref } from '../locale.ts'
import { nextPath } from './next-path.ts'

export type LoginUser = 'student' | 'mentor' | 'admin'
type StepState = { userType: LoginUser; phone: string; error?: string }

/** State of a login after a step; forms carry it in hidden fields. */
export type LoginResult =
  | (StepState & { step: 'phone' })
  /** `expiresSeconds`: a code was just sent. `isOver`: a new code is needed. */
  | (StepState & {
      step: 'code'
      verificationId: string
      resendSeconds: number
      expiresSeconds?: number
      isOver?: boolean
      /** What the login agrees to; none for admins. */
      notice?: ConsentText
    })
  | (StepState & { step: 'totp'; verificationId: string; code: string; recoveryError?: string; passkeyError?: string })
  | (StepState & { step: 'enrol'; verificationId: string; code: string; secret: string; qr: string })
  | (StepState & { step: 'codes'; codes: readonly string[]; to: string })
  | (StepState & { step: 'done'; to: string; hasAccount: boolean })

const deadCodes: ReadonlySet<string> = new Set(['otp-expired', 'otp-used', 'otp-blocked', 'otp-unknown'])

const noticeOf = (userType: LoginUser) =>
  userType === 'admin' ? {} : { notice: consentText('account', currentLocale()) }

function messageOf(error: ErrorReply): string {
  if (error.code === 'bad-request') return m.login_bad_phone()
  return error.message || m.failure_text()
}

/** Handles one step of a login: `send` requests a code, `verify` uses it, `back` changes the number. */
export async function runLoginStep(
  context: LoaderContext,
  form: FormData,
  allowed: readonly LoginUser[],
): Promise<LoginResult> {
  const wanted = textOf(form, 'userType')
  const userType = allowed.find((one) => one === wanted) ?? allowed[0] ?? 'student'
  const at = { userType, phone: textOf(form, 'phone') }
  const verificationId = textOf(form, 'verificationId')
  switch (intentOf(form, 'send', 'verify', 'back')) {
    case 'verify':
      return verify(context, form, { ...at, verificationId })
    case 'back':
      return { ...at, step: 'phone' }
    case 'send': {
      const reply = await writeApi(context, sendOtp, { body: { mobile: at.phone, userType } })
      if (reply.ok) return { ...at, step: 'code', ...reply.data, ...noticeOf(userType) }
      const error = messageOf(reply.error)
      // On a failed resend the earlier code stays valid.
      const again = verificationId !== '' && reply.error.code !== 'bad-request'
      return again
        ? { ...at, step: 'code', verificationId, resendSeconds: 0, error, ...noticeOf(userType) }
        : { ...at, step: 'phone', error }
    }
  }
}

/** QR code as a data URL for an image; the CSP forbids inlining markup from a library. */
const qrImage = (uri: string) => `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 1 }))}`

/** Signed answer of a passkey; undefined without a readable one. */
function assertionIn(form: FormData): PasskeyAssertion | undefined {
  try {
    return JSON.parse(textOf(form, 'assertion')) as PasskeyAssertion // the API rejects any other shape
  } catch {
    return undefined
  }
}

async function verify(
  context: LoaderContext,
  form: FormData,
  at: StepState & { verificationId: string },
): Promise<LoginResult> {
  const { userType, phone } = at
  const code = textOf(form, 'otp')
  const totp = textOf(form, 'totp')
  // Omit an invalid code, so that the reply contains the QR code again.
  const isBadNew = isTicked(form, 'enrol') && !/^\d{6}$/.test(totp)
  const passkey = assertionIn(form)
  const body = bodyOf(verifyOtp, form, { code, userType, passkey, ...(isBadNew && { totp: undefined }) })
  const reply = await writeApi(context, verifyOtp, { body })
  if (reply.ok) {
    const hasAccount = reply.data.data._id !== null
    const home = userType === 'admin' ? '/admin' : `/dashboard/${userType}`
    const to = nextPath(textOf(form, 'next'), currentLocale()) ?? localHref(home)
    const codes = reply.data.data.recoveryCodes
    if (codes) return { ...at, step: 'codes', codes, to }
    // Without an application the login page itself offers the next step.
    return { ...at, step: 'done', hasAccount, to: hasAccount ? to : localHref('/login') }
  }
  const { code: problem, details } = reply.error
  if (typeof details?.uri === 'string' && typeof details.secret === 'string') {
    const words = isBadNew ? m.login_bad_code() : problem === 'second-factor-wrong' ? messageOf(reply.error) : null
    return {
      ...at,
      ...(words && { error: words }),
      step: 'enrol',
      code,
      secret: details.secret,
      qr: qrImage(details.uri),
    }
  }
  if (problem === 'passkey-refused') return { ...at, step: 'totp', code, passkeyError: messageOf(reply.error) }
  if (problem === 'recovery-code-wrong') return { ...at, step: 'totp', code, recoveryError: messageOf(reply.error) }
  if (problem === 'second-factor-needed') return { ...at, step: 'totp', code }
  if (problem === 'second-factor-wrong') return { ...at, step: 'totp', code, error: messageOf(reply.error) }
  if (problem === 'not-admin') return { userType, phone, step: 'phone', error: messageOf(reply.error) }
  const error = problem === 'bad-request' ? m.login_bad_code() : messageOf(reply.error)
  if (totp !== '') return { ...at, step: 'totp', code, error }
  return { ...at, step: 'code', resendSeconds: 0, isOver: deadCodes.has(problem), error, ...noticeOf(userType) }
}
