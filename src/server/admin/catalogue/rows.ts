import { type Kysely, type RawBuilder, sql } from 'kysely'
import { carriesRename } from '#server/classes/bookings/bookings.ts'
import { draftHasBoard, draftHasDegree, draftNames } from '#server/mentors/applications/applications.ts'
import { carriesRename as orderCarriesRename } from '#server/money/orders/orders.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>
type Pair = { from: string; into: string }
type Counts = { mentors: number; both: number; learners: number; drafts: number; bookings: number }

const count = (from: RawBuilder<unknown>) => sql`(select count(*)::int from ${from})`

/** Counts what a merge of two subjects moves; `words` are the names of the first. */
export async function countSubject(db: Db, pair: Pair, words: readonly string[]): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with taught as (select distinct mentor_id from mentor_offer where subject = ${pair.from})
    select ${count(sql`taught`)} as mentors, 0 as learners,
      ${count(sql`taught t where exists (select from mentor_offer o where o.mentor_id = t.mentor_id and o.subject = ${pair.into})`)} as both,
      ${count(sql`booking b where ${carriesRename(pair)}`)} + ${count(sql`payment_order p where ${orderCarriesRename(pair)}`)} as bookings,
      ${count(sql`application a where ${draftNames(words)}`)} as drafts`.execute(db)
  return rows[0] ?? none
}

/** Counts what a merge of two boards moves. */
export async function countBoard(db: Db, { from, into }: Pair): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select ${count(sql`mentor m where ${from} = any(m.boards) or m.twelfth_board = ${from}`)} as mentors,
      ${count(sql`mentor m where m.boards @> array[${from}, ${into}]::text[]`)} as both,
      ${count(sql`learner l where l.board = ${from}`)} as learners, 0 as bookings,
      ${count(sql`application a where ${draftHasBoard(from)}`)} as drafts`.execute(db)
  return rows[0] ?? none
}

/** Counts what a merge of two degrees moves. */
export async function countDegree(db: Db, { from, into }: Pair): Promise<Counts> {
  const has = (word: string) => sql`(m.graduation_degree = ${word} or m.postgraduation_degree = ${word})`
  const { rows } = await sql<Counts>`
    select ${count(sql`mentor m where ${has(from)}`)} as mentors, ${count(sql`mentor m where ${has(from)} and ${has(into)}`)} as both,
      0 as learners, 0 as bookings, ${count(sql`application a where ${draftHasDegree(from)}`)} as drafts`.execute(db)
  return rows[0] ?? none
}

const none: Counts = { mentors: 0, both: 0, learners: 0, drafts: 0, bookings: 0 }
