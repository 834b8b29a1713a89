import { type Kysely, sql } from 'kysely'
import { type CheckKind, neededChecks } from '#contract/catalogue.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>
export const today = sql`(now() at time zone 'Asia/Kolkata')::date`

/**
 * Checks of verified mentors that must be made again: opened by a change of what they stand for, failed, or ended. An identity
 * whose document we asked for waits for the mentor (`is_asked`). An optional check that is open is simply not there.
 */
export const rechecks = sql`(
  select c.mentor_id, c.kind, max(e.at) as since, case c.state when 'failed' then 'failed' else 'opened' end as why, bool_or(m.document_asked_at is not null and c.kind = 'identity') as is_asked,
    coalesce((array_agg(e.detail -> 'changed' order by e.at desc, e.id desc))[1], '[]') as changed
  from mentor_check c join mentor m on m.id = c.mentor_id and m.status = 'verified' join mentor_event e on e.mentor_id = c.mentor_id
    and case c.state when 'failed' then e.kind = 'check_failed' and e.detail ->> 'check' = c.kind
      else e.kind = 'check_reopened' and e.detail ->> 'check' = c.kind or e.kind = 'document_given' and c.kind = 'identity' end
  where (c.state = 'failed' or c.state = 'pending' and c.kind = any(${[...neededChecks]})) group by 1, 2, c.state
  union all
  select c.mentor_id, c.kind, (c.valid_until + 1)::timestamp at time zone 'Asia/Kolkata', 'ended', m.document_asked_at is not null and c.kind = 'identity', '[]'
  from mentor_check c join mentor m on m.id = c.mentor_id and m.status = 'verified' where c.state = 'passed' and c.valid_until < ${today})`
/** Since when the mentor `m` of a query waits for a check to be made again; null when it does not. */
export const recheckSince = sql`(select min(r.since) from ${rechecks} r where r.mentor_id = m.id and not r.is_asked)`

/** What must be checked again of a verified mentor, and why. */
export async function rechecksOf(db: Db, mentorId: string) {
  const { rows } = await sql<{ kind: CheckKind; since: Date; why: 'opened' | 'ended' | 'failed'; changed: string[] }>`
    select r.kind, r.since, r.why, r.changed from ${rechecks} r where r.mentor_id = ${mentorId} order by r.since, r.kind`.execute(
    db,
  )
  return rows
}
