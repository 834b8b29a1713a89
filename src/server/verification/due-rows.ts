import { type Kysely, sql } from 'kysely'
import type { CheckKind } from '#contract/catalogue.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>
const today = sql`(now() at time zone 'Asia/Kolkata')::date`
/** Nights that may be missed before a badge stays on a card. */
const nights = 14

export async function mentorsWithEndedChecks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct c.mentor_id as id from mentor_check c join mentor m on m.id = c.mentor_id
    where c.state = 'passed' and c.valid_until < ${today} and c.valid_until >= ${today} - ${nights}::int
      and m.status = 'verified' and m.show_on_website order by 1`.execute(db)
  return rows.map((row) => row.id)
}

/** Whoever writes a mentor's card waits for others who do, always in the same order. */
export const lockMentors = (tx: Db, ids: readonly string[]) =>
  sql`select from mentor where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx)

export type EndingCheck = { mentorId: string; accountId: string; kind: CheckKind; validUntil: string }

/** Checks of listed mentors that end within some days and whose mentors were not told. */
export async function checksToRemindOf(db: Db, days: number): Promise<EndingCheck[]> {
  const { rows } = await sql<EndingCheck>`
    select c.mentor_id as "mentorId", m.account_id as "accountId", c.kind, c.valid_until::text as "validUntil"
    from mentor_check c join mentor m on m.id = c.mentor_id
    where c.state = 'passed' and c.valid_until between ${today} and ${today} + ${days}::int and c.reminded_at is null and m.status = 'verified'
    order by 1, 3`.execute(db)
  return rows
}

/** Whether nobody else reminded meanwhile. */
export async function markReminded(tx: Db, { mentorId, kind, validUntil }: EndingCheck): Promise<boolean> {
  const { rows } = await sql`
    update mentor_check set reminded_at = now() where mentor_id = ${mentorId} and kind = ${kind} and state = 'passed'
      and valid_until = ${validUntil}::date and reminded_at is null returning kind`.execute(tx)
  return rows.length > 0
}

export async function mentorsWithOldDocuments(db: Db, days: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from mentor m join mentor_check c on c.mentor_id = m.id and c.kind = 'identity' and c.state = 'passed'
    where m.document is not null and m.document is distinct from m.deleted_document and c.checked_on <= ${today} - ${days}::int
    order by 1`.execute(db)
  return rows.map((row) => row.id)
}
