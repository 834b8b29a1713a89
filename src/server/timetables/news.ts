import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { subjects } from '#contract/catalogue.ts'
import type { Language } from '#contract/errors.ts'
import type { Booking } from '#server/bookings/bookings.ts'
import { inBoth, notify } from '#server/notifications/notifications.ts'
import { weekDayWords, weekTimeWords } from '#server/platform/figures.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Rule } from './dates.ts'

const weekday = { weekday: 'short', timeZone: 'UTC' } as const
// Made once: making one takes longer than all else a message needs.
const names: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-IN', weekday),
  hi: new Intl.DateTimeFormat('hi-IN', weekday),
}

/** 1 January 2024 was a Monday. */
const dayNames = (weekdays: readonly number[], language: Language) =>
  weekdays.map((one) => names[language].format(new Date(Date.UTC(2024, 0, one)))).join(', ')

const bookingWords = (booking: Booking, i: 0 | 1) => ({
  subject: subjects[booking.subject][i],
  mentor: booking.mentorName,
})

/** The family, and the mentor when an admin did it. Changed there and back is news each time. */
type Told = { booking: Booking; byAdmin: boolean }
const receiversOf = ({ booking, byAdmin }: Told) => {
  const onceKey = `${booking.id}:${randomUUID()}`
  const family = { accountId: booking.familyAccount, side: 'family' as const, onceKey }
  return byAdmin ? [family, { accountId: booking.mentorAccount, side: 'mentor' as const, onceKey }] : [family]
}

/** Tells when a class is; of one that was moved, also when it was. */
export async function notifyScheduled(tx: Kysely<DB>, told: Told, startsAt: Date, was: Date | null): Promise<void> {
  const values = inBoth((language, i) => {
    const to = weekTimeWords(startsAt, language)
    return { ...bookingWords(told.booking, i), at: was ? weekTimeWords(was, language) : to, to }
  })
  const event = was ? 'class-rescheduled' : 'class-scheduled'
  for (const receiver of receiversOf(told)) await notify(tx, { event, ...receiver, values })
}

/** Tells the weekly times of the classes. */
export async function notifyTimetable(tx: Kysely<DB>, told: Told, rule: Rule, first: Date): Promise<void> {
  const values = inBoth((language, i) => ({
    ...bookingWords(told.booking, i),
    days: dayNames(rule.weekdays, language),
    time: rule.time,
    first: weekDayWords(first, language),
  }))
  for (const receiver of receiversOf(told)) await notify(tx, { event: 'timetable-set', ...receiver, values })
}
