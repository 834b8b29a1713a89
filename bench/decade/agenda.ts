import { type RawBuilder, sql } from 'kysely'
import type { Bought, Sim } from './sim.ts'

export type Lesson = {
  id: string
  bookingId: string
  state: string
  startsAt: Date
  endsAt: Date
  feePaise: number
  recordId: string | null
  /** Set at too short notice, or on hold with its mentor: it costs nobody anything. */
  isFree: boolean
  /** On a date its mentor chose by hand. */
  isMoved: boolean
  order: Bought
  /** The same in every run. */
  label: string
}
type Row = Omit<Lesson, 'order' | 'label'> & { orderId: string }

/** Classes of known orders, in the order of their times; a replacement's mentor is found by the booking. */
export async function lessonsWhere(sim: Sim, where: RawBuilder<unknown>, limit = 40): Promise<Lesson[]> {
  const { rows } = await sql<Row & { mentorId: string }>`
    select l.id, l.booking_id as "bookingId", l.state, l.starts_at as "startsAt", l.ends_at as "endsAt", l.fee_paise as "feePaise",
      r.id as "recordId", l.is_moved as "isMoved", l.is_short_notice or coalesce((select e.kind = 'suspended' from mentor_event e where e.mentor_id = b.mentor_id
        and e.kind in ('suspended', 'restored') and e.at <= l.starts_at order by e.at desc limit 1), false) as "isFree", b.order_id as "orderId", b.mentor_id as "mentorId"
    from lesson l join booking b on b.id = l.booking_id left join class_record r on r.lesson_id = l.id
    where ${where} order by l.starts_at, b.booked_at, l.sequence limit ${limit}`.execute(sim.market.db)
  return rows.flatMap(({ orderId, mentorId, ...row }) => {
    const order = sim.byOrder.get(orderId)
    const mentor = sim.people.mentors.find(({ id }) => id === mentorId)
    if (!order || !mentor) return []
    return [{ ...row, order: { ...order, mentor }, label: `${order.label}/${row.startsAt.toISOString().slice(0, 16)}` }]
  })
}

export type Booking = {
  id: string
  order: Bought
  plan: string
  status: string
  minutes: number
  renews: string | null
}

/** Bookings of the last months of known orders, oldest first: who left long ago does not come before those who wait now. */
export async function bookingsWhere(sim: Sim, where: RawBuilder<unknown>, limit = 40): Promise<Booking[]> {
  const { rows } = await sql<Omit<Booking, 'order'> & { orderId: string; mentorId: string }>`
    select b.id, b.order_id as "orderId", b.mentor_id as "mentorId", b.plan, b.status, b.minutes, b.renews
    from booking b where b.booked_at > now() - interval '200 days' and ${where} order by b.booked_at, b.id limit ${limit}`.execute(
    sim.market.db,
  )
  return rows.flatMap(({ orderId, mentorId, ...row }) => {
    const order = sim.byOrder.get(orderId)
    const mentor = sim.people.mentors.find(({ id }) => id === mentorId)
    return order && mentor ? [{ ...row, order: { ...order, mentor } }] : []
  })
}
