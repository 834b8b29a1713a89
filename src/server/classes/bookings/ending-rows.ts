import { type Kysely, sql } from 'kysely'
import type { BookingValue } from '#contract/classes/prices.ts'
import { balanceOf, givenUpPaise, refundablePaise, usedMinutes, usedPaise } from '#server/classes/lessons/lessons.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>

/** What of an order's price no class has used: of its booking, and of those which that one took the place of. */
export type MoneyLeft = BookingValue & {
  bookingId: string
  mentorId: string
  mentorAccount: string
  isEnded: boolean
  /** The mentor's time to set the first class is over, and none was set; or the mentor is suspended and the booking not over. */
  isUnscheduled: boolean
  /** What of it bookings have that another mentor took over: it came back to them later. */
  unallocatedPaise: number
  /** All of it, that part too. */
  leftPaise: number
  /** The part of it that its planned classes would use if it went on; those that have begun keep theirs either way. */
  plannedPaise: number
}

/** What was left over of bookings `o` that another mentor took over. */
const takenOver = (orderId: string) =>
  sql`booking_balance o where o.order_id = ${orderId} and exists (select from booking n where n.replaces = o.booking_id)`

/** @returns null when the order bought no booking */
export async function moneyLeft(db: Db, orderId: string): Promise<MoneyLeft | null> {
  type Row = Pick<MoneyLeft, 'bookingId' | 'mentorId' | 'mentorAccount' | 'isUnscheduled' | 'unallocatedPaise'>
  const { rows } = await sql<Row>`
    select b.id as "bookingId", m.id as "mentorId", m.account_id as "mentorAccount",
      (b.status = 'pending_schedule' and b.schedule_by <= now() and not exists (select from lesson l where l.booking_id = b.id))
        or (m.status = 'suspended' and b.status in ('pending_schedule', 'scheduled')) as "isUnscheduled",
      (select coalesce(sum(o.unused_paise), 0)::int from ${takenOver(orderId)}) as "unallocatedPaise"
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
    ...{ worthPaise: balance.worthPaise, minutes: balance.boughtMinutes },
    ...{ usedPaise: usedPaise(balance), usedMinutes: usedMinutes(balance) },
  }
}

/** Takes so much of what is left over of bookings that were taken over, from the oldest first. */
export const takeUnallocated = (tx: Transaction, orderId: string, paise: number) =>
  sql`
    with part as (select o.booking_id, least(o.unused_paise, ${paise}::int - sum(o.unused_paise) over (order by o.booking_id) + o.unused_paise)::int as paise
      from ${takenOver(orderId)})
    update booking b set refunded_paise = refunded_paise + part.paise from part where b.id = part.booking_id and part.paise > 0`.execute(
    tx,
  )
