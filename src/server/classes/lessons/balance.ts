import { type RawBuilder, sql } from 'kysely'
import { rupees } from '#contract/wire/money.ts'
import type { Db } from '#server/platform/database.ts'
import { prepared } from '#server/platform/prepared.ts'

/** Count and cost in paise of a booking's lessons in one state. */
export type Part = { classes: number; paise: number }

/** Money (paise) and minutes of one booking, from the view `booking_balance`. */
export type Balance = {
  bookingId: string
  isOver: boolean
  boughtMinutes: number
  /** Price less refunds, and the part no lesson uses; that part is the family's again once the booking is over. */
  worthPaise: number
  unusedPaise: number
  /** Lessons by state: settled; disputed; reported as missed; begun or held, and unsettled. */
  settled: Part & { minutes: number }
  disputed: Part
  reported: Part
  waiting: Part
  /** Part of `waiting` that is marked as held. */
  heldPaise: number
  /** Minutes of all lessons above. */
  begunMinutes: number
  /** Lessons that have not begun. */
  plannedPaise: number
  plannedMinutes: number
  /** Part of the begun lessons that is on hold because the mentor is suspended; cancelled when the booking ends. */
  suspendedPaise: number
  /** Credited minutes of cancelled or missed lessons. */
  owedMinutes: number
  /** Sequence number of the last lesson. */
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

/** Balances of bookings, whose ids are an SQL array. */
export const balanceRows = (ids: RawBuilder<unknown>) => sql<Row>`
    select booking_id as "bookingId", status in ('completed', 'cancelled') as "isOver", bought_minutes as "boughtMinutes", worth_paise as "worthPaise", unused_paise as "unusedPaise",
      settled_paise as "settledPaise", settled_minutes as "settledMinutes", settled_classes as "settledClasses",
      disputed_paise as "disputedPaise", disputed_classes as "disputedClasses",
      reported_paise as "reportedPaise", reported_classes as "reportedClasses",
      waiting_paise as "waitingPaise", waiting_classes as "waitingClasses", held_paise as "heldPaise", begun_minutes as "begunMinutes",
      planned_paise as "plannedPaise", planned_minutes as "plannedMinutes", resting_paise as "restingPaise",
      owed_minutes as "owedMinutes", last_sequence as "lastSequence"
    from booking_balance where booking_id = any(${ids})`

/** One figure of the balance of the booking with this id, for the columns of a list. */
export const balanceFigure = (figure: 'begun_minutes' | 'owed_minutes', id: RawBuilder<unknown>) =>
  sql`(select ${sql.ref(figure)} from booking_balance where booking_id = ${id})`

/**
 * Balances of several bookings, unordered. Lock the bookings before writing based on them; `now()` decides what has
 * begun, so reads in one transaction agree.
 */
export async function balancesOf(db: Db, bookingIds: readonly string[]): Promise<Map<string, Balance>> {
  const { rows } = await sql<Row>`${prepared} ${balanceRows(sql`${[...bookingIds]}::uuid[]`)}`.execute(db)
  return toBalances(rows)
}

export const toBalances = (rows: readonly Row[]): Map<string, Balance> =>
  new Map(rows.map((row) => [row.bookingId, toBalance(row)]))

/** Balance of one booking. @throws Error when it does not exist */
export async function balanceOf(db: Db, bookingId: string): Promise<Balance> {
  const found = (await balancesOf(db, [bookingId])).get(bookingId)
  if (!found) throw new Error(`no booking ${bookingId}`)
  return found
}

const toBalance = (row: Row): Balance => ({
  bookingId: row.bookingId,
  isOver: row.isOver,
  boughtMinutes: row.boughtMinutes,
  worthPaise: row.worthPaise,
  unusedPaise: row.unusedPaise,
  settled: { classes: row.settledClasses, paise: row.settledPaise, minutes: row.settledMinutes },
  disputed: { classes: row.disputedClasses, paise: row.disputedPaise },
  reported: { classes: row.reportedClasses, paise: row.reportedPaise },
  waiting: { classes: row.waitingClasses, paise: row.waitingPaise },
  heldPaise: row.heldPaise,
  begunMinutes: row.begunMinutes,
  plannedPaise: row.plannedPaise,
  plannedMinutes: row.plannedMinutes,
  suspendedPaise: row.restingPaise,
  owedMinutes: row.owedMinutes,
  lastSequence: row.lastSequence,
})

/** Cost of all begun lessons, settled or not; it stays with the mentor on a replacement. */
const begunPaise = ({ settled, disputed, reported, waiting }: Balance): number =>
  settled.paise + disputed.paise + reported.paise + waiting.paise

/** Cost of all lessons, held or planned. */
export const usedPaise = ({ worthPaise, unusedPaise }: Balance): number => worthPaise - unusedPaise

/** Minutes of all lessons, held or planned. */
export const usedMinutes = (balance: Balance): number => balance.begunMinutes + balance.plannedMinutes

/** Price less settled lessons: still the family's, including disputed amounts. */
export const leftPaise = (balance: Balance): number => balance.worthPaise - balance.settled.paise

/** Money for lessons not held yet. */
export const unheldPaise = (balance: Balance): number => leftPaise(balance) - balance.disputed.paise - balance.heldPaise

/** What is left, in rupees: for lessons not held yet, for lessons waiting to be confirmed, and disputed. */
export const leftParts = (balance: Balance) => ({
  unheld: rupees(unheldPaise(balance)),
  waiting: rupees(balance.heldPaise),
  onHold: rupees(balance.disputed.paise),
})

/** Money a replacement takes over: the price less begun lessons. */
export const transferablePaise = (balance: Balance): number => balance.worthPaise - begunPaise(balance)

/** Minutes that can be planned, without credits. */
export const unplannedMinutes = (balance: Balance): number =>
  balance.boughtMinutes - usedMinutes(balance) - balance.owedMinutes

/** Money that neither lessons nor credits need, available to another decision. Negative when they need more. */
export function freePaise(balance: Balance): number {
  const { isOver, worthPaise, unusedPaise, owedMinutes, boughtMinutes } = balance
  return unusedPaise - (isOver ? 0 : Math.ceil((worthPaise * owedMinutes) / boughtMinutes))
}

/** Refundable amount: the price less lessons taught, charged or unconfirmed. */
export const refundablePaise = (balance: Balance): number =>
  balance.worthPaise - begunPaise(balance) + balance.suspendedPaise

/** Cost of planned lessons, with those on hold during a suspension. */
export const givenUpPaise = ({ plannedPaise, suspendedPaise }: Balance): number => plannedPaise + suspendedPaise

type MoneyRow = {
  left: number
  completed: number
  charged: number
  waiting: number
  onHold: number
  refundable: number
}

/** Whether booking `b` is a demo whose 99 rupees lowered the price of a month with its mentor. */
export const isCreditUsed = sql`(b.plan = 'demo' and exists (select from payment_order u where u.family_id = b.family_id and u.learner_id = b.learner_id
  and u.mentor_id = b.mentor_id and subject_now(u.subject) = subject_now(b.subject) and u.promotion_used))`

/** A family's money in all bookings, which `toFamilyMoney` reads. */
export const familyMoneyRow = (familyId: string) => sql<MoneyRow>`
    select coalesce(sum(v.worth_paise - v.settled_paise), 0)::int8 as "left", coalesce(sum(v.settled_paise), 0)::int8 as completed,
      coalesce(sum((select sum(l.fee_paise) from lesson l where l.booking_id = b.id and l.settled_at is not null and l.status <> 'held')), 0)::int8 as charged,
      coalesce(sum(v.held_paise), 0)::int8 as waiting,
      coalesce(sum(v.disputed_paise), 0)::int8 as "onHold",
      coalesce(sum(v.unused_paise) filter (where v.status in ('completed', 'cancelled') and not ${isCreditUsed}), 0)::int8 as refundable
    from booking b join booking_balance v on v.booking_id = b.id where b.family_id = ${familyId}`

/** A family's total balance and its parts, and the cost of completed and charged lessons, in rupees. */
export const toFamilyMoney = ({ left, completed, charged, waiting, onHold, refundable }: MoneyRow) => ({
  left: rupees(left),
  completed: rupees(completed),
  charged: rupees(charged),
  held: rupees(waiting + onHold),
  upcoming: rupees(left - waiting - onHold - refundable),
  waiting: rupees(waiting),
  onHold: rupees(onHold),
  refundable: rupees(refundable),
})
