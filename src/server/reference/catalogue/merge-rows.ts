import { type Kysely, sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>
type Pair = { from: string; into: string }

/** What a booking and an open order may carry along: not where a rule says once (a demo, its credit, the same wish) and both have it. */
const openBookings = ({ from, into }: Pair) => sql`b.subject = ${from} and b.status in ('pending_schedule', 'scheduled')
  and not (b.plan = 'demo' and exists (select from booking o where o.family_id = b.family_id and o.mentor_id = b.mentor_id
    and o.learner_id = b.learner_id and o.subject = ${into} and o.plan = 'demo' and o.status <> 'cancelled'))`
const openOrders = ({ from, into }: Pair) => sql`p.subject = ${from} and p.status = 'created'
  and not exists (select from payment_order o where o.family_id = p.family_id and o.mentor_id = p.mentor_id
    and o.learner_id = p.learner_id and o.subject = ${into} and (o.status = 'created' or o.promotion_used))`

/** How many mentors, bookings and orders a merge moves. */
export async function countMoved(db: Db, pair: Pair): Promise<{ mentors: number; both: number; bookings: number }> {
  const { rows } = await sql<{ mentors: number; both: number; bookings: number }>`
    with taught as (select distinct mentor_id from mentor_offer where subject = ${pair.from})
    select (select count(*)::int from taught) as mentors,
      (select count(*)::int from taught t where exists (select from mentor_offer o where o.mentor_id = t.mentor_id and o.subject = ${pair.into})) as both,
      (select count(*)::int from booking b where ${openBookings(pair)}) + (select count(*)::int from payment_order p where ${openOrders(pair)}) as bookings`.execute(
    db,
  )
  return rows[0] ?? { mentors: 0, both: 0, bookings: 0 }
}

/** Offers, open orders and open bookings of one subject become those of another one. Answers whose offers. */
export async function moveSubject(tx: Tx, pair: Pair): Promise<string[]> {
  await sql`update payment_order p set subject = ${pair.into} where ${openOrders(pair)}`.execute(tx)
  await sql`update booking b set subject = ${pair.into} where ${openBookings(pair)}`.execute(tx)
  await sql`insert into mentor_offer (mentor_id, level, grade_key, subject, rank)
    select mentor_id, level, grade_key, ${pair.into}, rank from mentor_offer where subject = ${pair.from} on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string }>`
    with gone as (delete from mentor_offer where subject = ${pair.from} returning mentor_id) select distinct mentor_id as id from gone`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Tells it in the history of these mentors, as their next version; by a job when nobody is named. */
export async function noteChange(
  tx: Tx,
  ids: readonly string[],
  by: string | null,
  change: { field: string; from: string; to: string },
): Promise<void> {
  const detail = JSON.stringify({ changes: [change] })
  await sql`update mentor set version = version + 1, updated_at = now() where id = any(${[...ids]}::uuid[])`.execute(tx)
  await sql`insert into mentor_event (mentor_id, kind, by_account, detail)
    select id, 'changed', ${by}, ${detail}::jsonb from unnest(${[...ids]}::uuid[]) as one(id)`.execute(tx)
}

/** As it was saved: nothing has checked its shape. */
type Tree = Record<string, unknown>

/** Application forms that name a subject by one of these words, locked when `isLocked`. */
export async function draftsNaming(db: Db, words: readonly string[], isLocked = false) {
  const { rows } = await sql<{ account: string; tree: Tree }>`
    select a.account_id as account, a.answers #> '{preferences,teachingPreferences}' as tree from application a
    where exists (select from jsonb_path_query(a.answers, '$.preferences.teachingPreferences.*.*[*]', '{}', true) as w
      where lower(w #>> '{}') = any(${[...words]}::text[])) order by a.account_id ${isLocked ? sql`for update` : sql``}`.execute(
    db,
  )
  return rows
}

export const writeTree = (tx: Tx, account: string, tree: Tree) =>
  sql`update application set answers = jsonb_set(answers, '{preferences,teachingPreferences}', ${JSON.stringify(tree)}::jsonb)
    where account_id = ${account}`.execute(tx)
