import { randomInt } from 'node:crypto'
import { type ProviderReply, type ReceivedRequest, startProvider } from './provider-server.ts'

type Step = 'token' | 'send' | 'validate'
/** A one-off fault of a step: another reply, or success followed by a lost connection. */
type Fault = ProviderReply | 'lost'
type Verification = { id: string; phone: string; code: string; state: 'sent' | 'verified' | 'expired' }

const steps: Record<string, Step> = {
  'GET /auth/v1/authentication/token': 'token',
  'POST /verification/v3/send': 'send',
  'GET /verification/v3/validateOtp': 'validate',
}
const messages: Record<number, string> = {
  200: 'SUCCESS',
  505: 'INVALID_VERIFICATION_ID',
  506: 'REQUEST_ALREADY_EXISTS',
  702: 'WRONG_OTP_PROVIDED',
  703: 'ALREADY_VERIFIED',
  705: 'VERIFICATION_EXPIRED',
}
const tokenFor = (seconds: number, nth: number) =>
  ['{"alg":"HS512"}', JSON.stringify({ sub: 'C-1', nth, exp: Math.floor(Date.now() / 1000) + seconds }), 's']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')

/**
 * VerifyNow on loopback as its documentation and clients describe it; `failWith` is the HTTP status of its error
 * replies.
 */
export async function startVerifyNow() {
  const all: Verification[] = []
  const faults: Record<Step, Fault[]> = { token: [], send: [], validate: [] }
  const settings = { tokenSeconds: 3600, failWith: 400, waits: true }
  let tokens: string[] = []

  const replyWith = (code: number, data: object = {}): ProviderReply => ({
    status: code === 200 ? 200 : settings.failWith,
    body: {
      responseCode: code,
      message: messages[code],
      data: { ...data, responseCode: String(code), errorMessage: code === 200 ? null : messages[code] },
    },
  })
  const handlers: Record<Step, (request: ReceivedRequest) => ProviderReply> = {
    token({ url }) {
      const key = Buffer.from('pass/word').toString('base64')
      if (url.searchParams.get('customerId') !== 'C-1' || url.searchParams.get('key') !== key)
        return { body: { status: 400, error: 'Bad credentials' } }
      tokens.push(tokenFor(settings.tokenSeconds, tokens.length))
      return { body: { status: 200, token: tokens.at(-1) } }
    },
    send({ url }) {
      const phone = url.searchParams.get('mobileNumber') ?? ''
      if (settings.waits && all.some((verification) => verification.phone === phone && verification.state === 'sent'))
        return replyWith(506, { timeout: '41.0' })
      const code = String(randomInt(10 ** Number(url.searchParams.get('otpLength') ?? 4))).padStart(6, '0')
      const verification: Verification = { id: String(all.length + 1001), phone, code, state: 'sent' }
      all.push(verification)
      return replyWith(200, {
        verificationId: verification.id,
        mobileNumber: phone,
        timeout: '60',
        smsCLI: null,
        transactionId: 't',
      })
    },
    validate({ url }) {
      const verification = all.find(({ id }) => id === url.searchParams.get('verificationId'))
      if (!verification) return replyWith(505)
      if (verification.state === 'verified') return replyWith(703)
      if (verification.state === 'expired') return replyWith(705)
      if (verification.code !== url.searchParams.get('code')) return replyWith(702)
      verification.state = 'verified'
      return replyWith(200, {
        verificationId: verification.id,
        mobileNumber: verification.phone,
        verificationStatus: 'VERIFICATION_COMPLETED',
      })
    },
  }
  const provider = await startProvider((request) => {
    const step = steps[`${request.method} ${request.url.pathname}`]
    if (!step) return { status: 404, body: '<html>Not found</html>' }
    const fault = faults[step].shift()
    if (fault && fault !== 'lost') return fault
    if (step !== 'token' && !tokens.includes(String(request.headers.authtoken)))
      return { status: 401, body: { status: 401, error: 'Unauthorized' } }
    const answer = handlers[step](request)
    return fault === 'lost' ? 'drop' : answer
  })
  const countOf = (step: Step) =>
    provider.seen.filter((request) => steps[`${request.method} ${request.url.pathname}`] === step).length
  return {
    url: provider.url,
    seen: provider.seen,
    stop: provider.stop,
    all,
    faults,
    set: settings,
    countOf,
    /** Variables that point the program at this server. */
    variables: {
      OTP_PROVIDER: 'verifynow',
      VERIFYNOW_CUSTOMER_ID: 'C-1',
      VERIFYNOW_PASSWORD: 'pass/word',
      VERIFYNOW_BASE_URL: provider.url,
    },
    /** The latest verification of a phone. */
    newest: (phone: string) => all.findLast((verification) => verification.phone === phone) as Verification, // safe: the test sent one
    revokeTokens() {
      tokens = []
    },
    forget() {
      provider.seen.length = 0
      Object.assign(settings, { tokenSeconds: 3600, failWith: 400, waits: true })
      for (const queue of Object.values(faults)) queue.length = 0
    },
  }
}
