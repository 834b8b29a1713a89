import { type InsertObject, sql } from 'kysely'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Transaction } from '#server/platform/database.ts'
import { prepared } from '#server/platform/prepared.ts'
import type { DB } from '#server/platform/schema.ts'
import { readSettings, textSetting } from '#server/settings/settings/settings.ts'
import { type Channel, channels, type Person } from './channels.ts'
import { usableTemplates } from './custom-templates.ts'
import type { Side } from './event-texts.ts'
import { brandIn } from './fill.ts'
import { unreadText } from './in-app.ts'
import { insertNotification } from './in-app-rows.ts'
import { events, kindOf, type SideOf, type ValueName } from './registry.ts'

export { unreadFor, unreadNotificationsOf } from './in-app.ts'
export { deleteOldMessages, deleteOldNotifications, endRequests } from './in-app-rows.ts'
export { setMessagePreferences } from './opt-out.ts'
export { personalMessages } from './personal.ts'
export { mentorHome, siteIn } from './registered.ts'
export { channelsOf } from './registry.ts'
export { isQuiet } from './sending.ts'

type Account<S extends Side> = { accountId: string; side: S }
/** An account holder, or a phone number or address that somebody gave; `writer` is their account if they were logged in. */
type Recipient<S extends Side> =
  | Account<S>
  | {
      phone: string | null
      email?: string | null
      language: Language
      writer?: { accountId: string; side: S | null } | null
    }

type Message<E extends NotificationEvent> = Recipient<SideOf<E>> & {
  event: E
  onceKey: string
  values: Record<Language, Record<ValueName<E>, string>>
  /** Expiry: the message is not sent later. */
  until?: Date
  /** Until when the recipient can do what the text asks for. */
  answerBy?: Date
  /** Starts of classes it is about: it does not wait for the morning if one of them is early. */
  classAt?: readonly (Date | null | undefined)[]
}

/** Values of a message in both languages; the index is that of the catalogue's names. */
export const inBothLanguages = <Name extends string>(
  values: (language: Language, i: 0 | 1) => Record<Name, string>,
) => ({
  en: values('en', 0),
  hi: values('hi', 1),
})

async function personOf(tx: Transaction, { accountId, side }: Account<Side>): Promise<Person | null> {
  const { rows } = await sql<Person>`${prepared}
    select a.phone, a.language, nullif(case ${side} when 'family' then f.email when 'mentor' then m.email end, '') as email
    from account a left join family f on f.account_id = a.id left join mentor m on m.account_id = a.id
    where a.id = ${accountId}`.execute(tx)
  return rows[0] ?? null
}

/**
 * Notifies a person of an event, once for each `onceKey`: in the app and, in their language, on every channel of the event.
 * Writes to the outbox in the caller's transaction, so that a rollback sends nothing; `sending.ts` sends.
 */
export async function notify<E extends NotificationEvent>(
  tx: Transaction,
  message: Message<E>,
  ways: readonly Channel[] = channels,
): Promise<void> {
  await (await draftNotice(tx, message, undefined, ways))()
}

/** Writes a notification that has been drafted. */
export type Notice = () => Promise<unknown>

/** Writes notices in one round trip. */
export const writeNotices = (notices: readonly Notice[]) => Promise.all(notices.map((write) => write()))

/** The recipient and the texts of an event, read before its values are known. */
export const readRecipient = (tx: Transaction, recipient: Recipient<Side>, event: NotificationEvent) =>
  Promise.all([
    'phone' in recipient ? { ...recipient, email: recipient.email ?? null } : personOf(tx, recipient),
    // Not cached: a custom text is used in the next message of every process.
    readSettings(tx, ['callingNumber', textSetting(event)]),
  ])

type Reading = Awaited<ReturnType<typeof readRecipient>>

/** Reads what a notification needs, for callers that write several, or other rows, in one round trip. */
export async function draftNotice<E extends NotificationEvent>(
  tx: Transaction,
  message: Message<E>,
  reading: Reading | Promise<Reading> = readRecipient(tx, message, message.event),
  ways: readonly Channel[] = channels,
): Promise<Notice> {
  const { event, until = null } = message
  const account = 'phone' in message ? null : message
  const [person, settings] = await reading
  if (!person) return async () => {}
  const { callingNumber: phone, [textSetting(event)]: saved } = settings
  const custom = usableTemplates(event, saved)
  const known = (language: Language) => ({
    brand: brandIn(language),
    phone,
    ...message.values[language],
  })
  const values = { en: known('en'), hi: known('hi') }
  const onceKey = `${event}:${message.onceKey}:${account?.accountId ?? person.phone ?? person.email}`
  const member = 'phone' in message ? message.writer : message
  const data = {
    ...values,
    ...(custom.app && { words: custom.app }),
    ...(message.answerBy && { answerBy: message.answerBy.toISOString() }),
  }
  const news = member?.side && { ...member, side: member.side, event, kind: kindOf[event], data, onceKey }
  const texts = { ...events[event], ...custom }
  const letters = ways.flatMap((way) => {
    const written = way.write(texts, person, values[person.language])
    if (!written) return []
    return {
      channel: way.name,
      recipient: written.to,
      account_id: member?.accountId ?? null,
      side: account?.side ?? null,
      template: event,
      language: person.language,
      text: written.text,
      data: JSON.stringify({ ...written.data, classAt: message.classAt }),
      once_key: way.name === 'sms' ? onceKey : `${onceKey}:${way.name}`,
      useless_at: until,
    }
  })
  return () =>
    Promise.all([
      news && insertNotification(tx, news, unreadText(news.accountId)),
      letters.length > 0 && insertLetters(tx, letters),
    ])
}

const insertLetters = (tx: Transaction, letters: InsertObject<DB, 'outbox'>[]) =>
  tx
    .insertInto('outbox')
    .values(letters)
    .onConflict((conflict) => conflict.constraint('outbox_once').doNothing())
    .execute()

type Letter = { to: string; language: Language; subject: string; text: string; familyId: string; orderId: string }

/** Queues the email with a receipt, once for each `onceKey`; it is not a notification and has no other channel. */
export const queueReceiptMail = (
  tx: Transaction,
  { subject, familyId: family, orderId: order, ...mail }: Letter,
  onceKey: string,
) =>
  insertLetters(tx, [
    {
      channel: 'email',
      recipient: mail.to,
      account_id: sql<string>`(select account_id from family where id = ${family})`,
      template: 'receipt',
      language: mail.language,
      text: mail.text,
      data: JSON.stringify({ subject, family, order }),
      once_key: onceKey,
    },
  ])
