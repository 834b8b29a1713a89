import { z } from 'zod'
import type { Config } from '#server/config.ts'
import { ProviderError, requestJson } from '#server/providers/sms/request-json.ts'
import type { CheckedCode, CodeSender } from './code-sender.ts'

/** Message Central's VerifyNow, version 3: it generates the codes and identifies each by its `verificationId`. */
type Account = NonNullable<Config['verifyNow']>

/** Seconds between codes to one number; sooner requests are answered with 506. */
const resendSeconds = 60
/** Lifetime assumed for a token without an expiry. */
const unknownTokenMs = 10 * 60_000
/** Renews tokens this long before they expire, for clock skew and requests under way. */
const earlyMs = 60_000

// Numbers arrive as numbers or strings.
const number = z.coerce.number().nullish()
const tokenAnswer = z.object({ status: number, token: z.string().min(1).nullish() })
const answerOf = z.object({
  responseCode: number,
  status: number,
  data: z
    .object({
      responseCode: number,
      verificationId: z.union([z.string().min(1).max(200), z.number().transform(String)]).nullish(),
      verificationStatus: z.string().nullish(),
      timeout: number.catch(null),
    })
    .nullish()
    .catch(null),
})
type Answer = { code: number; data: NonNullable<z.infer<typeof answerOf>['data']> | null }

/** Response codes of a failed verification; any other is a provider failure. */
const checked: Record<number, CheckedCode> = {
  505: 'unknown',
  700: 'wrong',
  702: 'wrong',
  // The code was already verified, which does not prove who enters it now.
  703: 'used',
  705: 'expired',
  800: 'blocked',
}
const isUnauthorised = (code: number) => code === 401 || code === 403

/** Expiry of a JWT in milliseconds since 1970; null without one. */
function endOf(token: string): number | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return z.object({ exp: z.number() }).parse(claims).exp * 1000
  } catch {
    return null
  }
}

/** Caches a token until it expires; concurrent callers share one request. */
function tokenCache({ baseUrl, customerId, password, email }: Account, timeoutMs: number) {
  let cached: { token: string; until: number } | null = null
  let asking: Promise<string> | null = null
  async function renew(): Promise<string> {
    const query = new URLSearchParams({
      customerId,
      key: Buffer.from(password).toString('base64'),
      scope: 'NEW',
      country: '91',
      ...(email && { email }),
    })
    const url = `${baseUrl}/auth/v1/authentication/token?${query}`
    const { status, body } = await requestJson('VerifyNow', url, { signal: AbortSignal.timeout(timeoutMs) })
    const given = tokenAnswer.safeParse(body).data
    // Wrong credentials answer HTTP 200 with another status and no token.
    if (status !== 200 || !given?.token || (given.status ?? 200) !== 200)
      throw new ProviderError(`VerifyNow gave no token (HTTP ${status}, status ${given?.status ?? 'missing'})`)
    cached = { token: given.token, until: (endOf(given.token) ?? Date.now() + unknownTokenMs) - earlyMs }
    return given.token
  }
  /** `refused`: a rejected token to replace. */
  return async (refused?: string): Promise<string> => {
    if (cached && cached.token !== refused && cached.until > Date.now()) return cached.token
    asking ??= renew().finally(() => {
      asking = null
    })
    return await asking
  }
}

/**
 * Codes by VerifyNow. Failures have a `responseCode`, with HTTP 200 or 400, at the top level or in `data`. Only requests
 * refused for a stale token are repeated: the API has no idempotency key.
 */
export function verifyNowCodes(account: Account, timeoutMs: number): CodeSender {
  const tokenOf = tokenCache(account, timeoutMs)

  async function once(method: string, path: string, token: string, signal: AbortSignal): Promise<Answer> {
    const init = { method, headers: { authToken: token }, signal }
    const { status, body } = await requestJson('VerifyNow', account.baseUrl + path, init)
    if (isUnauthorised(status)) return { code: status, data: null }
    const given = answerOf.safeParse(body).data
    const top = given?.responseCode || given?.status
    if (!given || !top) throw new ProviderError(`VerifyNow answered another shape (HTTP ${status})`)
    const data = given.data ?? null
    const code = top === 200 ? data?.responseCode || 200 : top
    if (code === 200 && status !== 200) throw failure(status)
    return { code, data }
  }

  async function ask(method: string, path: string): Promise<Answer> {
    const token = await tokenOf()
    const signal = AbortSignal.timeout(timeoutMs)
    const first = await once(method, path, token, signal)
    return isUnauthorised(first.code) ? await once(method, path, await tokenOf(token), signal) : first
  }

  return {
    resendSeconds,
    async send({ phone }) {
      // The default is four digits.
      const query = new URLSearchParams({ countryCode: '91', flowType: 'SMS', mobileNumber: phone, otpLength: '6' })
      const { code, data } = await ask('POST', `/verification/v3/send?${query}`)
      if (code === 200 && data?.verificationId) return { outcome: 'sent', reference: data.verificationId }
      if (code === 506) return { outcome: 'too-soon', seconds: waitOf(data?.timeout) }
      if (code === 800) return { outcome: 'day-limit' }
      throw failure(code)
    },
    async check(reference, given) {
      const query = new URLSearchParams({ verificationId: reference, code: given, flowType: 'SMS' })
      const { code, data } = await ask('GET', `/verification/v3/validateOtp?${query}`)
      if (code === 200) {
        const about = data?.verificationId ?? reference
        if (about !== reference) throw new ProviderError('VerifyNow spoke of another code')
        if (!data?.verificationStatus) throw new ProviderError('VerifyNow did not say what became of a code')
        return data.verificationStatus === 'VERIFICATION_COMPLETED' ? 'right' : 'wrong'
      }
      const outcome = checked[code]
      if (!outcome) throw failure(code)
      return outcome
    },
  }
}

const failure = (code: number) => new ProviderError(`VerifyNow answered ${code}`)

/** Remaining seconds until a new code is allowed, if given. */
const waitOf = (seconds: number | null | undefined) =>
  seconds && seconds > 0 && seconds <= 600 ? Math.ceil(seconds) : resendSeconds
