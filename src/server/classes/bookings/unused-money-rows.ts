import { sql } from 'kysely'
import type { BookingValue } from '#contract/classes/prices.ts'
import { balanceOf, givenUpPaise, refundablePaise, usedMinutes, usedPaise } from '#server/classes/lessons/lessons.ts'
import type { Db, Transaction } from '#server/platform/database.ts'

/** Unused money of an order: of its booking and of the bookings it replaced. */
export type UnusedMoney = BookingValue & {
  bookingId: string
  mentorId: string
  isEnded: boolean
  /** The scheduling deadline has passed without a lesson, or the mentor is suspended and the booking is active. */
  isUnscheduled: boolean
  /** Part of it that returned to replaced bookings after the replacement. */
  unallocatedPaise: number
  /** Total, with `unallocatedPaise`. */
  leftPaise: number
  /** Part reserved for planned lessons; lessons that have begun are not included. */
  plannedPaise: number
}

/** Replaced bookings `o` of the order. */
const replacedBookings = (orderId: string) =>
  sql`booking_balance o where o.order_id = ${orderId} and exists (select from booking n where n.replaces = o.booking_id)`

/** Null when the order bought no booking. */
export async function unusedMoney(db: Db, orderId: string): Promise<UnusedMoney | null> {
  type Row = Pick<UnusedMoney, 'bookingId' | 'mentorId' | 'isUnscheduled' | 'unallocatedPaise'>
  const { rows } = await sql<Row>`
    select b.id as "bookingId", m.id as "mentorId",
      (b.status = 'pending_schedule' and b.schedule_by <= now() and not exists (select from lesson l where l.booking_id = b.id))
        or (m.status = 'suspended' and b.status in ('pending_schedule', 'scheduled')) as "isUnscheduled",
      (select coalesce(sum(o.unused_paise), 0)::int from ${replacedBookings(orderId)}) as "unallocatedPaise"
    from booking b join mentor m on m.id = b.mentor_id
    where b.order_id = ${orderId} and not exists (select from booking n where n.replaces = b.id)`.execute(db)
  const [row] = rows
  if (!row) return null
  const balance = await balanceOf(db, row.bookingId)
  return {
    ...row,
    isEnded: balance.isOver,
    leftPaise: row.unallocatedPaise + refundablePaise(balance),
    plannedPaise: givenUpPaise(balance),
    worthPaise: balance.worthPaise,
    minutes: balance.boughtMinutes,
    usedPaise: usedPaise(balance),
    usedMinutes: usedMinutes(balance),
  }
}

/** Deducts unallocated money of replaced bookings, oldest first. */
export const takeUnallocated = (tx: Transaction, orderId: string, paise: number) =>
  sql`
    with part as (select o.booking_id, least(o.unused_paise, ${paise}::int - sum(o.unused_paise) over (order by o.booking_id) + o.unused_paise)::int as paise
      from ${replacedBookings(orderId)})
    update booking b set refunded_paise = refunded_paise + part.paise from part where b.id = part.booking_id and part.paise > 0`.execute(
    tx,
  )
