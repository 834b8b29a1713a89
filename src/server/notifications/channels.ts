import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import type { Attachment } from '#server/providers/mail/mail.ts'
import type { EventText, Side } from './event-texts.ts'
import { brandIn, fill } from './fill.ts'
import { footerOf } from './footer.ts'
import { registeredValues } from './registered.ts'

/** A recipient. */
export type Person = { phone: string | null; email: string | null; language: Language }
export type Values = Record<string, string>

/** A message from the outbox, about to be sent. */
export type DueMessage = {
  id: string
  channel: string
  to: string
  template: string
  language: Language
  text: string
  data: Values
  accountId: string | null
  side: Side | null
  waitedHours: number
  isLate: boolean
  /** Kinds the recipient opted out of on this channel. */
  unwanted: string[]
}

/** Attachments by template, rendered when the mail is sent; null when there is nothing to send any more. */
export type Attach = Record<string, (message: DueMessage) => Promise<Attachment | null>>

/** A channel outside the site. A new one is an entry in `channels` and texts in the registry. */
export type Channel = {
  /** Name in the database. */
  name: 'sms' | 'email' | 'whatsapp' | 'push'
  /** Whether it rings, and so is held back during quiet hours. */
  rings: boolean
  /** Writes an event's message for a recipient; null if they are not notified on this channel. */
  write(texts: EventText, person: Person, values: Values): { to: string; text: string; data: Values } | null
  /** @returns `sent`, or why it will never be sent @throws Error if it may be retried */
  send(context: Context, message: DueMessage, attach: Attach): Promise<string>
}

const sms: Channel = {
  name: 'sms',
  rings: true,
  write(texts, { phone, language }, values) {
    const words = texts.sms?.[language]
    return words && phone ? { to: phone, text: fill(words, values), data: values } : null
  },
  async send(context, { to, template, language, data }) {
    const event = template as NotificationEvent // safe: `write` knows these only
    const values = registeredValues(event, language, data)
    const outcome = await context.sms.sendText({ phone: to, event, language, values })
    return outcome === 'sent' ? outcome : 'no text is registered for it'
  },
}

/** Subject and body of an email; the footer is added when it is sent. */
function letterOf(words: { subject: string; text: string }, language: Language, values: Values) {
  const text = `${fill(words.text, values)}\n\n${brandIn(language)}`
  return { text, data: { ...values, subject: fill(words.subject, values) } }
}

const email: Channel = {
  name: 'email',
  rings: false,
  write(texts, { email: to, language }, values) {
    const words = texts.email?.[language]
    return words && to ? { to, ...letterOf(words, language, values) } : null
  },
  async send(context, message, attach) {
    const { id, to, data, template } = message
    const drawn = attach[template]
    const attachment = drawn ? await drawn(message) : undefined
    if (attachment === null) return 'there is nothing to attach'
    const letter = { id, to, subject: data.subject ?? '', ...footerOf(context, message) }
    const outcome = await context.mail.send({ ...letter, ...(attachment && { attachment }) })
    return outcome === 'sent' ? outcome : 'the address was refused'
  },
}

export const channels: readonly Channel[] = [sms, email]
