import { type RawBuilder, sql } from 'kysely'
import { slotLifecycle } from '#contract/classes/lifecycles.ts'
import type { ClassMode } from '#contract/reference/catalogue.ts'
import type { Transaction } from '#server/platform/database.ts'
import { lockSlot } from '#server/platform/locks.ts'
import { prepared } from '#server/platform/prepared.ts'

/** A lesson time with its date in India. */
export type DatedLesson = { date: string; startsAt: Date; endsAt: Date; minutes: number }

const released = slotLifecycle.target('release')
const booked = slotLifecycle.target('keep')

/** Releases slots `s` that match a condition; the caller checks whether they may be released. */
const release = (tx: Transaction, condition: RawBuilder<unknown>) =>
  sql`${prepared} update teaching_slot s set status = ${released}, held_until = null where s.status <> ${released} and ${condition}`.execute(
    tx,
  )

const isEmpty = sql`not exists (select from lesson l where l.slot_id = s.id and l.status in ('scheduled', 'held'))`

/** Releases held slots `s` that match a condition. */
export const releaseHeld = (tx: Transaction, condition: RawBuilder<unknown>) =>
  release(tx, sql`s.status = 'held' and ${condition}`)

/** Releases the slots held by unpaid orders. */
export const releaseOrderHolds = (tx: Transaction, orderIds: readonly string[]) =>
  releaseHeld(tx, sql`s.order_id = any(${[...orderIds]}::uuid[])`)

/** Releases expired holds of a mentor. A constraint cannot use `now()`, so an expired hold blocks until released. */
export const releaseOverdueHolds = (tx: Transaction, mentorId: string, span?: { startsAt: Date; endsAt: Date }) =>
  releaseHeld(
    tx,
    sql`s.mentor_id = ${mentorId} and s.held_until <= now()
      ${span ? sql`and s.during && tstzrange(${span.startsAt}, ${span.endsAt}, '[)')` : sql``}`,
  )

/** Releases slots without lessons. */
export const releaseEmptySlots = (tx: Transaction, slotIds: readonly string[]) =>
  release(tx, sql`s.id = any(${[...slotIds]}::uuid[]) and ${isEmpty}`)

/** Releases one slot if empty, under its lock because families may share it. */
export async function releaseSlotIfEmpty(tx: Transaction, slotId: string): Promise<void> {
  await lockSlot(tx, slotId)
  await releaseEmptySlots(tx, [slotId])
}

/** Releases an order's held or booked slot with this mentor, and these slots, when they have no lesson. */
export const releaseOrderSlot = (
  tx: Transaction,
  { orderId, mentorId }: { orderId: string; mentorId: string },
  slotIds: readonly string[] = [],
) =>
  release(
    tx,
    sql`(s.order_id = ${orderId} and s.mentor_id = ${mentorId} or s.id = any(${[...slotIds]}::uuid[])) and ${isEmpty}`,
  )

/** Books the slot held by a paid order. */
export const bookHeldSlot = (tx: Transaction, orderId: string) =>
  sql`update teaching_slot set status = ${booked}, held_until = null where order_id = ${orderId} and status = any(${slotLifecycle.from('keep')})`.execute(
    tx,
  )

/** Whether an order holds or booked this time with this mentor. */
export async function hasSlot(tx: Transaction, orderId: string, mentorId: string, startsAt: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('teaching_slot')
    .select('id')
    .where('order_id', '=', orderId)
    .where('mentor_id', '=', mentorId)
    .where('starts_at', '=', startsAt)
    .where('status', '<>', released)
    .executeTakeFirst()
  return row !== undefined
}

type NewHold = {
  mentorId: string
  mode: ClassMode
  startsAt: Date
  endsAt: Date
  orderId: string
  minutes: number | null
}

/**
 * Holds a mentor's time for an order: for `minutes`, or until answered when null. The exclusion constraint
 * `teaching_slot_free` rejects a taken time.
 */
export const insertHold = (tx: Transaction, one: NewHold) =>
  sql`insert into teaching_slot (mentor_id, mode, starts_at, ends_at, capacity, status, order_id, held_until)
    values (${one.mentorId}, ${one.mode}, ${one.startsAt}, ${one.endsAt}, 1, ${one.minutes === null ? 'booked' : 'held'}, ${one.orderId},
      now() + make_interval(mins => ${one.minutes}::int))`.execute(tx)

/** Holds times until a proposal is answered; a slot the lesson already has is not held again. */
export const holdForProposal = (
  tx: Transaction,
  hold: { id: string; expiresAt: Date; mentorId: string; mode: string },
  classes: readonly DatedLesson[],
) =>
  sql`
    insert into teaching_slot (mentor_id, mode, starts_at, ends_at, capacity, status, held_until, proposal_id)
    select ${hold.mentorId}, ${hold.mode}, lower(free), upper(free), 1, 'held', ${hold.expiresAt}, ${hold.id}
    from unnest(${classes.map((one) => one.startsAt)}::timestamptz[], ${classes.map((one) => one.endsAt)}::timestamptz[]) as g(starts_at, ends_at)
      cross join lateral unnest(tstzmultirange(tstzrange(g.starts_at, g.ends_at, '[)')) - (
        select coalesce(range_agg(s.during), '{}') from teaching_slot s where s.mentor_id = ${hold.mentorId} and s.status in ('held', 'booked')
          and s.during && tstzrange(g.starts_at, g.ends_at, '[)'))) as free`.execute(tx)
