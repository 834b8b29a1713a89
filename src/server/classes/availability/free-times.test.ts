import { describe, expect, it, test } from 'vitest'
import { dateInIndia, instantInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'
import {
  alternatives,
  closestTo,
  firstOfDays,
  freeTimesOf,
  type Hours,
  isByAgreement,
  minutesOf,
  type TimeRange,
  timeOf,
} from './free-times.ts'

const hour = 60
/** A Friday in India, 10:30 am. */
const now = instantInIndia('2026-11-20', '10:30')
const daily = (...hours: TimeRange[]): Hours['week'] =>
  Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, hours]))
const hours = (wish: Partial<Hours> = {}): Hours => ({
  begins: null,
  week: daily([16 * hour, 18 * hour]),
  days: {},
  leave: [],
  busy: [],
  ...wish,
})
const at = (date: string, time: string, minutes = 60) => {
  const startsAt = instantInIndia(date, time)
  return { startsAt, endsAt: plusMinutes(startsAt, minutes) }
}
const words = (times: readonly { startsAt: Date }[]) =>
  times.map(({ startsAt }) => `${dateInIndia(startsAt).slice(5)} ${timeInIndia(startsAt)}`)
const found = (wish: Partial<Hours>, asked: { minutes?: number; from?: string; days?: number } = {}) =>
  words(freeTimesOf(hours(wish), { now, days: 1, ...asked }))

describe('free times', () => {
  it('start every half hour while the lesson fits into the hours', () => {
    expect(found({})).toEqual(['11-20 16:00', '11-20 16:30', '11-20 17:00'])
    expect(found({}, { minutes: 100 })).toEqual(['11-20 16:00'])
    expect(found({ week: daily([16 * hour + 10, 17 * hour + 20]) })).toEqual([])
    expect(found({ week: daily([9 * hour, 10 * hour], [16 * hour, 17 * hour]) }, { days: 2 })).toEqual([
      ...['11-20 16:00', '11-21 09:00', '11-21 16:00'],
    ])
  })

  it('exclude the next two hours and days beyond two weeks', () => {
    expect(found({ week: daily([12 * hour, 14 * hour]) })).toEqual(['11-20 12:30', '11-20 13:00'])
    const all = words(freeTimesOf(hours(), { now }))
    expect([all.length, all.at(-1)]).toEqual([14 * 3, '12-03 17:00'])
    // Still 19 November in UTC.
    const night = instantInIndia('2026-11-20', '03:00')
    expect(words(freeTimesOf(hours(), { now: night, days: 1 }))[0]).toBe('11-20 16:00')
  })

  it('found at night begin two hours after it, because nobody reads the message before', () => {
    const firstAt = (date: string, time: string) =>
      words(freeTimesOf(hours({ week: daily([6 * hour, 22 * hour]) }), { now: instantInIndia(date, time) }))[0]
    expect(firstAt('2026-11-20', '19:59')).toBe('11-21 06:00')
    for (const [date, time] of [
      ['2026-11-20', '20:00'],
      ['2026-11-20', '23:59'],
      ['2026-11-21', '00:00'],
      ['2026-11-21', '07:59'],
      ['2026-11-21', '08:00'],
    ] as const)
      expect(firstAt(date, time), time).toBe('11-21 10:00')
    expect(firstAt('2026-11-21', '08:01')).toBe('11-21 10:30')
  })

  it('follow a date exception instead of the weekday', () => {
    expect(found({ days: { '2026-11-20': [[19 * hour, 20 * hour]] } })).toEqual(['11-20 19:00'])
    expect(found({ days: { '2026-11-20': [] } })).toEqual([])
  })

  it('exclude leave, including its first and last day, and days before the first teaching date', () => {
    const leave = [{ from: '2026-11-21', to: '2026-11-22' }]
    const days = (wish: Partial<Hours>) => [...new Set(found(wish, { days: 5 }).map((one) => one.slice(0, 5)))]
    expect(days({ leave })).toEqual(['11-20', '11-23', '11-24'])
    expect(days({ begins: '2026-11-23' })).toEqual(['11-23', '11-24'])
  })

  it('exclude busy times to the minute and report their length', () => {
    const taken = [{ ...at('2026-11-20', '17:00'), mode: 'online' as const, room: 0 }]
    expect(freeTimesOf(hours({ busy: taken }), { now, days: 1 })).toEqual([
      { startsAt: instantInIndia('2026-11-20', '16:00'), minutes: 60, mode: null },
    ])
    const touching = [{ ...at('2026-11-20', '16:59', 1), mode: 'online' as const, room: 0 }]
    expect(found({ busy: touching })).toEqual(['11-20 17:00'])
  })

  it('offer a group class with space to its mode at its own time and length', () => {
    const shared = { ...at('2026-11-20', '16:15'), mode: 'groupClasses' as const, room: 3 }
    const joined = freeTimesOf(hours({ busy: [shared] }), { now, days: 1 }).map(({ mode, startsAt }) => [
      mode,
      timeInIndia(startsAt),
    ])
    expect(joined).toEqual([['groupClasses', '16:15']])
    expect(found({ busy: [{ ...shared, room: 0 }] })).toEqual([])
    expect(found({ busy: [shared] }, { minutes: 90 })).toEqual([])
    const early = { ...shared, ...at('2026-11-21', '05:00') }
    expect(found({ week: {}, busy: [early] }, { days: 2 })).toEqual(['11-21 05:00'])
    expect(found({ week: {}, busy: [early] })).toEqual([])
  })
})

