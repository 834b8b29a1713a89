import { expect, test } from 'vitest'
import { parseMonth } from '../kit/parse-month.ts'
import { adjacentMonths, dayForKey, parseDay, weekOf, weeksOf } from './calendar-days.ts'

test('weeks begin on Monday and contain every day of the month once', () => {
  const november = weeksOf('2026-11')
  expect(november[0]).toEqual([
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
  ])
  expect(november.at(-1)?.at(-1)).toBe('2026-12-06')
  for (const month of ['2026-02', '2027-02', '2028-02', '2027-08', '2026-12']) {
    const weeks = weeksOf(month)
    const days = weeks.flat().filter((day) => day.startsWith(month))
    const [year = 0, nth = 0] = month.split('-').map(Number)
    expect(days).toHaveLength(new Date(Date.UTC(year, nth, 0)).getUTCDate())
    expect(weeks.every((week) => week.length === 7 && week.some((day) => day.startsWith(month)))).toBe(true)
    expect(new Date(weeks[0]?.[0] ?? '').getUTCDay()).toBe(1)
  }
  // Four weeks exactly.
  expect(weeksOf('2027-02')).toHaveLength(4)
})

test('arrow keys move by day and week within the month', () => {
  const weeks = weeksOf('2026-11')
  const from = (day: string, ...keys: string[]) => keys.map((key) => dayForKey(weeks, day, key))
  expect(from('2026-11-18', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End')).toEqual([
    ...['2026-11-17', '2026-11-19', '2026-11-11', '2026-11-25', '2026-11-16', '2026-11-22'],
  ])
  expect(from('2026-10-26', 'ArrowLeft', 'ArrowUp', 'Enter')).toEqual([null, null, null])
  expect(from('2026-12-06', 'ArrowRight', 'ArrowDown', 'End')).toEqual([null, null, '2026-12-06'])
  expect(from('2026-01-01', 'ArrowRight')).toEqual([null])
})

test('parses months and finds the adjacent ones', () => {
  expect(['2026-11', '2026-13', '2026-1', "' or 1=1", '', null].map(parseMonth)).toEqual([
    '2026-11',
    null,
    null,
    null,
    null,
    null,
  ])
  expect(adjacentMonths('2026-12')).toEqual({ previous: '2026-11', next: '2027-01' })
  expect(adjacentMonths('2099-12').next).toBeNull()
})

test('finds the week of a day, across months and years', () => {
  const days = ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03']
  for (const day of days) expect(weekOf(day)).toEqual({ days, previous: '2026-12-21', next: '2027-01-04' })
  expect(weekOf('2099-12-31').next).toBeNull()
})

test('parses days that exist', () => {
  const given = ['2026-02-28', '2026-02-29', '2028-02-29', '2026-13-01', '2026-2-1', '2026-02-28T00', '', null]
  expect(given.map(parseDay)).toEqual(['2026-02-28', null, '2028-02-29', null, null, null, null, null])
})
