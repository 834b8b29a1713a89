import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AskReason } from '#contract/classes/timetables.ts'
import type { Weekday } from '#contract/reference/catalogue.ts'
import { askHours } from '#contract/wire/limits.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Wished } from './asking.ts'
import type { Dated } from './dates.ts'

type Tx = Kysely<DB>
type Side = 'family' | 'mentor'

/** What a booking would get by a yes: one class of what is owed or not planned, or the weekly ones. */
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
  /** Begin of the class it would move; null of one that plans. */
  fromAt: Date | null
  toAt: Date
  plan: Plan | null
  isOver: boolean
  status: 'open' | 'accepted' | 'declined' | 'withdrawn'
}
const columns = sql`id, made_by as "madeBy", from_at as "fromAt", to_at as "toAt", plan,
  expires_at <= clock_timestamp() as "isOver", status`

/** The class a proposal would move, or the booking it would plan. */
export async function subjectOf(tx: Tx, id: string): Promise<{ lessonId: string | null; bookingId: string | null }> {
  const { rows } = await sql<{ lessonId: string | null; bookingId: string | null }>`
    select lesson_id as "lessonId", booking_id as "bookingId" from time_proposal where id = ${id}`.execute(tx)
  return rows[0] ?? { lessonId: null, bookingId: null }
}

