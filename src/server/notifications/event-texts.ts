import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'

/** Role in which an account is notified; one account may have all three. */
export type Side = 'family' | 'mentor' | 'admin'

type TextByLanguage = Readonly<Record<Language, string>>

/** An event with its texts; `{name}` is a placeholder. Later channels add their texts here. */
export type EventText = {
  /** Roles notified, each with the path of the page to open. */
  to: Readonly<Partial<Record<Side, string>>>
  /** Sent during quiet hours too. */
  urgent?: true
  sms?: TextByLanguage
  /** In-app text, where the SMS without brand and link does not fit. */
  app?: TextByLanguage
  /** Sent to recipients with an email address. */
  email?: Readonly<Record<Language, Readonly<{ subject: string; text: string }>>>
}

export type EventTexts = Partial<Record<NotificationEvent, EventText>>
