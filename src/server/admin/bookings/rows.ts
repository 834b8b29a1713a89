import { type RawBuilder, sql } from 'kysely'
import type { BookingClass } from '#contract/classes/admin-bookings.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { type BookingRow, bookingColumns, bookingTables } from './lists.ts'

export async function bookingById(db: Db, id: string): Promise<BookingRow | null> {
  const { rows } = await sql<BookingRow>`select ${bookingColumns} from ${bookingTables} where b.id = ${id}`.execute(db)
  return rows[0] ?? null
}

type Row = Omit<BookingClass, 'startsAt' | 'endsAt' | 'fee' | 'can'> & {
  startsAt: Date
  endsAt: Date
  feePaise: number
  isOpen: boolean
  isOver: boolean
  isLoose: boolean
}

async function classes(db: Db, where: RawBuilder<unknown>): Promise<BookingClass[]> {
  const { rows } = await sql<Row>`
    select l.id as "_id", l.starts_at as "startsAt", l.ends_at as "endsAt", l.fee_paise as "feePaise", l.status,
      l.state = 'scheduled' as "isOpen", l.ends_at <= now() as "isOver",
      l.state = 'held' and not coalesce(r.parent_tick, false) as "isLoose"
    from lesson l left join class_record r on r.lesson_id = l.id where ${where} order by l.starts_at, l.id`.execute(db)
  return rows.map(({ startsAt, endsAt, feePaise, isOpen, isOver, isLoose, ...rest }) => ({
    ...rest,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    fee: rupees(feePaise),
    can: [
      ...(isOpen ? (['move', 'skip'] as const) : []),
      ...(isOpen && isOver ? (['mark'] as const) : []),
      ...(isLoose ? (['unmark'] as const) : []),
    ],
  }))
}

export const classesOfBooking = (db: Db, bookingId: string) => classes(db, sql`l.booking_id = ${bookingId}`)

export async function classById(db: Db, id: string): Promise<BookingClass | null> {
  return (await classes(db, sql`l.id = ${id}`))[0] ?? null
}

/** Accounts of a booking's family and mentor. */
export async function partiesOfBooking(tx: Transaction, bookingId: string): Promise<string[]> {
  const { rows } = await sql<{ family: string; mentor: string }>`
    select f.account_id as family, m.account_id as mentor from booking b join family f on f.id = b.family_id
      join mentor m on m.id = b.mentor_id where b.id = ${bookingId}`.execute(tx)
  return rows.flatMap(({ family, mentor }) => [family, mentor])
}
