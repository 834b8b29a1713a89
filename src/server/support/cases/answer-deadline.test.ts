import { expect, test } from 'vitest'
import { defaultContact } from '#contract/wire/contact.ts'
import { answerDeadline } from './answer-deadline.ts'

test.each([
  ['in the office, a day later', '2026-11-18T15:07', '2026-11-19T15:07'],
  ['at night, before the office closes that day', '2026-11-18T02:37', '2026-11-18T20:00'],
  ['before it opens', '2026-11-18T09:59', '2026-11-18T20:00'],
  ['when it opens', '2026-11-18T10:00', '2026-11-19T10:00'],
  ['in the evening', '2026-11-18T23:10', '2026-11-19T20:00'],
  ['on a Friday evening, when Saturday ends earlier', '2026-11-20T19:30', '2026-11-21T18:00'],
  ['on a Sunday night', '2026-11-22T01:00', '2026-11-22T18:00'],
])('%s', (_, opened, by) => {
  expect(answerDeadline(new Date(`${opened}:00+05:30`), defaultContact)).toEqual(new Date(`${by}:00+05:30`))
})
