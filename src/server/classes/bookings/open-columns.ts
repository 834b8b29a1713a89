import { sql } from 'kysely'
import type { ClassBooking } from '#contract/classes/bookings.ts'
import { type Grade, gradesOfKey, type Subject, subjectName } from '#contract/reference/catalogue.ts'

/** Open parts of booking `b`: its proposal, timetable and editable details. */
export const openColumns = sql`
  (select jsonb_build_object('_id', t.id, 'startsAt', t.to_at, 'weekdays', t.plan -> 'weekdays', 'minutes', t.plan -> 'minutes',
      'reasons', t.reasons, 'answerBy', t.expires_at)
    from time_proposal t where t.booking_id = b.id and t.status = 'open' and t.expires_at > now()
      and b.status in ('pending_schedule', 'scheduled')) as proposal,
  exists (select from timetable w where w.booking_id = b.id) as "hasTimetable", coalesce(b.grade, p.grade) as grade,
  case when b.status in ('pending_schedule', 'scheduled')
      and not exists (select from lesson e where e.booking_id = b.id and e.starts_at <= now() and e.status <> 'cancelled')
    then (select jsonb_agg(jsonb_build_array(f.grade_key, f.subject)) from mentor_offer f where f.mentor_id = b.mentor_id) end as offers`

/** Subjects the mentor teaches that grade, plus the booking's own. */
export function subjectChoices(
  offers: readonly [string, Subject][],
  grade: Grade | null,
  bookingSubject: Subject,
): string[] {
  const taught = offers.filter(([key]) => grade === null || gradesOfKey(key).includes(grade))
  return [...new Set([bookingSubject, ...taught.map(([, subject]) => subject)])].map((proposal) =>
    subjectName(proposal, 'en'),
  )
}

type Proposal = ClassBooking['proposal']

/** JSON from PostgreSQL has its own timestamp format. */
export const toProposal = (proposal: Proposal): Proposal =>
  proposal && {
    ...proposal,
    weekdays: proposal.weekdays ?? null,
    startsAt: new Date(proposal.startsAt).toISOString(),
    answerBy: new Date(proposal.answerBy).toISOString(),
  }
