import { expect, test } from 'vitest'
import type { Lesson } from '#contract/classes/bookings.ts'
import { numberOf, type ShownBooking } from './classes.ts'

const lesson = (id: string, day: number, status: Lesson['status']): Lesson => ({
  _id: id,
  sequence: day,
  startsAt: `2026-11-0${day}T12:00:00.000Z`,
  endsAt: `2026-11-0${day}T13:00:00.000Z`,
  minutes: 60,
  fee: 100,
  status,
  settled: false,
  noShowFrom: `2026-11-0${day}T12:20:00.000Z`,
  record: null,
  dispute: null,
  change: null,
  proposal: null,
  movedFrom: null,
})

test('does not number cancelled and missed lessons', () => {
  const lessons = [
    lesson('a', 1, 'held'),
    lesson('b', 2, 'cancelled'),
    lesson('c', 3, 'missed_by_mentor'),
    lesson('e', 5, 'scheduled'),
    lesson('d', 4, 'scheduled'),
  ]
  const booking = { lessons } as unknown as ShownBooking // safe: nothing else of it is read
  expect(lessons.map((one) => numberOf({ booking, lesson: one }))).toEqual([1, 2, 2, 3, 2])
})
