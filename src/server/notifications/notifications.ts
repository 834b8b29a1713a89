import { type Kysely, sql } from 'kysely'
import type { Language } from '#contract/errors.ts'
import type { DB } from '#server/platform/schema.ts'

type Words = Record<Language, string>

/** One template per event and language. `{name}` is filled from the event's values. */
const templates = {
  'booking-paid-family': {
    en: '{brand}: your {plan} of {subject} with {mentor} is booked. {mentor} sets the time by {by}.',
    hi: '{brand}: {mentor} के साथ {subject} की {plan} बुक हो गई। {mentor} {by} तक समय तय करेंगे।',
  },
  'booking-paid-mentor': {
    en: '{brand}: new booking for {subject} ({plan}). Please set the first class by {by}.',
    hi: '{brand}: {subject} की नई बुकिंग ({plan})। कृपया {by} तक पहली क्लास तय करें।',
  },
  'payment-returned': {
    en: '{brand}: we received {amount} for order {number}, but this was paid or booked before. We send it back to the same account within 7 days.',
    hi: '{brand}: ऑर्डर {number} के {amount} मिले, पर यह पहले ही चुकाया या बुक हो चुका था। पैसा 7 दिन में उसी खाते में लौटा देंगे।',
  },
  'class-scheduled': {
    en: '{brand}: {subject} with {mentor} is on {at}.',
    hi: '{brand}: {mentor} के साथ {subject} की क्लास {at} को है।',
  },
  'class-marked': {
    en: '{brand}: {mentor} marked the {subject} class of {at} as held. Please confirm; no answer by {by} counts as yes.',
    hi: '{brand}: {mentor} ने {at} की {subject} क्लास दर्ज की है। कृपया पुष्टि करें; {by} तक जवाब न मिलने पर हाँ माना जाएगा।',
  },
  'case-opened': {
    en: '{brand}: your request {number} has reached us. We call you by {by}.',
    hi: '{brand}: आपका अनुरोध {number} हमें मिल गया। हम {by} तक आपको फ़ोन करेंगे।',
  },
  'application-received': {
    en: '{brand}: we have your application {number}. We look at it within 3 working days and tell you here.',
    hi: '{brand}: आपका आवेदन {number} हमें मिल गया। हम 3 कामकाजी दिनों में देखकर यहीं बताएँगे।',
  },
} as const satisfies Record<string, Words>
export type NotificationEvent = keyof typeof templates

/** Fills `{name}` in a text. */
export const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** Somebody with an account, or a phone that only wrote to us. */
type Recipient = { accountId: string } | { phone: string; language: Language }
type Message = Recipient & {
  event: NotificationEvent
  onceKey: string
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
 * transaction, so that a rolled-back change tells nobody.
 */
export async function notify(tx: Kysely<DB>, message: Message): Promise<void> {
  const person = await personOf(tx, message)
  if (!person) return
  const to = 'phone' in message ? message.phone : message.accountId
  const values = message.values[person.language]
  await sql`insert into outbox (channel, recipient, template, language, text, data, once_key)
    values ('sms', ${person.phone}, ${message.event}, ${person.language}, ${fill(templates[message.event][person.language], values)},
      ${JSON.stringify(values)}, ${`${message.event}:${message.onceKey}:${to}`})
    on conflict on constraint outbox_once do nothing`.execute(tx)
}
