import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import { type LessonState, lessonColumns } from '#contract/classes/lifecycles.ts'
import {
  type Balance,
  balancesOf,
  freePaise,
  givenUpPaise,
  leftPaise,
  refundablePaise,
  transferablePaise,
  unheldPaise,
  unplannedMinutes,
  usedMinutes,
  usedPaise,
} from '#server/classes/lessons/lessons.ts'
import type { DB } from '#server/platform/schema.ts'

type Row = {
  state: LessonState
  fee: number
  minutes: number
  hasBegun: boolean
  rests: boolean
}
export type Facts = { price: number; refunded: number; minutes: number; isOver: boolean; owed: number; lessons: Row[] }

/** The same figures added up class by class, as an independent check. */
export function naive({ price, refunded, minutes, isOver, owed, lessons }: Facts) {
  const sum = (wanted: (row: Row) => boolean, value: 'fee' | 'minutes') =>
    lessons.filter(wanted).reduce((total, row) => total + row[value], 0)
  const columns = ({ state }: Row) => lessonColumns[state]
  const isSettled = (row: Row) => columns(row).settled === true
  const isDisputed = (row: Row) => columns(row).disputed === true
  const isScheduled = (row: Row) => columns(row).status === 'scheduled'
  const isHeld = (row: Row) => columns(row).status === 'held'
  const stays = (row: Row) =>
    isHeld(row) ||
    isSettled(row) ||
    isDisputed(row) ||
    (isScheduled(row) && (row.state === 'absence_reported' || row.hasBegun))
  const isGivenUp = (row: Row) => isScheduled(row) && (!stays(row) || row.rests)
  const stands = (row: Row) => isScheduled(row) || isHeld(row) || isSettled(row) || isDisputed(row)
  const worth = price - refunded
  const isReported = (row: Row) => row.state === 'absence_reported'
  const isWaiting = (row: Row) => isHeld(row) || (isScheduled(row) && row.hasBegun)
  // Each class counts in the first part it fits.
  const kinds = [isSettled, isDisputed, isReported, isWaiting]
  const partOf = (kind: (typeof kinds)[number]) => {
    const isOfKind = (row: Row) => kinds.find((is) => is(row)) === kind
    return { classes: lessons.filter(isOfKind).length, paise: sum(isOfKind, 'fee') }
  }
  return {
    parts: kinds.map(partOf),
    refundable: worth - sum((row) => stays(row) && !isGivenUp(row), 'fee'),
    givenUp: sum(isGivenUp, 'fee'),
    usedMinutes: sum((row) => stays(row) || isGivenUp(row), 'minutes'),
    transferable: worth - sum(stays, 'fee'),
    used: sum(stands, 'fee'),
    unplanned: minutes - sum(stands, 'minutes') - owed,
    free: worth - sum(stands, 'fee') - (isOver ? 0 : Math.ceil((worth * owed) / minutes)),
    left: worth - sum(isSettled, 'fee'),
    unheld: worth - sum((row) => isHeld(row) || isSettled(row) || isDisputed(row), 'fee'),
  }
}

export const figures = (balance: Balance) => ({
  parts: [balance.settled, balance.disputed, balance.reported, balance.waiting].map(({ classes, paise }) => ({
    classes,
    paise,
  })),
  refundable: refundablePaise(balance),
  givenUp: givenUpPaise(balance),
  usedMinutes: usedMinutes(balance),
  transferable: transferablePaise(balance),
  used: usedPaise(balance),
  unplanned: unplannedMinutes(balance),
  free: freePaise(balance),
  left: leftPaise(balance),
  unheld: unheldPaise(balance),
})

/** Compares the balance of each booking with its classes, read in one statement each at the same `now()`. */
export async function expectBalances(db: Kysely<DB>, bookings: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Facts & { id: string }>`
      select b.id, b.price_paise as price, b.refunded_paise as refunded, b.minutes, b.status in ('completed', 'cancelled') as "isOver",
        (select coalesce(sum(c.minutes), 0)::int from lesson_credit c
          where c.booking_id = b.id and c.used_by is null and c.voided_at is null) as owed,
        coalesce((select json_agg(json_build_object('state', l.state, 'fee', l.fee_paise, 'minutes', l.minutes,
            'hasBegun', l.starts_at <= now(), 'rests', lesson_rests(b.id, l.starts_at)))
          from lesson l where l.booking_id = b.id), '[]') as lessons
      from booking b where b.id = any(${[...bookings]}::uuid[])`.execute(tx)
    const balances = await balancesOf(tx, bookings)
    expect(rows.length).toBe(bookings.length)
    for (const { id, ...facts } of rows) {
      const balance = balances.get(id)
      expect(balance && figures(balance), `balance of booking ${id}`).toEqual(naive(facts))
    }
  })
}
