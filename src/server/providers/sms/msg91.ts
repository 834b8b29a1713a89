import type { Config } from '#server/config.ts'
import type { CodeSender } from '#server/providers/codes/code-sender.ts'
import { ProviderError, requestJson } from './request-json.ts'
import type { Sms } from './sms-sender.ts'

type Account = { authKey: string; baseUrl: string }

/** Calls MSG91, which reports most failures with HTTP 200 and `type: "error"`. */
async function post({ authKey, baseUrl }: Account, path: string, timeoutMs: number, body?: object): Promise<void> {
  const { status, body: answer } = await requestJson('MSG91', baseUrl + path, {
    method: 'POST',
    headers: { authkey: authKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const type = typeof answer === 'object' && answer !== null && 'type' in answer ? answer.type : null
  if (status !== 200 || type !== 'success') throw new ProviderError(`MSG91 did not accept the message (HTTP ${status})`)
}

/**
 * Sends our own code (`otp=`): MSG91's verification has no request id and answers "already verified" to anyone after the
 * owner.
 */
export function msg91Codes(
  msg91: NonNullable<Config['msg91Codes']>,
  timeoutMs: number,
): Omit<CodeSender, 'resendSeconds'> {
  return {
    async send({ phone, code }) {
      const query = new URLSearchParams({
        template_id: msg91.templateId,
        mobile: `91${phone}`,
        otp: code,
        otp_length: '6',
        otp_expiry: '5',
      })
      await post(msg91, `/api/v5/otp?${query}`, timeoutMs)
      return { outcome: 'sent', reference: null }
    },
    check: null,
  }
}

/** MSG91's "flow" API: templates are stored with them by id, we send the values. */
export function msg91Sms(msg91: NonNullable<Config['msg91Texts']>, timeoutMs: number): Sms {
  return {
    async sendText({ phone, event, language, values }) {
      const id = msg91.templates[event]?.[language]
      if (!id) return 'unregistered'
      const recipients = [{ mobiles: `91${phone}`, ...values }]
      await post(msg91, '/api/v5/flow', timeoutMs, { template_id: id, short_url: '0', recipients })
      return 'sent'
    },
  }
}
