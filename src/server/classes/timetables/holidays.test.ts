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

test('each holiday has a date in every year and known states', () => {
  for (const { dates, en, states = [] } of holidays) {
    expect(
      dates.map((day) => day.slice(0, 4)),
      en,
    ).toEqual(['2026', '2027', '2028'])
    expect(stateNames, en).toEqual(expect.arrayContaining([...states]))
  }
  expect(holidays.find(({ en }) => en === 'Good Friday')?.dates.map(weekdayOf)).toEqual([5, 5, 5])
})
