import { expect, test } from 'vitest'
import { dateInIndia, instantInIndia, timeInIndia } from './time.ts'

test('a day in India begins at half past six in the evening in UTC', () => {
  const [before, after] = [new Date('2026-11-24T18:29:59Z'), new Date('2026-11-24T18:30:00Z')]
  expect([dateInIndia(before), timeInIndia(before)]).toEqual(['2026-11-24', '23:59'])
  expect([dateInIndia(after), timeInIndia(after)]).toEqual(['2026-11-25', '00:00'])
  expect(instantInIndia('2026-11-25', '00:00')).toEqual(after)
})
