import { expect, test } from 'vitest'
import { durationText, minutesText } from './minutes-text.ts'

test('reads a saved duration in either language and keeps other words', () => {
  for (const text of ['1 h 40 min', '1 घंटा 40 मिनट']) expect(durationText(text)).toBe(minutesText(100))
  expect(durationText('2 घंटे')).toBe(minutesText(120))
  expect(durationText('50 min')).toBe(minutesText(50))
  for (const text of ['', 'about 2 hours', '1:40']) expect(durationText(text)).toBe(text)
})