test('random hours: every offered time is free and every free time is offered', () => {
  let seed = 7
  const dice = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return seed % most
  }
  for (let round = 0; round < 200; round++) {
    const from = dice(20) * hour
    const week = daily([from, Math.min(from + (1 + dice(6)) * 30, 1439)])
    const taken = Array.from({ length: dice(12) }, () => ({
      ...at(`2026-11-2${dice(4)}`, `${String(dice(24)).padStart(2, '0')}:${dice(2) ? '30' : '00'}`, 30 + dice(5) * 25),
      mode: 'online' as const,
      room: 0,
    }))
    const leave = [{ from: `2026-11-2${dice(4)}`, to: '2026-11-22' }]
    const one = hours({ week, busy: taken, leave })
    const minutes = 30 + dice(4) * 30
    const offered = new Set(freeTimesOf(one, { now, minutes, days: 4 }).map(({ startsAt }) => +startsAt))
    for (let nth = 0; nth < 4 * 48; nth++) {
      const startsAt = plusMinutes(instantInIndia('2026-11-20', '00:00'), nth * 30)
      const endsAt = plusMinutes(startsAt, minutes)
      const clock = minutesOf(timeInIndia(startsAt))
      const date = dateInIndia(startsAt)
      const isFree =
        +startsAt >= +now + 2 * 3_600_000 &&
        (week[1] ?? []).some(([begin, end]) => begin <= clock && clock + minutes <= end) &&
        !leave.some((other) => other.from <= date && date <= other.to) &&
        !taken.some((other) => other.startsAt < endsAt && startsAt < other.endsAt)
      expect(offered.has(+startsAt), `${startsAt.toISOString()} of round ${round}`).toBe(isFree)
    }
  }
})

test('a mentor without hours and dates is by agreement', () => {
  expect(isByAgreement(hours({ week: {} }))).toBe(true)
  expect(isByAgreement(hours({ week: daily() }))).toBe(true)
  expect(isByAgreement(hours({ week: {}, days: { '2026-11-20': [[hour, 2 * hour]] } }))).toBe(false)
  expect(isByAgreement(hours())).toBe(false)
})

