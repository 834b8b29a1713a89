import { type Kysely, sql } from 'kysely'
import type { Language } from '#contract/errors.ts'
import type { NotificationEvent } from '#contract/notification-events.ts'
import type { DB } from '#server/platform/schema.ts'
import { fill } from './fill.ts'
import { letters } from './letters.ts'
import { templates } from './templates.ts'

/** Somebody with an account, or a phone that only wrote to us. */
type Recipient = { accountId: string } | { phone: string; language: Language }
type Message = Recipient & {
  event: NotificationEvent
  onceKey: string
  /** Where a letter goes, for events that have one; empty when there is no address. */
  email?: string
  values: Record<Language, Record<string, string>>
}

async function personOf(tx: Kysely<DB>, to: Recipient): Promise<{ phone: string; language: Language } | null> {
  if ('phone' in to) return to
  const { rows } = await sql<{ phone: string; language: Language }>`
    select phone, language from account where id = ${to.accountId}`.execute(tx)
  return rows[0] ?? null
}

/**
 * Tells a person something, in their language, once for each `onceKey`. Writes to the outbox in the caller's
 * transaction, so that a rolled-back change tells nobody; `sending.ts` sends what is there.
 */
export async function notify(tx: Kysely<DB>, message: Message): Promise<void> {
  const person = await personOf(tx, message)
  if (!person) return
  const accountId = 'phone' in message ? null : message.accountId
  const to = accountId ?? person.phone
  const values = message.values[person.language]
  const { event, email } = message
  const onceKey = `${event}:${message.onceKey}:${to}`
  const write = (
    channel: 'sms' | 'email',
    recipient: string,
    text: string,
    data: Record<string, string>,
    key: string,
  ) =>
    sql`insert into outbox (channel, recipient, account_id, template, language, text, data, once_key)
      values (${channel}, ${recipient}, ${accountId}, ${event}, ${person.language}, ${text}, ${JSON.stringify(data)}, ${key})
      on conflict on constraint outbox_once do nothing`.execute(tx)
  await write('sms', person.phone, fill(templates[event][person.language], values), values, onceKey)
  const letter = letters[event]?.[person.language]
  if (!letter || !email) return
  const subject = fill(letter.subject, values)
  await write('email', email, fill(letter.text, values), { ...values, subject }, `${onceKey}:email`)
}
