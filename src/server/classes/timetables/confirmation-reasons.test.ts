import { describe, expect, it } from 'vitest'
import { instantInIndia } from '#contract/wire/time.ts'
import { confirmationReasons } from './confirmation-reasons.ts'

const at = (date: string, time = '17:00') => instantInIndia(date, time)
// A Monday.
const now = at('2026-11-23', '09:00')
const usual = {
  newTimes: [at('2026-11-25')],
  allTimes: [],
  preference: null,
  isFirst: true,
  isOutside: false,
  cancelFreeHours: 12,
  now,
}

describe('a time set by the mentor', () => {
  it.each([
    ['without any wish, a day ahead, counts at once', {}, []],
    [
      'can be cancelled for free until just before the family knows',
      { newTimes: [at('2026-11-23', '22:59')] },
      ['soon'],
    ],
    ['can be cancelled for free until the family knows, and counts', { newTimes: [at('2026-11-23', '23:00')] }, []],
    [
      'is set at night and can be cancelled for free only before the morning',
      { now: at('2026-11-22', '21:30'), newTimes: [at('2026-11-23', '21:59')] },
      ['soon'],
    ],
    [
      'is set at night and can be cancelled for free in the morning, and counts',
      { now: at('2026-11-22', '21:30'), newTimes: [at('2026-11-23', '22:00')] },
      [],
    ],
    [
      'is cancelled for free until two hours before it, and counts',
      { cancelFreeHours: 2, newTimes: [at('2026-11-23', '13:00')] },
      [],
    ],
    [
      'is one of two, and only the other one begins too soon',
      { newTimes: [at('2026-11-23', '12:00'), at('2026-11-25')] },
      ['soon'],
    ],
    ['is outside the own hours', { isOutside: true }, ['hours']],
    ['is the one that was wished', { preference: { at: at('2026-11-25') } }, []],
    [
      'is the one that was wished, and soon',
      { newTimes: [at('2026-11-23', '18:00')], preference: { at: at('2026-11-23', '18:00') } },
      [],
    ],
    ['is another one than wished', { preference: { at: at('2026-11-25', '18:00') } }, ['wish']],
    ['comes after a wish whose time is over', { preference: { at: at('2026-11-22') } }, []],
    ['comes at the wished time, too late for it', { preference: { at: now } }, []],
    [
      'is beside a class at the wished time',
      { preference: { at: at('2026-11-24') }, allTimes: [at('2026-11-24')] },
      [],
    ],
    ['is another one, after the first class began', { preference: { at: at('2026-11-26') }, isFirst: false }, []],
    [
      'fits wished days, time and begin',
      { preference: { days: ['monday', 'wednesday'], time: '17:00', date: '2026-11-24' } },
      [],
    ],
    [
      'fits the wished weekday before dawn, when it is the day before in UTC',
      { newTimes: [at('2026-11-25', '05:00')], preference: { days: ['wednesday'], date: '2026-11-25' } },
      [],
    ],
    ['is on another weekday', { preference: { days: ['monday', 'friday'] } }, ['wish']],
    ['is at another hour', { preference: { time: '18:00' } }, ['wish']],
    ['begins before the wished day', { preference: { date: '2026-11-26' } }, ['wish']],
    ['fits a wish that says nothing', { preference: { days: [] } }, []],
    [
      'is one of many, and another one does not fit',
      { newTimes: [at('2026-11-25'), at('2026-11-27', '17:00')], preference: { days: ['wednesday'] } },
      ['wish'],
    ],
    [
      'is wrong in every way',
      { newTimes: [at('2026-11-23', '12:00')], preference: { time: '18:00' }, isOutside: true },
      ['wish', 'soon', 'hours'],
    ],
  ] as const)('%s', (_, change, reasons) => {
    expect(confirmationReasons({ ...usual, ...change })).toEqual(reasons)
  })
})
