import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'

/** A registered text; `values` by name. */
type SmsText = { phone: string; event: NotificationEvent; language: Language; values: Record<string, string> }

/** Sends SMS. @throws ProviderError if it may be retried */
export type Sms = {
  /** `unregistered`: this installation has no SMS template for the event. */
  sendText(message: SmsText): Promise<'sent' | 'unregistered'>
}
