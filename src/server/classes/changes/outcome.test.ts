import { expect, test } from 'vitest'
import { settingDefault } from '#server/settings/settings/settings.ts'
import { type ChangeKind, outcomeOf, type Side, type Terms } from './outcome.ts'

const standard: Terms = { cancelFreeHours: 12, lateCancelPercent: 50, mentorLatePercent: 50 }
const startsAt = new Date('2026-12-01T17:00:00+05:30')
const lesson = {
  startsAt,
  minutes: 100,
  feePaise: 37_500,
  compensablePaise: 37_500,
  isShortNotice: false,
  isSuspended: false,
}
const hoursBefore = (hours: number, ms = 0) => new Date(startsAt.getTime() - hours * 3_600_000 + ms)
const rates = settingDefault('feeRates')

type Row = [
  who: Side,
  what: ChangeKind,
  now: Date,
  terms: Terms,
  fee: number,
  feeMinutes: number,
  credit: number,
  mentor: number,
]
// Half of 375.00 is 187.50, less 10% commission, 18% GST on that, 0.1% TDS and 0.5% TCS.
const mentorsHalf = 18_750 - 1_875 - 338
const rows: Row[] = [
  ['family', 'cancel', hoursBefore(48), standard, 0, 0, 100, 0],
  ['family', 'cancel', hoursBefore(12), standard, 0, 0, 100, 0],
  ['family', 'cancel', hoursBefore(12, 1), standard, 18_750, 50, 50, mentorsHalf],
  ['family', 'cancel', hoursBefore(0, -1), standard, 18_750, 50, 50, mentorsHalf],
  ['family', 'no-show', hoursBefore(-1), standard, 18_750, 50, 50, mentorsHalf],
  ['mentor', 'cancel', hoursBefore(48), standard, 0, 0, 100, 0],
  ['mentor', 'cancel', hoursBefore(0), standard, 0, 0, 100, 0],
  ['mentor', 'no-show', hoursBefore(-1), standard, 0, 0, 100, 0],
  // Terms that differ from today's.
  [
    'family',
    'cancel',
    hoursBefore(20),
    { cancelFreeHours: 24, lateCancelPercent: 100, mentorLatePercent: 100 },
    37_500,
    100,
    0,
    37_500 - 3_750 - 675,
  ],
  [
    'family',
    'cancel',
    hoursBefore(1),
    { cancelFreeHours: 2, lateCancelPercent: 0, mentorLatePercent: 0 },
    0,
    0,
    100,
    0,
  ],
  [
    'family',
    'no-show',
    hoursBefore(-1),
    { cancelFreeHours: 2, lateCancelPercent: 25, mentorLatePercent: 30 },
    9_375,
    25,
    75,
    9_375 - 938 - 169,
  ],
]

test.each(rows)(
  '%s, %s at %s under %o',
  (causedBy, kind, now, terms, feePaise, feeMinutes, creditMinutes, mentorPaise) => {
    expect(outcomeOf({ terms, rates, causedBy, kind, lesson, now })).toMatchObject({
      feePaise,
      feeMinutes,
      creditMinutes,
      mentorPaise,
      isAgainstMentor: causedBy === 'mentor',
    })
  },
)

test('every paisa and minute is charged or credited, whatever the fee', () => {
  for (const feePaise of [0, 1, 3, 9_901])
    for (const minutes of [1, 2, 35, 95]) {
      const one = outcomeOf({
        terms: standard,
        rates,
        causedBy: 'family',
        kind: 'no-show',
        now: hoursBefore(0),
        lesson: { startsAt, minutes, feePaise, compensablePaise: feePaise, isShortNotice: false, isSuspended: false },
      })
      expect(one.feeMinutes + one.creditMinutes).toBe(minutes)
      expect(one.feeMinutes).toBeGreaterThan(0)
      expect(one.feePaise).toBe(Math.round(feePaise / 2))
    }
})

test('a lesson on short notice is free for the family', () => {
  const short = { ...lesson, isShortNotice: true }
  const of = (what: ChangeKind, now: Date) =>
    outcomeOf({ terms: standard, rates, causedBy: 'family', kind: what, lesson: short, now })
  expect(of('cancel', hoursBefore(1))).toMatchObject({ feePaise: 0, creditMinutes: 100, until: null })
  expect(of('no-show', hoursBefore(-1))).toMatchObject({ feePaise: 0, creditMinutes: 100, until: null })
})

test.each([
  ['cancel', hoursBefore(12), standard, 0],
  ['cancel', hoursBefore(12, 1), standard, 18_750],
  ['no-show', hoursBefore(-1), standard, 18_750],
  ['no-show', hoursBefore(-1), { ...standard, mentorLatePercent: 80 }, 30_000],
  ['cancel', hoursBefore(1), { ...standard, mentorLatePercent: 0 }, 0],
] as const)(
  'a mentor’s %s at %s under %o credits the family %i paise and charges it nothing',
  (kind, now, terms, paise) => {
    const of = (more: object) =>
      outcomeOf({ terms, rates, causedBy: 'mentor', kind, lesson: { ...lesson, ...more }, now })
    expect(of({})).toMatchObject({ compensationPaise: paise, feePaise: 0, creditMinutes: 100 })
    expect(of({ compensablePaise: 1000 }).compensationPaise).toBe(Math.min(paise, 1000))
    for (const free of [{ isShortNotice: true }, { isSuspended: true }, { compensablePaise: -1 }])
      expect(of(free)).toMatchObject({ compensationPaise: 0, creditMinutes: 100 })
  },
)

test('a mentor’s late cancellation costs at least what the family’s would have', () => {
  for (const kind of ['cancel', 'no-show'] as const)
    for (const hours of [13, 12, 11.99, 1, -1]) {
      const of = (causedBy: Side) =>
        outcomeOf({ terms: standard, rates, causedBy, kind, lesson, now: hoursBefore(hours) })
      expect(of('mentor').compensationPaise).toBeGreaterThanOrEqual(of('family').feePaise)
    }
})

test('either side gets the end of free cancellation', () => {
  const until = (who: Side, now: Date) =>
    outcomeOf({ terms: standard, rates, causedBy: who, kind: 'cancel', lesson, now }).until
  expect(until('family', hoursBefore(13))).toEqual(hoursBefore(12))
  expect(until('family', hoursBefore(11))).toBeNull()
  expect(until('mentor', hoursBefore(13))).toEqual(hoursBefore(12))
  expect(until('mentor', hoursBefore(11))).toBeNull()
})
