import { describe, expect, it } from 'vitest'
import { instantInIndia } from '#contract/wire/time.ts'
import { datesOf, nextDay, planAheadDays, weekdayOf } from './dates.ts'

const monday = '2026-11-23'
const now = instantInIndia(monday, '09:00')
const rule = { weekdays: [1, 3], time: '17:00', minutes: 60, from: monday }
type Change = { rule?: Partial<typeof rule>; skipped?: string[]; now?: Date }
const planned = (minutes: number, change: Change = {}) =>
  datesOf({ ...rule, ...change.rule }, minutes, new Set(change.skipped), change.now ?? now)

describe('the lessons of a rule', () => {
  it.each<[string, number, Change, [string, number][]]>([
    [
      'use up the minutes, the last one shorter',
      140,
      {},
      [
        ['2026-11-23', 60],
        ['2026-11-25', 60],
        ['2026-11-30', 20],
      ],
    ],
    [
      'add less than twenty minutes to the last one',
      139,
      {},
      [
        ['2026-11-23', 60],
        ['2026-11-25', 79],
      ],
    ],
    ['use up a single minute', 1, {}, [['2026-11-23', 1]]],
    ['begin after now', 60, { now: instantInIndia(monday, '17:00') }, [['2026-11-25', 60]]],
    ['begin today when the rule began earlier', 60, { rule: { from: '2026-11-01' } }, [['2026-11-23', 60]]],
    ['wait for the day the rule begins', 60, { rule: { from: '2026-11-29', weekdays: [7] } }, [['2026-11-29', 60]]],
    ['leave out skipped dates', 60, { skipped: ['2026-11-23', '2026-11-25'] }, [['2026-11-30', 60]]],
  ])('%s', (_, minutes, change, expected) => {
    const found = planned(minutes, change)
    expect(found.map((one) => [one.date, one.minutes])).toEqual(expected)
    for (const { date, startsAt, endsAt, minutes: length } of found) {
      expect(startsAt).toEqual(instantInIndia(date, '17:00'))
      expect(endsAt.getTime() - startsAt.getTime()).toBe(length * 60_000)
    }
  })

  it('end at the limit of planning', () => {
    const found = planned(60_000, { rule: { weekdays: [1, 2, 3, 4, 5, 6, 7] } })
    expect([found.length, found.at(-1)?.date]).toEqual([planAheadDays + 1, nextDay(monday, planAheadDays)])
  })
})

it('counts days across months, and weekdays from Monday to Sunday', () => {
  expect([nextDay('2027-02-28'), nextDay('2026-12-31', 2)]).toEqual(['2027-03-01', '2027-01-02'])
  expect([0, 1, 2, 3, 4, 5, 6].map((days) => weekdayOf(nextDay(monday, days)))).toEqual([1, 2, 3, 4, 5, 6, 7])
})