test('a card gets one time a day; a taken time is replaced by the next ones that do not overlap', () => {
  const times = freeTimesOf(hours(), { now })
  expect(words(firstOfDays(hours(), { now }, 3))).toEqual(['11-20 16:00', '11-21 16:00', '11-22 16:00'])
  const early = hours({ week: daily([5 * hour, 7 * hour]) })
  expect(words(firstOfDays(early, { now }, 2))).toEqual(['11-21 05:00', '11-22 05:00'])
  expect(words(alternatives(times, instantInIndia('2026-11-20', '16:30'), 60))).toEqual([
    ...['11-20 16:30', '11-21 16:00', '11-21 17:00'],
  ])
  // The last time was requested, so earlier ones fill up.
  expect(words(alternatives(times, instantInIndia('2026-12-03', '17:00'), 60))).toEqual([
    ...['11-20 16:00', '11-20 17:00', '12-03 17:00'],
  ])
  expect(alternatives([], now, 60)).toEqual([])
})

test('the closest time is soon or at the usual hour', () => {
  const times = freeTimesOf(hours({ week: daily([16 * hour, 20 * hour]) }), { now, days: 3 })
  expect(words([closestTo(times, instantInIndia('2026-11-10', '17:30'))].flatMap((one) => one ?? []))).toEqual([
    '11-20 17:30',
  ])
  const later = freeTimesOf(hours({ days: { '2026-11-20': [[12 * hour + 30, 14 * hour]] } }), { now, days: 3 })
  // 3.5 hours from the usual time today, or the usual time tomorrow.
  expect(words([closestTo(later, instantInIndia('2026-11-10', '17:00'))].flatMap((one) => one ?? []))).toEqual([
    '11-21 17:00',
  ])
  expect(closestTo([], now)).toBeNull()
})

test('the closest time costs an hour for each day, in whole days from the first, and the earlier one wins', () => {
  const usualAt = (time: string) => instantInIndia('2026-11-10', time)
  const closest = (times: [date: string, time: string][], usual: string) =>
    words(
      [
        closestTo(
          times.map(([date, time]) => ({ startsAt: instantInIndia(date, time), minutes: 60, mode: null })),
          usualAt(usual),
        ) ?? [],
      ].flat(),
    )
  const today = '2026-11-20'
  const tomorrow = '2026-11-21'
  expect(
    closest(
      [
        [today, '16:00'],
        [today, '17:30'],
      ],
      '17:00',
    ),
  ).toEqual(['11-20 17:30'])
  expect(
    closest(
      [
        [today, '16:00'],
        [today, '18:00'],
      ],
      '17:00',
    ),
  ).toEqual(['11-20 16:00'])
  expect(
    closest(
      [
        [today, '16:00'],
        [tomorrow, '16:50'],
      ],
      '17:00',
    ),
  ).toEqual(['11-20 16:00'])
  expect(
    closest(
      [
        [today, '16:00'],
        [tomorrow, '17:01'],
      ],
      '17:01',
    ),
  ).toEqual(['11-21 17:01'])
  // Less than a day later is the same day.
  expect(
    closest(
      [
        [today, '16:00'],
        [tomorrow, '12:30'],
      ],
      '14:00',
    ),
  ).toEqual(['11-21 12:30'])
})

test('the last place of a group is free, and stands in the order of the day', () => {
  const group = { ...at('2026-11-20', '15:00'), mode: 'groupClasses' as const, room: 1 }
  const full = { ...at('2026-11-20', '14:00'), mode: 'groupClasses' as const, room: 0 }
  expect(found({ busy: [full, group] })).toEqual(['11-20 15:00', '11-20 16:00', '11-20 16:30', '11-20 17:00'])
})

test('minutes of a day are read and written as a clock', () => {
  expect([0, 545, 1_439].map(timeOf)).toEqual(['00:00', '09:05', '23:59'])
  expect(['00:00', '09:05', '23:59'].map(minutesOf)).toEqual([0, 545, 1_439])
})