export async function lockProposal(tx: Tx, id: string): Promise<Proposal | null> {
  const { rows } = await sql<Proposal>`select ${columns} from time_proposal where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

type Class = { id: string; startsAt: Date }
/** What is asked: another time for a class, or what a booking is to get, from the first class at `toAt` on. */
export type Asked = { toAt: Date; reasons?: readonly AskReason[] } & (
  | { lesson: Class }
  | { bookingId: string; plan: Plan }
)

const isOf = (one: Asked) => ('lesson' in one ? sql`lesson_id = ${one.lesson.id}` : sql`booking_id = ${one.bookingId}`)

/** Whether the same is asked already. */
export async function isOpenLike(tx: Tx, madeBy: Side, one: Asked): Promise<boolean> {
  const isSame =
    'lesson' in one ? sql`from_at = ${one.lesson.startsAt}` : sql`plan = ${JSON.stringify(one.plan)}::jsonb`
  const { rows } = await sql`
    select from time_proposal where ${isOf(one)} and status = 'open' and made_by = ${madeBy} and to_at = ${one.toAt} and ${isSame}
      and expires_at > clock_timestamp()`.execute(tx)
  return rows.length > 0
}

/** A new proposal takes the place of the one before: one's own is taken back, the other side's declined. */
export async function insertProposal(tx: Tx, madeBy: Side, one: Asked): Promise<{ id: string; expiresAt: Date }> {
  await endOpen(tx, one, madeBy)
  const { rows } = await sql<{ id: string; expiresAt: Date }>`
    insert into time_proposal (lesson_id, booking_id, made_by, from_at, to_at, plan, reasons, expires_at)
    select ${'lesson' in one ? one.lesson.id : null}, ${'lesson' in one ? null : one.bookingId}, ${madeBy}, f.at, ${one.toAt},
      ${'lesson' in one ? null : JSON.stringify(one.plan)}::jsonb, ${[...(one.reasons ?? [])]},
      least(f.at, ${one.toAt}::timestamptz, case when ${one.reasons !== undefined} then now() + make_interval(hours => ${askHours}) end)
    from (select ${'lesson' in one ? one.lesson.startsAt : null}::timestamptz as at) f
    returning id, expires_at as "expiresAt"`.execute(tx)
  if (!rows[0]) throw new Error('a proposal gave no row')
  return rows[0]
}

/** Keeps what a family picked itself: it has said yes to that time. */
export const insertPicked = (tx: Tx, bookingId: string, at: Date) =>
  sql`insert into time_proposal (booking_id, made_by, to_at, plan, expires_at, status, ended_at)
    values (${bookingId}, 'family', ${at}, ${JSON.stringify({ kind: 'class' })}::jsonb, now(), 'accepted', now())`.execute(
    tx,
  )

/** Ends what is open about a class, or about planning a booking, and gives back the times that were held for it. */
export async function endOpen(tx: Tx, one: { lesson: Class } | { bookingId: string }, by: Side): Promise<void> {
  const of = 'lesson' in one ? sql`lesson_id = ${one.lesson.id}` : sql`booking_id = ${one.bookingId}`
  const { rows } = await sql<{ id: string }>`update time_proposal set ended_at = now(),
      status = case when made_by = ${by} or expires_at <= now() then 'withdrawn' else 'declined' end
    where ${of} and status = 'open' returning id`.execute(tx)
  for (const { id } of rows) await releaseHeld(tx, sql`s.proposal_id = ${id}`)
}

const releaseHeld = (tx: Tx, which: RawBuilder<unknown>) =>
  sql`update teaching_slot s set status = 'released', held_until = null where s.status = 'held' and ${which}`.execute(
    tx,
  )

/** Gives back the times that are held for planning a booking. */
export const releasePlanned = (tx: Tx, bookingId: string) =>
  releaseHeld(tx, sql`s.proposal_id in (select p.id from time_proposal p where p.booking_id = ${bookingId})`)

/** Gives back the times that are held for moving classes. */
export const releaseMoves = (tx: Tx, lessons: RawBuilder<unknown>) =>
  releaseHeld(tx, sql`s.proposal_id in (select p.id from time_proposal p where p.lesson_id in (${lessons}))`)

/** Holds these times until a proposal is answered; where the booking has a class already, its own time stays its. */
export const hold = (
  tx: Tx,
  given: { id: string; expiresAt: Date; mentorId: string; mode: string },
  classes: readonly Dated[],
) =>
  sql`
    insert into teaching_slot (mentor_id, mode, starts_at, ends_at, capacity, status, held_until, proposal_id)
    select ${given.mentorId}, ${given.mode}, lower(free), upper(free), 1, 'held', ${given.expiresAt}, ${given.id}
    from unnest(${classes.map((one) => one.startsAt)}::timestamptz[], ${classes.map((one) => one.endsAt)}::timestamptz[]) as g(starts_at, ends_at)
      cross join lateral unnest(tstzmultirange(tstzrange(g.starts_at, g.ends_at, '[)')) - (
        select coalesce(range_agg(s.during), '{}') from teaching_slot s where s.mentor_id = ${given.mentorId} and s.status in ('held', 'booked')
          and s.during && tstzrange(g.starts_at, g.ends_at, '[)'))) as free`.execute(tx)

export async function setAnswered(
  tx: Tx,
  id: string,
  status: 'accepted' | 'declined' | 'withdrawn',
  counterAt: Date | null = null,
): Promise<void> {
  await sql`update time_proposal set status = ${status}, ended_at = now(), counter_at = ${counterAt} where id = ${id}`.execute(
    tx,
  )
  await releaseHeld(tx, sql`s.proposal_id = ${id}`)
}

/** Plans of bookings, and moves with a time held, that nobody answered in time. */
export async function proposalsDue(db: Tx, limit: number) {
  const { rows } = await sql<{ id: string; bookingId: string }>`
    select p.id, coalesce(p.booking_id, l.booking_id) as "bookingId" from time_proposal p left join lesson l on l.id = p.lesson_id
    where p.status = 'open' and p.expires_at <= now() and cardinality(p.reasons) > 0 order by p.expires_at limit ${limit}`.execute(
    db,
  )
  return rows
}

type WishedRow = {
  wishedAt: Date | null
  wishes: { date?: string; time?: string; days?: Weekday[] } | null
  /** What the family last said yes to, or named itself. */
  saidAt: Date | null
  saidPlan: Plan | null
  hasBegun: boolean
}

/** When a family wants the classes of a booking: what it last agreed to or named, else what it wished with the order. */
export async function wishedOf(tx: Tx, bookingId: string): Promise<{ wished: Wished; isFirst: boolean }> {
  const { rows } = await sql<WishedRow>`
    select case when b.replaces is null then coalesce(b.picked_at, o.wished_at) end as "wishedAt", case when b.replaces is null then o.wishes else b.wishes end as wishes,
      p.at as "saidAt", p.plan as "saidPlan",
      exists (select from lesson l where l.booking_id = b.id and l.starts_at <= now() and l.status <> 'cancelled') as "hasBegun"
    from booking b join payment_order o on o.id = b.order_id left join lateral (
      select coalesce(t.counter_at, t.to_at) as at, case when t.counter_at is null then t.plan end as plan
      from time_proposal t left join lesson l on l.id = t.lesson_id
      where b.id in (t.booking_id, l.booking_id) and (t.status = 'accepted' or t.counter_at is not null) order by t.ended_at desc limit 1) p on true
    where b.id = ${bookingId}`.execute(tx)
  const [one] = rows
  if (!one) return { wished: null, isFirst: true }
  return { wished: wantedIn(one), isFirst: !one.hasBegun }
}

const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

function wantedIn({ wishedAt, wishes, saidAt, saidPlan }: WishedRow): Wished {
  if (saidPlan?.kind === 'weekly') {
    const days = saidPlan.weekdays.flatMap((nth) => dayNames[nth - 1] ?? [])
    return { date: saidPlan.from, time: saidPlan.time, days }
  }
  const at = saidAt ?? wishedAt
  return at ? { at } : wishes
}

/** Whether one of these times is outside what the mentor set: on leave, or not in its hours where it has set some. */
export async function isOutsideHours(tx: Tx, mentorId: string, classes: readonly Dated[]): Promise<boolean> {
  const { rows } = await sql`
    select from unnest(${classes.map((one) => one.startsAt)}::timestamptz[], ${classes.map((one) => one.minutes)}::int[]) as g(starts_at, minutes)
      cross join lateral (select g.starts_at at time zone 'Asia/Kolkata' as at) t
      cross join lateral (select t.at::date as day, (extract(epoch from t.at::time) / 60)::int as begins) d
      left join other_hours o on o.mentor_id = ${mentorId} and o.date = d.day
      left join weekly_hours w on w.mentor_id = ${mentorId} and w.weekday = extract(isodow from d.day)
    where case when o.date is not null then not o.hours @> int4range(d.begins, d.begins + g.minutes)
        when exists (select from weekly_hours h where h.mentor_id = ${mentorId}) then not coalesce(w.hours, '{}') @> int4range(d.begins, d.begins + g.minutes) else false end
      or exists (select from mentor_leave v where v.mentor_id = ${mentorId} and v.ended_at is null and d.day between v.from_date and v.to_date)
    limit 1`.execute(tx)
  return rows.length > 0
}
