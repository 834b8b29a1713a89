import { type RawBuilder, sql } from 'kysely'
import { type ReliabilityKind, reliabilityRules } from '#contract/mentors/limits.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { Reads } from '#server/platform/json-rows.ts'
import { lockMentor } from '#server/platform/locks.ts'

const { days, answerHours } = reliabilityRules
const since = sql`now() - make_interval(days => ${days})`
const answerTime = sql`make_interval(hours => ${answerHours})`

/** When a booking got its first lesson or timetable. UUIDv7 ids contain their creation time. */
const plannedAt = sql`least((select min(t.made_at) from timetable t where t.booking_id = b.id),
  (select min(uuid_extract_timestamp(l.id)) from lesson l where l.booking_id = b.id))`

/** When the family of booking `b` moved to another mentor. */
const leftAt = sql`(select n.booked_at from booking n where n.replaces = b.id)`

/**
 * When lesson `l` of proposal `t` was cancelled, after which it cannot be answered. Unknown times count as immediate.
 */
const givenUpAt = sql`case when l.status = 'cancelled' then coalesce((select c.ended_at from lesson_change c
  where c.lesson_id = l.id and c.kind = 'cancel' and c.status = 'done'), ${leftAt}, t.made_at) end`

/**
 * Everything mentors were responsible for in the period, with a `fault` where they failed: lessons held, cancelled or
 * missed (not while disputed, not when an admin credited them later); bookings; families' reschedule requests.
 */
const obligations = (mentors: RawBuilder<unknown>) => sql`(
  select b.mentor_id, 'class' as what, case when l.status = 'missed_by_mentor' then 'missed' end as fault, l.starts_at as at
  from lesson l join booking b on b.id = l.booking_id
  where b.mentor_id in (${mentors}) and l.starts_at between ${since} and now()
    and (l.status in ('held', 'missed_by_family') or (l.status = 'missed_by_mentor' and l.disputed_at is null
      and not exists (select from dispute d where d.lesson_id = l.id and d.reason = 'settled')))
  union all
  select b.mentor_id, 'class', 'cancelled', c.given_on::timestamp at time zone 'Asia/Kolkata'
  from lesson_credit c join lesson l on l.id = c.lesson_id join booking b on b.id = c.booking_id
  where b.mentor_id in (${mentors}) and c.cause = 'mentor' and l.status = 'cancelled' and c.given_on > (${since})::date
  union all
  select b.mentor_id, 'booking', case when coalesce(p.at, p.until) > b.booked_at + ${answerTime} then 'late' end, b.booked_at
  from booking b cross join lateral (select ${plannedAt} as at, coalesce(${leftAt}, now()) as until) p
  where b.mentor_id in (${mentors}) and b.booked_at between ${since} and now() and (p.at is not null
    or (b.booked_at + ${answerTime} < p.until and (b.status = 'pending_schedule' or p.until < now() or exists (select from refund r
      where r.order_id = b.order_id and r.kind = 'asked' and r.status <> 'declined' and r.created_at between b.booked_at and p.until))))
  union all
  select b.mentor_id, 'proposal', case when t.status not in ('accepted', 'declined') then 'unanswered' end, t.made_at
  from time_proposal t join lesson l on l.id = t.lesson_id join booking b on b.id = l.booking_id
  where b.mentor_id in (${mentors}) and t.made_by = 'family' and t.made_at > ${since}
    and (t.status in ('accepted', 'declined') or (t.expires_at <= coalesce(t.ended_at, now()) and least(t.expires_at, ${givenUpAt}) - t.made_at > interval '12 hours'))
) as asked`

export type Figures = Record<ReliabilityKind, number> & { classes: number; bookings: number; proposals: number }
type Standing = Figures & { mentorId: string; downSince: Date | null }

const figures = sql`
  count(asked.what) filter (where what = 'class')::int as classes, count(asked.what) filter (where what = 'booking')::int as bookings,
  count(asked.what) filter (where what = 'proposal')::int as proposals,
  ${sql.join((['cancelled', 'missed', 'late', 'unanswered'] as const).map((kind) => sql`count(*) filter (where fault = ${sql.lit(kind)})::int as ${sql.ref(kind)}`))}`

/** Reliability figures of one mentor. Lock the mentor before changing its ranking. */
const standingRow = (mentorId: string) => sql<Standing>`
    select m.id as "mentorId", m.stepped_down_at as "downSince", ${figures}
    from mentor m left join ${obligations(sql`select ${mentorId}::uuid`)} on asked.mentor_id = m.id where m.id = ${mentorId} group by m.id`

export async function standingOf(db: Db, mentorId: string): Promise<Standing | null> {
  const { rows } = await standingRow(mentorId).execute(db)
  return rows[0] ?? null
}

/** Mentors whose ranking may change: those ranked lower now, and those with enough incidents. */
export async function mentorsToReview(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from mentor where stepped_down_at is not null
    union select mentor_id from ${obligations(sql`select id from mentor where status = 'verified'`)}
    group by mentor_id having count(*) filter (where what = 'class') >= ${reliabilityRules.minClasses} and count(fault) >= ${reliabilityRules.minCount}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

export type ReliabilityRows = {
  standing: Standing
  faults: { kind: ReliabilityKind; at: Date }
  steps: { isDown: boolean; at: Date }
}

/** A mentor's figures, counted incidents and changes of its ranking, the latter two newest first. */
export const reliabilityReads = (mentorId: string): Reads<ReliabilityRows> => ({
  standing: { query: standingRow(mentorId), times: { downSince: true } },
  faults: {
    query: sql<ReliabilityRows['faults']>`
      select fault as kind, at from ${obligations(sql`select ${mentorId}::uuid`)} where fault is not null order by at desc`,
    times: { at: true },
  },
  steps: {
    query: sql<ReliabilityRows['steps']>`
      select is_down as "isDown", at from mentor_standing where mentor_id = ${mentorId} order by id desc limit 10`,
    times: { at: true },
  },
})

/** Locks a mentor. @returns its account id */
export async function lockMentorAccount(tx: Transaction, mentorId: string): Promise<string | null> {
  await lockMentor(tx, mentorId)
  const mentor = await tx.selectFrom('mentor').select('account_id').where('id', '=', mentorId).executeTakeFirst()
  return mentor?.account_id ?? null
}

/** Lowers or restores a mentor's ranking and stores the figures behind it. @returns the id of the change */
export async function recordRankingChange(
  tx: Transaction,
  { mentorId, downSince: _, ...by }: Standing,
  isDown: boolean,
): Promise<string> {
  await tx
    .updateTable('mentor')
    .set({ stepped_down_at: isDown ? sql`now()` : null })
    .where('id', '=', mentorId)
    .execute()
  const { id } = await tx
    .insertInto('mentor_standing')
    .values({ mentor_id: mentorId, is_down: isDown, figures: JSON.stringify(by) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
