import { expect, test } from 'vitest'
import { dateInIndia, instantInIndia, nightEnd, plusMinutes, timeInIndia } from './time.ts'

test('a day in India begins at half past six in the evening in UTC', () => {
  const before = new Date('2026-11-24T18:29:59Z')
  const after = new Date('2026-11-24T18:30:00Z')
  expect([dateInIndia(before), timeInIndia(before)]).toEqual(['2026-11-24', '23:59'])
  expect([dateInIndia(after), timeInIndia(after)]).toEqual(['2026-11-25', '00:00'])
  expect(instantInIndia('2026-11-25', '00:00')).toEqual(after)
})

test('the last millisecond of a minute and of a day in India belong to them', () => {
  expect(dateInIndia(new Date('2026-11-24T18:29:59.999Z'))).toBe('2026-11-24')
  expect(timeInIndia(new Date('2026-11-24T12:29:59.999Z'))).toBe('17:59')
})

test('minutes later are exact over days', () => {
  expect(plusMinutes(new Date('2026-11-24T18:30:00.000Z'), 2 * 1440 + 90)).toEqual(new Date('2026-11-26T20:00:00.000Z'))
  expect(plusMinutes(new Date('2026-11-24T18:30:00.000Z'), -30)).toEqual(new Date('2026-11-24T18:00:00.000Z'))
})

test('a night ends in the morning after it begins, in India', () => {
  const endOf = (date: string, time: string) => nightEnd(instantInIndia(date, time), { from: '21:00', until: '07:00' })
  const morning = instantInIndia('2026-11-21', '07:00')
  expect(endOf('2026-11-20', '20:59')).toBeNull()
  for (const [date, time] of [
    ['2026-11-20', '21:00'],
    ['2026-11-20', '23:59'],
    ['2026-11-21', '00:00'],
    ['2026-11-21', '06:59'],
  ] as const)
    expect(endOf(date, time), time).toEqual(morning)
  expect(endOf('2026-11-21', '07:00')).toBeNull()
})
