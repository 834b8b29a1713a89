import { type RawBuilder, sql } from 'kysely'
import { type ProposalStatus, proposalLifecycle } from '#contract/classes/lifecycles.ts'
import { approvalHours, maxRequestsPerDay } from '#contract/classes/limits.ts'
import type { ConfirmationReason } from '#contract/classes/timetables.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { releaseHeld } from './slots.ts'

type Side = 'family' | 'mentor'

/** What a proposal plans on acceptance: one lesson from a credit or unplanned minutes, or a weekly timetable. */
export type Plan =
  | { kind: 'class'; minutes?: number | undefined; credit?: string | undefined }
  | {
      kind: 'weekly'
      weekdays: readonly number[]
      time: string
      minutes: number
      place: string
      from: string
      leaveOut: readonly string[]
    }

export type Proposal = {
  id: string
  madeBy: Side
  /** Current start of the lesson; null for a plan. */
  fromAt: Date | null
  toAt: Date
  plan: Plan | null
  isOver: boolean
  status: ProposalStatus
}
const columns = sql`id, made_by as "madeBy", from_at as "fromAt", to_at as "toAt", plan,
  expires_at <= clock_timestamp() as "isOver", status`

/** The latest proposal `t` of a booking whose time the family agreed to, or answered with a time of its own. */
export const saidProposal = (bookingId: RawBuilder<unknown>) => sql`
  time_proposal t left join lesson of on of.id = t.lesson_id where ${bookingId} in (t.booking_id, of.booking_id)
    and (t.status = 'accepted' or (t.made_by = 'mentor' and t.counter_at is not null)) order by t.ended_at desc limit 1`

