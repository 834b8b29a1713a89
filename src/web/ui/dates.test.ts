import { expect, onTestFinished, test } from 'vitest'
import { getLocale, overwriteGetLocale } from '#messages-runtime'
import { formatClock, timeRange } from './dates.tsx'

test('names a common part of the day once in Hindi', () => {
  const before = getLocale
  onTestFinished(() => overwriteGetLocale(before))
  overwriteGetLocale(() => 'hi')
  const endOf = (from: string, to: string) => timeRange(formatClock(from), formatClock(to)).to
  const shown = [endOf('17:32', '19:11'), endOf('19:30', '20:30'), endOf('11:00', '11:00')]
  overwriteGetLocale(before)
  expect(shown).toEqual(['7:11', 'रात\u00a08:30', '11:00'])
  expect(endOf('17:32', '19:11')).toBe('7:11\u00a0pm')
})
