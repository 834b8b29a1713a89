import type { Config } from '#server/config.ts'
import { msg91Sms } from './msg91.ts'
import { smsTimeoutMs } from './request-json.ts'
import type { Sms } from './sms-sender.ts'

// The outbox already holds the message.
const outboxSms = (): Sms => ({ sendText: async () => 'sent' })

/** The configured SMS sender. `timeoutMs`: limit of one request. */
export function createSms(config: Config, timeoutMs = smsTimeoutMs): Sms {
  return config.msg91Texts ? msg91Sms(config.msg91Texts, timeoutMs) : outboxSms()
}
