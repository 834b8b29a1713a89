import { expect, test } from 'vitest'
import { stateNames } from '#contract/reference/hindi-names.ts'
import { weekdayOf } from './dates.ts'
import { holidayOn, holidays } from './holidays.ts'

test('holidays have names in both languages and may be limited to states', () => {
  expect(holidayOn('2026-11-24', 'Delhi', 'en')).toBe('Guru Nanak Jayanti')
  expect(holidayOn('2027-03-22', 'Karnataka', 'hi')).toBe('होली')
  expect(holidayOn('2027-08-17', 'Rajasthan', 'en')).toBe('Raksha Bandhan')
  expect(holidayOn('2027-08-17', 'Karnataka', 'en')).toBeNull()
  expect(holidayOn('2027-04-07', 'Telangana', 'en')).toBe('Ugadi')
  expect(holidayOn('2026-11-25', 'Delhi', 'en')).toBeNull()
})

const datesOf = (name: string) => holidays.find(({ en }) => en === name)?.dates ?? []

test('each holiday has a date in every year and known states', () => {
  for (const { dates, en, states = [] } of holidays) {
    expect(
      dates.map((day) => day.slice(0, 4)),
      en,
    ).toEqual(['2026', '2027', '2028'])
    expect(stateNames, en).toEqual(expect.arrayContaining([...states]))
  }
  expect(datesOf('Good Friday').map(weekdayOf)).toEqual([5, 5, 5])
})

test('national holidays are on their fixed dates, nationwide', () => {
  for (const [name, day] of [
    ['Republic Day', '01-26'],
    ['Independence Day', '08-15'],
    ['Gandhi Jayanti', '10-02'],
    ['Christmas', '12-25'],
  ] as const) {
    expect(datesOf(name)).toEqual(['2026', '2027', '2028'].map((year) => `${year}-${day}`))
    expect(holidayOn(`2028-${day}`, 'Karnataka', 'en')).toBe(name)
  }
})

test('festivals of the full and new moon are near them', () => {
  const month = 29.530_588
  // Days since a new moon at noon in India, by mean months; the true moon differs by up to 14 hours.
  const age = (date: string) => ((Date.parse(`${date}T06:30Z`) - Date.parse('2000-01-06T18:14Z')) / 86_400_000) % month
  const full = ['Holi', 'Buddha Purnima', 'Raksha Bandhan', 'Guru Nanak Jayanti'].flatMap(datesOf)
  for (const date of full) expect(Math.abs(age(date) - month / 2), date).toBeLessThan(2)
  for (const date of datesOf('Diwali')) expect(Math.min(age(date), month - age(date)), date).toBeLessThan(2)
})
