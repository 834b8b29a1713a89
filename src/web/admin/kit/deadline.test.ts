import { expect, test } from 'vitest'
import { countText } from './count-text.ts'
import { deadlineText } from './deadline.tsx'

const now = Date.parse('2026-11-29T12:00:00Z')
const after = (hours: number) => new Date(now + hours * 3_600_000).toISOString()

test.each([
  [5, '5 h left'],
  [0.2, '1 h left'],
  [-0.2, '1 h late'],
  [23, '23 h left'],
  [24, '1 day left'],
  [47, '1 day left'],
  [48, '2 days left'],
  [-23, '23 h late'],
  [-47, '1 day late'],
  [-48, '2 days late'],
  [-672, '28 days late'],
])('a deadline in %d hours is shown as "%s"', (hours, text) => {
  expect(deadlineText(after(hours), now)).toBe(text)
})

test('one of something has a text of its own', () => {
  const texts = [1, 2, 1200].map((count) =>
    countText(
      count,
      () => 'one',
      ({ count: n }) => `${n} mentors`,
    ),
  )
  expect(texts).toEqual(['one', '2 mentors', '1,200 mentors'])
})
