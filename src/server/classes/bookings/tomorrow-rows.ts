import { sql } from 'kysely'
import type { Subject } from '#contract/reference/catalogue.ts'
import type { Db } from '#server/platform/database.ts'

export type Reader = { accountId: string; side: 'family' | 'mentor' }
type Class = { startsAt: Date; subject: Subject; learner: string | null; mentor: string }

const classesOn = (date: string) => sql`
  lesson l join booking b on b.id = l.booking_id join family f on f.id = b.family_id join mentor m on m.id = b.mentor_id
  where l.status = 'scheduled' and m.status <> 'suspended' and l.starts_at >= ${date}::date::timestamp at time zone 'Asia/Kolkata'
    and l.starts_at < (${date}::date + 1)::timestamp at time zone 'Asia/Kolkata'`

/** Accounts with lessons on a date whose `notify` key is not in the outbox yet. */
export async function readersOf(db: Db, date: string, event: string): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select "accountId", side from (
      select f.account_id as "accountId", 'family' as side from ${classesOn(date)}
      union select m.account_id, 'mentor' from ${classesOn(date)}) as one
    where not exists (select from outbox o where o.once_key = concat_ws(':', ${event}::text, ${date}::text, one.side, one."accountId"))`.execute(
    db,
  )
  return rows
}

/** One side's lessons on a date, by time. */
export async function classesFor(db: Db, { accountId, side }: Reader, date: string): Promise<Class[]> {
  const owner = side === 'family' ? sql`f.account_id` : sql`m.account_id`
  const { rows } = await sql<Class>`
    select l.starts_at as "startsAt", b.subject, m.full_name as mentor,
      coalesce(nullif(b.student_name, ''), (select nullif(name, '') from learner where id = l.learner_id)) as learner
    from ${classesOn(date)} and ${owner} = ${accountId} order by l.starts_at, l.id`.execute(db)
  return rows
}