/** Lesson or booking of a proposal. */
export async function proposalSubject(
  db: Db,
  id: string,
): Promise<{ lessonId: string | null; bookingId: string | null }> {
  const row = await db
    .selectFrom('time_proposal')
    .select(['lesson_id as lessonId', 'booking_id as bookingId'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? { lessonId: null, bookingId: null }
}

export async function lockProposal(tx: Transaction, id: string): Promise<Proposal | null> {
  const { rows } = await sql<Proposal>`select ${columns} from time_proposal where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

type LessonTime = { id: string; startsAt: Date }
/** A reschedule of a lesson, or a plan for a booking, from `toAt` on. */
export type NewProposal = { toAt: Date; reasons?: readonly ConfirmationReason[] } & (
  | { lesson: LessonTime }
  | { bookingId: string; plan: Plan }
)

const subjectCondition = (proposal: NewProposal) =>
  'lesson' in proposal ? sql`lesson_id = ${proposal.lesson.id}` : sql`booking_id = ${proposal.bookingId}`

/** Whether an identical proposal is open. */
export async function hasOpenProposal(tx: Transaction, madeBy: Side, proposal: NewProposal): Promise<boolean> {
  const isSame =
    'lesson' in proposal
      ? sql`from_at = ${proposal.lesson.startsAt}`
      : sql`plan = ${JSON.stringify(proposal.plan)}::jsonb`
  const { rows } = await sql`
    select from time_proposal where ${subjectCondition(proposal)} and status = 'open' and made_by = ${madeBy} and to_at = ${proposal.toAt} and ${isSame}
      and expires_at > clock_timestamp()`.execute(tx)
  return rows.length > 0
}

/** Replaces the open proposal: a proposal of the same side is withdrawn, one of the other side declined. Too many a day are refused. */
export async function insertProposal(
  tx: Transaction,
  madeBy: Side,
  proposal: NewProposal,
): Promise<{ id: string; expiresAt: Date }> {
  await closeOpenProposals(tx, proposal, madeBy)
  const { rows } = await sql<{ id: string; expiresAt: Date }>`
    insert into time_proposal (lesson_id, booking_id, made_by, from_at, to_at, plan, reasons, expires_at)
    select ${'lesson' in proposal ? proposal.lesson.id : null}, ${'lesson' in proposal ? null : proposal.bookingId}, ${madeBy}, f.at, ${proposal.toAt},
      ${'lesson' in proposal ? null : JSON.stringify(proposal.plan)}::jsonb, ${[...(proposal.reasons ?? [])]},
      least(f.at, ${proposal.toAt}::timestamptz, case when ${proposal.reasons !== undefined} then now() + make_interval(hours => ${approvalHours}) end)
    from (select ${'lesson' in proposal ? proposal.lesson.startsAt : null}::timestamptz as at) f
    where (select count(*) from time_proposal where ${subjectCondition(proposal)} and made_at > now() - interval '1 day') < ${maxRequestsPerDay}
    returning id, expires_at as "expiresAt"`.execute(tx)
  if (!rows[0]) throw new AppError('changed-too-often')
  return rows[0]
}

/** Stores a time the family picked as accepted. */
export const insertPickedTime = (tx: Transaction, bookingId: string, at: Date) =>
  sql`insert into time_proposal (booking_id, made_by, to_at, plan, expires_at, status, ended_at)
    values (${bookingId}, 'family', ${at}, ${JSON.stringify({ kind: 'class' })}::jsonb, now(), 'accepted', now())`.execute(
    tx,
  )

/** Closes open proposals of a lesson or plan and releases their slots. */
export async function closeOpenProposals(
  tx: Transaction,
  proposal: { lesson: LessonTime } | { bookingId: string },
  by: Side,
): Promise<void> {
  const condition =
    'lesson' in proposal ? sql`lesson_id = ${proposal.lesson.id}` : sql`booking_id = ${proposal.bookingId}`
  const withdrawn = proposalLifecycle.target('withdraw')
  const declined = proposalLifecycle.target('decline')
  const { rows } = await sql<{ id: string }>`update time_proposal set ended_at = now(),
      status = case when made_by = ${by} or expires_at <= now() then ${withdrawn} else ${declined} end
    where ${condition} and status = 'open' returning id`.execute(tx)
  for (const { id } of rows) await releaseHeld(tx, sql`s.proposal_id = ${id}`)
}

/** Releases slots held for planning a booking, and for rescheduling these lessons. */
export const releasePlanned = (tx: Transaction, bookingId: string, lessons: RawBuilder<unknown> = sql`null`) =>
  releaseHeld(
    tx,
    sql`s.proposal_id in (select p.id from time_proposal p where p.booking_id = ${bookingId}
      union all select p.id from time_proposal p where p.lesson_id in (${lessons}))`,
  )

/** Releases slots held for rescheduling lessons. */
export const releaseMoves = (tx: Transaction, lessons: RawBuilder<unknown>) =>
  releaseHeld(tx, sql`s.proposal_id in (select p.id from time_proposal p where p.lesson_id in (${lessons}))`)

/** Closes a locked proposal and releases its slots. */
export async function closeProposal(
  tx: Transaction,
  id: string,
  move: keyof typeof proposalLifecycle.moves,
  counterAt: Date | null = null,
): Promise<void> {
  await sql`update time_proposal set status = ${proposalLifecycle.target(move)}, ended_at = now(), counter_at = ${counterAt}
    where id = ${id} and status = any(${proposalLifecycle.from(move)})`.execute(tx)
  await releaseHeld(tx, sql`s.proposal_id = ${id}`)
}

/** Closes all open proposals of a finished booking and releases their slots. */
export async function closeBookingProposals(tx: Transaction, bookingId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update time_proposal set status = ${proposalLifecycle.target('withdraw')}, ended_at = now() where status = 'open'
      and (booking_id = ${bookingId} or (made_by = 'mentor' and lesson_id in (select id from lesson where booking_id = ${bookingId})))
    returning id`.execute(tx)
  for (const { id } of rows) await releaseHeld(tx, sql`s.proposal_id = ${id}`)
}

/** Expired proposals, whoever made them. */
export async function dueProposals(db: Db, limit: number) {
  const { rows } = await sql<{ id: string; bookingId: string }>`
    select p.id, coalesce(p.booking_id, l.booking_id) as "bookingId" from time_proposal p left join lesson l on l.id = p.lesson_id
    where p.status = 'open' and p.expires_at <= now() order by p.expires_at limit ${limit}`.execute(db)
  return rows
}
