import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>

/** Classes of one state of a booking, and what they cost in paise. */
export type Part = { classes: number; paise: number }

/** What became of the money (paise) and the minutes of one booking, read from the view `booking_balance`. */
export type Balance = {
  bookingId: string
  isOver: boolean
  boughtMinutes: number
  /** Its price without what was refunded, and what of that no class uses; that came back to the family once it is over. */
  worthPaise: number
  unusedPaise: number
  /** Paid to the mentor; reported by the family; one side is said not to have come; held or begun, and not settled. */
  settled: Part & { minutes: number }
  disputed: Part
  reported: Part
  waiting: Part
  /** What of the waiting ones was marked as held. */
  heldPaise: number
  /** Minutes of all of these. */
  begunMinutes: number
  /** Classes that have not begun. */
  plannedPaise: number
  plannedMinutes: number
  /** What of the begun ones rests, because the mentor is suspended; it is given up when the booking ends. */
  restingPaise: number
  /** Minutes of classes that were cancelled or missed, and are owed to the family. */
  owedMinutes: number
  /** Number of its last class. */
  lastSequence: number
}

type Row = {
  bookingId: string
  isOver: boolean
  boughtMinutes: number
  worthPaise: number
  unusedPaise: number
  settledPaise: number
  settledMinutes: number
  settledClasses: number
  disputedPaise: number
  disputedClasses: number
  reportedPaise: number
  reportedClasses: number
  waitingPaise: number
  waitingClasses: number
  heldPaise: number
  begunMinutes: number
  plannedPaise: number
  plannedMinutes: number
  restingPaise: number
  owedMinutes: number
  lastSequence: number
}

/**
 * The balances of these bookings, in no order. Lock the bookings first when something is written by it; `now()` decides what has
 * begun, so all of a transaction says the same.
 */
export async function balancesOf(db: Db, bookingIds: readonly string[]): Promise<Map<string, Balance>> {
  const { rows } = await sql<Row>`
    select booking_id as "bookingId", status in ('completed', 'cancelled') as "isOver", bought_minutes as "boughtMinutes", worth_paise as "worthPaise", unused_paise as "unusedPaise",
      settled_paise as "settledPaise", settled_minutes as "settledMinutes", settled_classes as "settledClasses",
      disputed_paise as "disputedPaise", disputed_classes as "disputedClasses",
      reported_paise as "reportedPaise", reported_classes as "reportedClasses",
      waiting_paise as "waitingPaise", waiting_classes as "waitingClasses", held_paise as "heldPaise", begun_minutes as "begunMinutes",
      planned_paise as "plannedPaise", planned_minutes as "plannedMinutes", resting_paise as "restingPaise",
      owed_minutes as "owedMinutes", last_sequence as "lastSequence"
    from booking_balance where booking_id = any(${[...bookingIds]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.bookingId, toBalance(row)]))
}

/** The balance of one booking. @throws Error when there is none */
export async function balanceOf(db: Db, bookingId: string): Promise<Balance> {
  const found = (await balancesOf(db, [bookingId])).get(bookingId)
  if (!found) throw new Error(`no booking ${bookingId}`)
  return found
}

const toBalance = (row: Row): Balance => ({
  ...{ bookingId: row.bookingId, isOver: row.isOver, boughtMinutes: row.boughtMinutes, worthPaise: row.worthPaise },
  unusedPaise: row.unusedPaise,
  settled: { classes: row.settledClasses, paise: row.settledPaise, minutes: row.settledMinutes },
  disputed: { classes: row.disputedClasses, paise: row.disputedPaise },
  reported: { classes: row.reportedClasses, paise: row.reportedPaise },
  waiting: { classes: row.waitingClasses, paise: row.waitingPaise },
  heldPaise: row.heldPaise,
  ...{ begunMinutes: row.begunMinutes, plannedPaise: row.plannedPaise, plannedMinutes: row.plannedMinutes },
  ...{ restingPaise: row.restingPaise, owedMinutes: row.owedMinutes, lastSequence: row.lastSequence },
})

/** What its begun classes cost, settled or not: none of it moves to another mentor. */
const begunPaise = ({ settled, disputed, reported, waiting }: Balance): number =>
  settled.paise + disputed.paise + reported.paise + waiting.paise

/** What all its classes cost or would cost. */
export const usedPaise = ({ worthPaise, unusedPaise }: Balance): number => worthPaise - unusedPaise

/** Minutes that classes use, held or planned. */
export const usedMinutes = (balance: Balance): number => balance.begunMinutes + balance.plannedMinutes

/** What is left of the price after the classes that are settled: the family's, whatever is open. */
export const leftPaise = (balance: Balance): number => balance.worthPaise - balance.settled.paise

/** What is left for classes that were not held yet. */
export const unheldPaise = (balance: Balance): number => leftPaise(balance) - balance.disputed.paise - balance.heldPaise

/** What another mentor would take over: the price without what has begun. */
export const transferablePaise = (balance: Balance): number => balance.worthPaise - begunPaise(balance)

/** Minutes that may still be planned, without those that are owed. */
export const unplannedMinutes = (balance: Balance): number =>
  balance.boughtMinutes - usedMinutes(balance) - balance.owedMinutes

/** What neither classes nor owed minutes need: a decision about another class may use it. Negative when they need more. */
export function freePaise(balance: Balance): number {
  const { isOver, worthPaise, unusedPaise, owedMinutes, boughtMinutes } = balance
  return unusedPaise - (isOver ? 0 : Math.ceil((worthPaise * owedMinutes) / boughtMinutes))
}

/** What can be refunded of a booking: its price without what was taught, charged or waits for an answer. */
export const refundablePaise = (balance: Balance): number =>
  balance.worthPaise - begunPaise(balance) + balance.restingPaise

/** What its coming classes would use if it went on, with those that rest. */
export const givenUpPaise = ({ plannedPaise, restingPaise }: Balance): number => plannedPaise + restingPaise

/** What is left of everything a family paid, and what of that waits for an answer or a decision, in paise. */
export async function familyMoney(db: Db, familyId: string): Promise<{ leftPaise: number; heldPaise: number }> {
  const { rows } = await sql<{ leftPaise: number; heldPaise: number }>`
    select coalesce(sum(v.worth_paise - v.settled_paise), 0)::int8 as "leftPaise", coalesce(sum(v.disputed_paise + v.held_paise), 0)::int8 as "heldPaise"
    from booking b join booking_balance v on v.booking_id = b.id where b.family_id = ${familyId}`.execute(db)
  return rows[0] ?? { leftPaise: 0, heldPaise: 0 }
}
