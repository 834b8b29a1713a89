import { sql } from 'kysely'
import type { MentorLink } from '#contract/mentors/mentor-links.ts'
import type { Db } from '#server/platform/database.ts'
import { containsPattern, type Listing } from '#server/platform/listing.ts'

export type LinkRow = Omit<MentorLink, 'madeAt' | 'endsAt'> & { madeAt: Date; endsAt: Date | null }
export type LinkBy = 'made' | 'opens'

/** By the clock of the database. */
const isOver = sql`(l.ended_at is not null or coalesce(l.ends_at <= now(), false))`
const columns = sql`l.id as "_id", l.name, l.token, cardinality(l.mentor_ids) as mentors, l.made_at as "madeAt", coalesce(u.name, '') as "madeBy", l.opens, l.ends_at as "endsAt", ${isOver} as "isOver"`
const from = sql`mentor_link l left join admin_user u on u.account_id = l.made_by`
const isShown = sql`m.is_listed`

export const linkList = (q: string | undefined): Listing<LinkBy> => ({
  name: `mentor links ${q ?? ''}`,
  columns,
  from,
  where: q ? sql`l.name ilike ${containsPattern(q)}` : sql`true`,
  id: sql`l.id`,
  sorts: { made: { by: sql`l.made_at`, type: 'timestamptz' }, opens: { by: sql`l.opens`, type: 'bigint' } },
})

export async function linkById(db: Db, id: string): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`select ${columns} from ${from} where l.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The ids among these that families can see, in the order given, without duplicates. */
export async function listedAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from mentor m where m.id = any(${[...ids]}::uuid[]) and ${isShown}`.execute(db)
  const shown = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => shown.has(id))
}

type NewLink = { name: string; token: string; mentors: readonly string[]; accountId: string; days: number | null }
export async function insertLink(db: Db, { name, token, mentors, accountId, days }: NewLink): Promise<string> {
  const ends_at = sql<Date | null>`now() + make_interval(days => ${days}::int)`
  const values = { name, token, mentor_ids: [...mentors], made_by: accountId, ends_at }
  const { id } = await db.insertInto('mentor_link').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Ends a link that is still valid. @returns whether it was */
export async function endLink(db: Db, id: string, accountId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mentor_link l set ended_at = now(), ended_by = ${accountId} where l.id = ${id} and not ${isOver}`.execute(db)
  return numAffectedRows === 1n
}

/** The mentors of a link, in the order chosen. */
export async function mentorsOfLink(db: Db, token: string): Promise<{ ids: string[]; isOver: boolean } | null> {
  const { rows } = await sql<{ ids: string[]; isOver: boolean }>`
    select l.mentor_ids as ids, ${isOver} as "isOver" from mentor_link l where l.token = ${token}`.execute(db)
  return rows[0] ?? null
}

export async function countOpen(db: Db, token: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mentor_link l set opens = l.opens + 1 where l.token = ${token} and not ${isOver}`.execute(db)
  return numAffectedRows === 1n
}
