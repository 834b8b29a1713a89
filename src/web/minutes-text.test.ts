import { expect, test } from 'vitest'
import { minutesText, savedDuration } from './minutes-text.ts'

test('reads a saved duration in either language and keeps other words', () => {
  for (const text of ['1 h 40 min', minutesText(100), '1 घंटा 40 मिनट'])
    expect(savedDuration(text)).toBe(minutesText(100))
  expect(savedDuration('2 घंटे')).toBe(minutesText(120))
  expect(savedDuration('50 min')).toBe(minutesText(50))
  for (const text of ['', 'about 2 hours', '1:40']) expect(savedDuration(text)).toBe(text)
})
