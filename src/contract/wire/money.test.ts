import { expect, test } from 'vitest'
import { paise, rupees } from './money.ts'

test('rupees and paise convert without losing a paisa', () => {
  for (let amount = -30_000; amount <= 30_000; amount++) expect(paise(rupees(amount))).toBe(amount)
  expect([paise(4.35), paise(1.15), paise(-4.35), rupees(435)]).toEqual([435, 115, -435, 4.35])
})
