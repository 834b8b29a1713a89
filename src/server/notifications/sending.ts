import { type Kysely, sql } from 'kysely'
import type { Language } from '#contract/errors.ts'
import type { NotificationEvent } from '#contract/notification-events.ts'
import { kindOf } from '#contract/notification-kinds.ts'
import { timeInIndia } from '#contract/time.ts'
import type { Parts } from '#server/app.ts'
import type { Attachment } from '#server/outside/mail.ts'
import { turnedOff } from '#server/outside/outbox.ts'
import type { DB } from '#server/platform/schema.ts'
import { registeredValues } from './registered.ts'

/** One written message that is sent now. */
export type DueMessage = {
  id: string
  channel: 'sms' | 'email'
  to: string
  template: string
  language: Language
  text: string
  data: Record<string, string>
  waitedHours: number
  /** Kinds of messages that the person does not want on this channel. */
  unwanted: string[]
}

/** Draws what is sent with a mail of a template; null when there is nothing to send any more. */
export type Attach = (message: DueMessage) => Promise<Attachment | null>

/** After this a message that could not be handed over is given up. */
const patienceHours = 24
const together = 10

/** News of safety, which are worth waking for. */
const urgent: readonly NotificationEvent[] = ['payout-account-set']

/** Old rows may have other templates. */
const kinds: Partial<Record<string, string>> = kindOf

/** Nobody's phone rings from nine in the evening to seven in the morning (product.md §7); mail may lie there. */
const isQuiet = (now: Date) => timeInIndia(now) >= '21:00' || timeInIndia(now) < '07:00'

/**
 * Sends what is written and due. Each message is taken with its next try already set, so that two processes never send one
 * at the same time, and what dies on its way is tried again: a minute later, then two, four and so on.
 */
export async function sendDue(parts: Parts, attach: Record<string, Attach>, now = new Date()): Promise<void> {
  for (;;) {
    const batch = await takeDue(parts.db, isQuiet(now))
    await Promise.all(batch.map((one) => sendOne(parts, attach, one)))
    if (batch.length < together) return
  }
}

async function sendOne(parts: Parts, attach: Record<string, Attach>, message: DueMessage): Promise<void> {
  const { db, log } = parts
  const { id, template, waitedHours } = message
  const about = { messageId: id, template }
  try {
    const isWanted = !message.unwanted.includes(kinds[template] ?? '')
    const outcome = isWanted ? await handOver(parts, attach, message) : turnedOff
    if (outcome === 'sent') await setSent(db, id)
    else if (outcome === turnedOff) await giveUp(db, id, outcome)
    else {
      await giveUp(db, id, outcome)
      log?.warn(about, `a message was given up: ${outcome}`)
    }
  } catch (error) {
    const isLast = waitedHours > patienceHours
    if (isLast) await giveUp(db, id, error instanceof Error ? error.message : 'not handed over')
    log?.[isLast ? 'error' : 'warn']({ err: error, ...about }, 'a message could not be sent')
  }
}

/** @returns `sent`, or why it never will be */
async function handOver({ sms, mail }: Parts, attach: Record<string, Attach>, message: DueMessage): Promise<string> {
  const { id, channel, to, language, text, data } = message
  if (channel === 'sms') {
    const event = message.template as NotificationEvent // true: notify() writes SMS of these only
    const outcome = await sms.sendText({ phone: to, event, language, values: registeredValues(event, language, data) })
    return outcome === 'sent' ? outcome : 'no text is registered for it'
  }
  const drawn = attach[message.template]
  const attachment = drawn ? await drawn(message) : undefined
  if (attachment === null) return 'there is nothing to attach'
  const outcome = await mail.send({ id, to, subject: data.subject ?? '', text, ...(attachment && { attachment }) })
  return outcome === 'sent' ? outcome : 'the address was refused'
}

async function takeDue(db: Kysely<DB>, quiet: boolean): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    update outbox set tries = tries + 1, due_at = now() + least(interval '1 minute' * 2 ^ tries, interval '2 hours')
    where id in (
      select id from outbox where sent_at is null and given_up_at is null and due_at <= now()
        and (channel = 'email' or channel = 'sms' and (not ${quiet}::boolean or template = any(${[...urgent]})))
      order by due_at limit ${together} for update skip locked)
    returning id, channel, recipient as to, template, language, text, data #- '{attachment}' as data,
      array(select kind from message_off o where o.account_id = outbox.account_id and o.channel = outbox.channel) as unwanted,
      extract(epoch from now() - created_at)::float8 / 3600 as "waitedHours"`.execute(db)
  return rows
}

const setSent = (db: Kysely<DB>, id: string) =>
  sql`update outbox set sent_at = now(), trouble = null where id = ${id} and given_up_at is null`.execute(db)

const giveUp = (db: Kysely<DB>, id: string, trouble: string) =>
  sql`update outbox set given_up_at = now(), trouble = ${trouble} where id = ${id} and sent_at is null`.execute(db)
