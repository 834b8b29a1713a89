import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { brand } from '#contract/brand.ts'
import { subjects } from '#contract/catalogue.ts'
import type { Language } from '#contract/errors.ts'
import type { Booking } from '#server/bookings/bookings.ts'
import { notify } from '#server/notifications/notifications.ts'
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

const valuesFor = (booking: Booking, more: (language: Language) => Record<string, string>) => {
  const of = (language: Language, i: 0 | 1) => ({
    brand: language === 'hi' ? brand.nameHi : brand.name,
    subject: subjects[booking.subject][i],
    mentor: booking.mentorName,
    ...more(language),
  })
  return { en: of('en', 0), hi: of('hi', 1) }
}
/** Changed there and back is news each time. */
const onceKey = (booking: Booking) => `${booking.id}:${randomUUID()}`

/** Tells the family when a class is. */
export async function notifyScheduled(tx: Kysely<DB>, booking: Booking, startsAt: Date): Promise<void> {
  const values = valuesFor(booking, (language) => ({ at: weekTimeWords(startsAt, language) }))
  await notify(tx, {
    ...{ event: 'class-scheduled', accountId: booking.familyAccount, onceKey: onceKey(booking), values },
  })
}

/** Tells the family the weekly times of its classes. */
export async function notifyTimetable(tx: Kysely<DB>, booking: Booking, rule: Rule, first: Date): Promise<void> {
  const values = valuesFor(booking, (language) => ({
    days: dayNames(rule.weekdays, language),
    time: rule.time,
    first: weekDayWords(first, language),
  }))
  await notify(tx, {
    ...{ event: 'timetable-set', accountId: booking.familyAccount, onceKey: onceKey(booking), values },
  })
}
