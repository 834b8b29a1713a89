import { sql } from 'kysely'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Transaction } from '#server/platform/database.ts'
import { readSettings, textSetting } from '#server/settings/settings/settings.ts'
import { type Channel, channels, type Person } from './channels.ts'
import { usableTemplates } from './custom-templates.ts'
import type { Side } from './event-texts.ts'
import { brandIn } from './fill.ts'
import { tellNews } from './news.ts'
import { insertNews } from './news-rows.ts'
import { events, kindOf, type SideOf, type ValueName } from './registry.ts'

export { unreadFor } from './news.ts'
export { deleteOldNews } from './news-rows.ts'
export { setMessages } from './off.ts'
export { channelsOf } from './registry.ts'
export { isQuiet } from './sending.ts'

type Account<S extends Side> = { accountId: string; side: S }
/** Somebody with an account, or who only wrote to us from a phone or an address, whoever it was when they wrote logged in. */
type Recipient<S extends Side> =
  | Account<S>
  | { phone: string | null; email?: string | null; language: Language; writer?: Account<S> | null }

type Message<E extends NotificationEvent> = Recipient<SideOf<E>> & {
  event: E
  onceKey: string
  values: Record<Language, Record<ValueName<E>, string>>
  /** After this it is no news any more, and not sent. */
  until?: Date
}

/** The values of a message in both languages; the index is that of the catalogue's names. */
export const inBoth = <Name extends string>(values: (language: Language, i: 0 | 1) => Record<Name, string>) => ({
  en: values('en', 0),
  hi: values('hi', 1),
})

async function personOf(tx: Transaction, { accountId, side }: Account<Side>): Promise<Person | null> {
  const { rows } = await sql<Person>`
    select a.phone, a.language, nullif(case ${side} when 'family' then f.email when 'mentor' then m.email end, '') as email
    from account a left join family f on f.account_id = a.id left join mentor m on m.account_id = a.id
    where a.id = ${accountId}`.execute(tx)
  return rows[0] ?? null
}

/**
 * Tells a person something, once for each `onceKey`: as news on the site, and in their language on every channel the event
 * has. Writes in the caller's transaction, so that a rolled-back change tells nobody; `sending.ts` sends what is there.
 */
export async function notify<E extends NotificationEvent>(
  tx: Transaction,
  message: Message<E>,
  ways: readonly Channel[] = channels,
): Promise<void> {
  const { event, until = null } = message
  const account = 'phone' in message ? null : message
  const person = 'phone' in message ? { ...message, email: message.email ?? null } : await personOf(tx, message)
  if (!person) return
  // Read with the phone number in one query, and not cached: a custom text is used in the next message of every process.
  const { callingNumber: phone, [textSetting(event)]: saved } = await readSettings(tx, [
    'callingNumber',
    textSetting(event),
  ])
  const custom = usableTemplates(event, saved)
  const known = (language: Language) => ({
    ...{ brand: brandIn(language), phone },
    ...message.values[language],
  })
  const values = { en: known('en'), hi: known('hi') }
  const onceKey = `${event}:${message.onceKey}:${account?.accountId ?? person.phone ?? person.email}`
  const member = 'phone' in message ? message.writer : message
  const data = custom.app ? { ...values, words: custom.app } : values
  if (member && (await insertNews(tx, { ...member, event, kind: kindOf[event], data, onceKey })))
    await tellNews(tx, member)
  const texts = { ...events[event], ...custom }
  for (const way of ways) {
    const written = way.write(texts, person, values[person.language])
    if (!written) continue
    const key = way.name === 'sms' ? onceKey : `${onceKey}:${way.name}`
    await sql`insert into outbox (channel, recipient, account_id, side, template, language, text, data, once_key, useless_at)
      values (${way.name}, ${written.to}, ${account?.accountId ?? null}, ${account?.side ?? null}, ${event}, ${person.language},
        ${written.text}, ${JSON.stringify(written.data)}, ${key}, ${until})
      on conflict on constraint outbox_once do nothing`.execute(tx)
  }
}

type Letter = { to: string; language: Language; subject: string; text: string; familyId: string; orderId: string }

/** Puts the e-mail with a receipt on its way, once for each `onceKey`; it is no notification and has no other channel. */
export const queueReceiptMail = (
  tx: Transaction,
  { subject, familyId: family, orderId: order, ...mail }: Letter,
  onceKey: string,
) =>
  sql`insert into outbox (channel, recipient, template, language, text, data, once_key)
    values ('email', ${mail.to}, 'receipt', ${mail.language}, ${mail.text}, ${JSON.stringify({ subject, family, order })}, ${onceKey})
    on conflict on constraint outbox_once do nothing`.execute(tx)
