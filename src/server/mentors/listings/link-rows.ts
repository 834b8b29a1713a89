import { type Kysely, sql } from 'kysely'
import { maxSelectedMentors } from '#contract/mentors/limits.ts'
import type { MentorLink } from '#contract/mentors/mentor-links.ts'
import { containing, type Listing } from '#server/platform/listing.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>
export type LinkRow = Omit<MentorLink, 'madeAt' | 'endsAt'> & { madeAt: Date; endsAt: Date | null }
export type LinkBy = 'made' | 'opens'

/** The database's clock decides. */
const isOver = sql`(l.ended_at is not null or coalesce(l.ends_at <= now(), false))`
const columns = sql`l.id as "_id", l.name, l.token, cardinality(l.mentor_ids) as mentors, l.made_at as "madeAt", coalesce(u.name, '') as "madeBy", l.opens, l.ends_at as "endsAt", ${isOver} as "isOver",
  case when cardinality(l.mentor_ids) <= ${maxSelectedMentors} then l.mentor_ids end as ids`
const from = sql`mentor_link l left join admin_user u on u.account_id = l.made_by`
const isShown = sql`m.status = 'verified' and m.show_on_website`

export const linkList = (q: string | undefined): Listing<LinkBy> => ({
  name: `mentor links ${q ?? ''}`,
  columns,
  from,
  where: q ? sql`l.name ilike ${containing(q)}` : sql`true`,
  id: sql`l.id`,
  sorts: { made: { by: sql`l.made_at`, type: 'timestamptz' }, opens: { by: sql`l.opens`, type: 'bigint' } },
})

export async function linkById(db: Db, id: string): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`select ${columns} from ${from} where l.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Which of these families see, in the order given, each once. */
export async function shownAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from mentor m where m.id = any(${[...ids]}::uuid[]) and ${isShown}`.execute(db)
  const shown = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => shown.has(id))
}

type NewLink = { name: string; token: string; mentors: readonly string[]; accountId: string; days: number | null }
export async function insertLink(db: Db, { name, token, mentors, accountId, days }: NewLink): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into mentor_link (name, token, mentor_ids, made_by, ends_at)
    values (${name}, ${token}, ${[...mentors]}::uuid[], ${accountId}, now() + make_interval(days => ${days}::int)) returning id`.execute(
    db,
  )
  if (!rows[0]) throw new Error('no link was made')
  return rows[0].id
}

/** Ends a link that goes on. @returns whether it did */
export async function endLink(db: Db, id: string, accountId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mentor_link l set ended_at = now(), ended_by = ${accountId} where l.id = ${id} and not ${isOver}`.execute(db)
  return numAffectedRows === 1n
}

/** The mentors of a link, as they were chosen. */
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
