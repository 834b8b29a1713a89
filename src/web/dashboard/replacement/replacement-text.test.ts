import { expect, test } from 'vitest'
import type { Replacement } from '#contract/money/replacements.ts'
import { m } from '#messages'
import { dayNames } from '../../day-names.ts'
import { freeText } from './replacement-text.ts'

const week = [
  { day: 'monday', time: '17:00' },
  { day: 'friday', time: '17:00' },
] as const

test.each([
  ['free', { isFree: true }, m.replace_free()],
  ['on leave', { isAway: true }, m.replace_away()],
  ['busy on one day', { busyDays: ['friday'] }, m.replace_busy({ days: dayNames.friday() })],
  ['busy on every day', { busyDays: ['monday', 'friday'] }, m.replace_other_times()],
  ['busy at the one time wished for', {}, m.replace_other_times()],
] as const)('says of a mentor who is %s what keeps from the times', (_, state, text) => {
  const mentor = { isFree: false, isAway: false, busyDays: [], ...state }
  expect(freeText(mentor as unknown as Replacement, [...week])).toBe(text)
})
