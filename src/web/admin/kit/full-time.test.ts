import { expect, test, vi } from 'vitest'
import { fullTime, timesText } from './full-time.ts'

test('names the year of a time unless it is this year, in India', () => {
  vi.useFakeTimers({ now: new Date('2026-12-31T19:00:00Z') })
  const shown = ['2026-12-31T18:31:00Z', '2026-12-31T18:29:00Z'].map((at) => fullTime(at).replaceAll('\u00a0', ' '))
  vi.useRealTimers()
  expect(shown).toEqual(['Fri 1 Jan, 12:01 am', 'Thu 31 Dec 2026, 11:59 pm'])
})

test('shows the times of a class as elsewhere', () => {
  expect(timesText('Fractions, 11:02-12:01').replaceAll('\u00a0', ' ')).toBe('Fractions, 11:02 am to 12:01 pm')
  expect(timesText('10:00 - 11:40. Fractions')).toContain('11:40\u00a0am. Fractions')
  expect(timesText('Pages 10-12')).toBe('Pages 10-12')
})
