import { sql } from 'kysely'
import { type CheckKind, neededChecks } from '#contract/reference/catalogue.ts'
import type { Db } from '#server/platform/database.ts'

export const today = sql`(now() at time zone 'Asia/Kolkata')::date`

/** Mentor of a check `c`, looked up row by row: few checks are due again, however many mentors there are. */
const mentorOfCheck = sql`cross join lateral (select v.status, v.document_asked_at from mentor v where v.id = c.mentor_id offset 0) m`
const isOpened = sql`(c.state = 'failed' or c.state = 'pending' and (c.kind = any(${[...neededChecks]}) or c.kind = 'police' and exists (
  select from mentor_certificate f where f.mentor_id = c.mentor_id and f.kind = 'police' and f.deleted_at is null)))`
const isOver = sql`(c.state = 'passed' and c.valid_until < ${today})`
const isDocumentRequested = sql`(m.document_asked_at is not null and c.kind = 'identity')`
/** Whether event `e` opened check `c`. */
const isOpeningEvent = sql`case c.state when 'failed' then e.kind = 'check_failed' and e.detail ->> 'check' = c.kind
      else e.kind = 'check_reopened' and e.detail ->> 'check' = c.kind or e.kind = 'document_given' and c.kind = 'identity' end`

/**
 * Checks of verified mentors that are due again: reopened by a change, failed or expired. An identity check with a
 * requested document waits for the mentor (`is_asked`). An open optional check does not count.
 */
const rechecks = sql`(
  select c.mentor_id, c.kind, max(e.at) as since, case c.state when 'failed' then 'failed' else 'opened' end as why, bool_or(${isDocumentRequested}) as is_asked,
    coalesce((array_agg(e.detail -> 'changed' order by e.at desc, e.id desc))[1], '[]') as changed
  from mentor_check c ${mentorOfCheck} join mentor_event e on e.mentor_id = c.mentor_id and ${isOpeningEvent}
  where m.status = 'verified' and ${isOpened} group by 1, 2, c.state
  union all
  select c.mentor_id, c.kind, (c.valid_until + 1)::timestamp at time zone 'Asia/Kolkata', 'ended', ${isDocumentRequested}, '[]'
  from mentor_check c ${mentorOfCheck} where m.status = 'verified' and ${isOver})`

/** A change by a verified mentor that waits for a decision; with a requested document it waits for that first. */
const changes = sql`mentor_change w cross join lateral (select v.status, v.document_asked_at from mentor v where v.id = w.mentor_id offset 0) m`
const isToDecide = sql`w.status = 'waiting' and m.status = 'verified'`

/** Verified mentors an admin must look at again: checks that are due and changes to decide. */
export const dueAgain = sql`(
  select r.mentor_id, r.since, r.is_asked from ${rechecks} r
  union all
  select w.mentor_id, w.asked_at, m.document_asked_at is not null from ${changes} where ${isToDecide})`

/** Counting stops at this many of each kind. */
const maxCountedRechecks = 200
/** Number of mentors with a check that is due again or a change to decide. */
export const recheckCount = sql`(select count(distinct w.mentor_id)::int from (
  (select c.mentor_id from mentor_check c ${mentorOfCheck} where m.status = 'verified' and ${isOpened} and not ${isDocumentRequested}
    and exists (select from mentor_event e where e.mentor_id = c.mentor_id and ${isOpeningEvent}) limit ${maxCountedRechecks})
  union all
  (select c.mentor_id from mentor_check c ${mentorOfCheck} where m.status = 'verified' and ${isOver} and not ${isDocumentRequested} limit ${maxCountedRechecks})
  union all
  (select w.mentor_id from ${changes} where ${isToDecide} and m.document_asked_at is null limit ${maxCountedRechecks})) w)`

/** Since when mentor `m` has had to be looked at again; null when there is nothing. */
export const recheckSince = sql`(select min(r.since) from ${dueAgain} r where r.mentor_id = m.id and not r.is_asked)`

/** Checks of a mentor that are due again, and why. */
export async function rechecksOf(db: Db, mentorId: string) {
  const { rows } = await sql<{ kind: CheckKind; since: Date; why: 'opened' | 'ended' | 'failed'; changed: string[] }>`
    select r.kind, r.since, r.why, r.changed from ${rechecks} r where r.mentor_id = ${mentorId} order by r.since, r.kind`.execute(
    db,
  )
  return rows
}
