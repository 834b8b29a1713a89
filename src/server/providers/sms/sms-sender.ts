import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'

/** One of our registered texts; `values` are those that differ from message to message, by name. */
export type SmsText = { phone: string; event: NotificationEvent; language: Language; values: Record<string, string> }

/** Sends texts by SMS. Throws when one could not be handed over, and may be tried again. */
export type Sms = {
  /** `unregistered`: the operator of this installation says that this event is not told by SMS. */
  sendText(message: SmsText): Promise<'sent' | 'unregistered'>
}
