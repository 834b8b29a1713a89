import type { Language } from '#contract/errors.ts'
import type { NotificationEvent } from '#contract/notification-events.ts'
import type { Config } from '#server/config.ts'
import { smsTimeoutMs } from './ask-json.ts'
import { msg91Sms } from './msg91.ts'

/** One of our registered texts; `values` are those that differ from message to message, by name. */
export type SmsText = { phone: string; event: NotificationEvent; language: Language; values: Record<string, string> }

/** Sends texts by SMS. Throws when one could not be handed over, and may be tried again. */
export type Sms = {
  /** `unregistered`: the operator of this installation says that this event is not told by SMS. */
  sendText(message: SmsText): Promise<'sent' | 'unregistered'>
}

// It lies in the outbox already, for a developer to read.
const outboxSms = (): Sms => ({ sendText: async () => 'sent' })

/** The configured way to send texts. */
export function createSms(config: Config, timeoutMs = smsTimeoutMs): Sms {
  return config.msg91Texts ? msg91Sms(config.msg91Texts, timeoutMs) : outboxSms()
}
