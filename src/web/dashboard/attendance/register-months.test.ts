import { expect, test } from 'vitest'
import type { Lesson } from '#contract/classes/bookings.ts'
import { cellsOf, monthsOf, monthToShow } from './register-months.ts'

const lesson = (id: string, startsAt: string, more: Partial<Lesson> = {}): Lesson => ({
  _id: id,
  sequence: 1,
  startsAt,
  endsAt: startsAt,
  minutes: 60,
  fee: 100,
  status: 'scheduled',
  settled: false,
  record: null,
  dispute: null,
  change: null,
  proposal: null,
  movedFrom: null,
  noShowFrom: startsAt,
  ...more,
})

test('puts a lesson late at night in UTC into the month in India', () => {
  const months = monthsOf(cellsOf([lesson('a', '2026-11-30T12:00:00Z'), lesson('b', '2026-11-30T19:00:00Z')], 'b'))
  expect(months.map(({ month, cells }) => [month, cells.map(({ id, sign }) => [id, sign])])).toEqual([
    ['2026-11', [['a', 'planned']]],
    ['2026-12', [['b', 'today']]],
  ])
})

test('marks the original day of a moved lesson, unless another lesson is there', () => {
  const moved = lesson('a', '2026-11-25T12:00:00Z', { movedFrom: '2026-11-23' })
  const free = cellsOf([moved, lesson('b', '2026-11-24T12:00:00Z')], undefined)
  expect(free.map(({ id, sign }) => [id, sign])).toEqual([
    ['a', 'moved'],
    ['b', 'planned'],
    ['a', 'planned'],
  ])
  const taken = cellsOf([moved, lesson('b', '2026-11-23T12:00:00Z')], undefined)
  expect(taken.map(({ sign }) => sign)).toEqual(['planned', 'planned'])
})

test('shows a cancelled lesson as skipped, charged or not', () => {
  const cancelled = [false, true].map((settled) =>
    lesson(`${settled}`, '2026-11-23T12:00:00Z', { status: 'cancelled', settled }),
  )
  expect(cellsOf(cancelled, undefined).map(({ sign }) => sign)).toEqual(['left', 'left'])
})

test('shows the current month of a package, else the next with lessons, else the last', () => {
  const months = monthsOf(
    cellsOf([lesson('a', '2026-09-10T12:00:00Z'), lesson('b', '2026-12-10T12:00:00Z')], undefined),
  )
  expect(monthToShow(months, '2026-09-30')).toBe('2026-09')
  expect(monthToShow(months, '2026-10-01')).toBe('2026-12')
  expect(monthToShow(months, '2027-01-01')).toBe('2026-12')
  expect(monthToShow([], '2027-01-01')).toBeUndefined()
})
