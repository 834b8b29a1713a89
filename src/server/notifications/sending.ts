import { sql } from 'kysely'
import { timeInIndia } from '#contract/wire/time.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/platform/database.ts'
import { optedOutReason } from '#server/providers/outbox.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { type Attach, type Channel, channels, type DueMessage } from './channels.ts'
import { events, kindOf } from './registry.ts'

/** Reason stored with expired messages. */
const expiredReason = 'its time was over'

/** Hours after which an undeliverable message is given up. */
const giveUpHours = 24
const together = 10

/** Events sent during quiet hours too. */
const urgent = Object.entries(events).flatMap(([event, { urgent }]) => (urgent ? [event] : []))

/** Partial: old rows may have removed templates. */
const kinds: Partial<Record<string, string>> = kindOf

/** Whether quiet hours apply: 21:00 to 07:00 or longer (product.md §7). Email ignores them. */
export async function isQuiet(db: Db, now: Date): Promise<boolean> {
  const { from, until } = await readSetting(db, 'quietHours')
  return timeInIndia(now) >= from || timeInIndia(now) < until
}

/**
 * Sends due messages. Taking a message sets its next attempt first, so that two processes never send it at once and a crash
 * leads to a retry, after 1, 2, 4 minutes and so on.
 */
export async function sendDue(
  context: Context,
  attach: Attach,
  now = new Date(),
  ways: readonly Channel[] = channels,
): Promise<void> {
  for (;;) {
    const isNight = await isQuiet(context.db, now)
    const open = ways.filter(({ rings }) => !rings || !isNight).map(({ name }) => name)
    const batch = await takeDue(context.db, { open, all: ways.map(({ name }) => name), now })
    await Promise.all(batch.map((one) => sendOne(context, attach, one, ways)))
    if (batch.length < together) return
  }
}

async function sendOne(context: Context, attach: Attach, message: DueMessage, ways: readonly Channel[]): Promise<void> {
  const { db, log } = context
  const { id, channel, template, waitedHours } = message
  const about = { messageId: id, channel, template }
  try {
    const isWanted = !message.unwanted.includes(kinds[template] ?? '')
    const way = ways.find(({ name }) => name === channel)
    const outcome = !isWanted
      ? optedOutReason
      : message.isLate
        ? expiredReason
        : await way?.send(context, message, attach)
    if (outcome === 'sent') await setSent(db, id)
    else if (outcome) await giveUp(db, id, outcome)
    if (outcome !== 'sent' && outcome !== optedOutReason) log?.warn(about, `a message was given up: ${outcome}`)
  } catch (error) {
    const isLast = waitedHours > giveUpHours
    if (isLast) await giveUp(db, id, error instanceof Error ? error.message : 'not handed over')
    else await setFailure(db, id, error)
    log?.[isLast ? 'error' : 'warn']({ err: error, ...about }, 'a message could not be sent')
  }
}

type Due = { open: string[]; all: string[]; now: Date }

async function takeDue(db: Db, { open, all, now }: Due): Promise<DueMessage[]> {
  // Materialised: the planner could run a subquery again for each row, and the limit would then pick fewer than ten.
  const { rows } = await sql<DueMessage>`
    with due as materialized (
      select id from outbox where sent_at is null and given_up_at is null and due_at <= now()
        and (channel = any(${open}) or channel = any(${all}) and template = any(${urgent}))
      order by due_at limit ${together} for update skip locked)
    update outbox set tries = tries + 1, due_at = now() + least(interval '1 minute' * 2 ^ tries, interval '2 hours')
    from due where outbox.id = due.id
    returning outbox.id, channel, recipient as to, template, language, text, data #- '{attachment}' as data, account_id as "accountId", side,
      coalesce(useless_at < ${now}, false) as "isLate",
      array(select kind from message_off o where outbox.side is not null and o.account_id = outbox.account_id and o.channel = outbox.channel) as unwanted,
      extract(epoch from now() - coalesce(again_at, created_at))::float8 / 3600 as "waitedHours"`.execute(db)
  return rows
}

const setSent = (db: Db, id: string) =>
  db
    .updateTable('outbox')
    .set({ sent_at: sql<Date>`now()`, trouble: null })
    .where('id', '=', id)
    .where('given_up_at', 'is', null)
    .execute()

const giveUp = (db: Db, id: string, failureReason: string) =>
  db
    .updateTable('outbox')
    .set({ given_up_at: sql<Date>`now()`, trouble: failureReason })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()

const setFailure = (db: Db, id: string, error: unknown) =>
  db
    .updateTable('outbox')
    .set({ trouble: error instanceof Error ? error.message : 'not handed over' })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
