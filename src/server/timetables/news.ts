import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { brand } from '#contract/brand.ts'
import { subjects } from '#contract/catalogue.ts'
import type { Language } from '#contract/errors.ts'
import type { Booking } from '#server/bookings/bookings.ts'
import { notify } from '#server/notifications/notifications.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Rule } from './dates.ts'

/** Monday 2024-01-01 begins the week that days are named after. */
const dayNames = (weekdays: readonly number[], language: Language) =>
  weekdays
    .map((day) =>
      new Intl.DateTimeFormat(language === 'hi' ? 'hi-IN' : 'en-IN', { weekday: 'short', timeZone: 'UTC' }).format(
        new Date(Date.UTC(2024, 0, day)),
      ),
    )
    .join(', ')

const dayInWords = (at: Date, language: Language) =>
  new Intl.DateTimeFormat(language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN', {
    ...{ timeZone: 'Asia/Kolkata', weekday: 'short', day: 'numeric', month: 'short' },
  }).format(at)

/** Tells the family the weekly times of its classes. */
export async function notifyTimetable(tx: Kysely<DB>, booking: Booking, rule: Rule, first: Date): Promise<void> {
  const of = (language: Language, i: 0 | 1) => ({
    brand: language === 'hi' ? brand.nameHi : brand.name,
    subject: subjects[booking.subject][i],
    mentor: booking.mentorName,
    days: dayNames(rule.weekdays, language),
    time: rule.time,
    first: dayInWords(first, language),
  })
  await notify(tx, {
    event: 'timetable-set',
    accountId: booking.familyAccount,
    // Changed there and back is news each time.
    onceKey: `${booking.id}:${randomUUID()}`,
    values: { en: of('en', 0), hi: of('hi', 1) },
  })
}
