import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'

/** As whom an account is told something: it may be all three. */
export type Side = 'family' | 'mentor' | 'admin'

type TextByLanguage = Readonly<Record<Language, string>>

/** Everything about one event; `{name}` in a text is one of its values. A channel to come has its texts here too. */
export type EventText = {
  /** Whom it tells, and the address of this site where it is dealt with. */
  to: Readonly<Partial<Record<Side, string>>>
  /** Worth waking for. */
  urgent?: true
  sms?: TextByLanguage
  /** Where the SMS, without our name and its link, will not do. */
  app?: TextByLanguage
  /** For people who gave an address. */
  email?: Readonly<Record<Language, Readonly<{ subject: string; text: string }>>>
}

export type EventTexts = Partial<Record<NotificationEvent, EventText>>
