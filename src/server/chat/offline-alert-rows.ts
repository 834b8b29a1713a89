import { type RawBuilder, sql } from 'kysely'
import type { Side } from '#contract/wire/live.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { lockChatAway } from '#server/platform/locks.ts'
import { isOnline, otherSide, type Party } from './queries.ts'

/** Unread messages of one recipient; `others` counts senders besides `name`. */
export type UnreadSummary = {
  accountId: string
  messages: number
  others: number
  name: string | null
  onceKey: string
}

const batchSize = 200

/** Whether this side was alerted and no device has received anything since. */
const wasAlerted = (side: Side, id: RawBuilder<unknown>) => sql<boolean>`exists (select from conversation o
  where ${sql.ref(`o.${side}_id`)} = ${id} and ${sql.ref(`o.${side}_told`)} > ${sql.ref(`o.${side}_delivered`)})`

/** Offline recipients with a message that is undelivered for `minutes`, and no alert since the last delivery. */
export async function partiesToAlert(db: Db, side: Side, minutes: number): Promise<string[]> {
  const mine = sql.ref(`c.${side}_id`)
  const delivered = sql.ref(`c.${side}_delivered`)
  const alerted = sql.ref(`c.${side}_told`)
  const { rows } = await sql<{ id: string }>`
    select distinct ${mine} as id from conversation c
    where c.last_seq > ${delivered} and ${alerted} <= ${delivered} and ${sql.ref(`c.${side}_blocked_at`)} is null
      and exists (select from message t where t.conversation_id = c.id and t.seq > ${delivered} and t.sender = ${otherSide(side)}
        and t.sent_at < now() - make_interval(mins => ${minutes}))
      and not ${isOnline(mine)}
      and not ${wasAlerted(side, mine)}
    limit ${batchSize}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Marks everything unread as alerted. Null if another process did so first. */
export async function claimUnread(tx: Transaction, { side, id }: Party): Promise<UnreadSummary | null> {
  const other = otherSide(side)
  const delivered = sql.ref(`${side}_delivered`)
  const alerted = sql.ref(`${side}_told`)
  // Serialises processes per recipient, so that the second sees the update of the first.
  await lockChatAway(tx, id)
  const { rows } = await sql<UnreadSummary>`
    with alerted as (
      update conversation set ${alerted} = last_seq
      where ${sql.ref(`${side}_id`)} = ${id} and last_seq > ${delivered} and ${alerted} <= ${delivered} and ${sql.ref(`${side}_blocked_at`)} is null
        and not ${wasAlerted(side, sql`${id}`)}
      returning id, ${sql.ref(`${other}_id`)} as other_id, ${delivered} as delivered, last_seq),
    waiting as (
      select c.id, c.other_id, c.last_seq, count(*)::int as messages, max(t.sent_at) as at
      from alerted c join message t on t.conversation_id = c.id and t.seq > c.delivered and t.sender = ${other}
      group by c.id, c.other_id, c.last_seq)
    select p.account_id as "accountId", (select sum(messages)::int from waiting) as messages,
      (select count(*)::int - 1 from waiting) as others, ${other === 'family' ? sql`o.name` : sql`o.full_name`} as name,
      w.id || ':' || w.last_seq as "onceKey"
    from waiting w join ${sql.table(other)} o on o.id = w.other_id join ${sql.table(side)} p on p.id = ${id}
    order by w.at desc limit 1`.execute(tx)
  return rows[0] ?? null
}
