import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { brand } from '#contract/brand.ts'
import { subjects } from '#contract/catalogue.ts'
import type { Language } from '#contract/errors.ts'
import type { Booking } from '#server/bookings/bookings.ts'
import { notify } from '#server/notifications/notifications.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Rule } from './dates.ts'

const locales: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' }
const weekday = { weekday: 'short' } as const
const day = { ...weekday, timeZone: 'Asia/Kolkata', day: 'numeric', month: 'short' } as const
const format = (language: Language) => ({
  name: new Intl.DateTimeFormat(locales[language], { ...weekday, timeZone: 'UTC' }),
  day: new Intl.DateTimeFormat(locales[language], day),
  time: new Intl.DateTimeFormat(locales[language], { ...day, hour: 'numeric', minute: '2-digit' }),
})
// Made once: making one takes longer than all else a message needs.
const formats: Record<Language, ReturnType<typeof format>> = { en: format('en'), hi: format('hi') }

/** 1 January 2024 was a Monday. */
const dayNames = (weekdays: readonly number[], language: Language) =>
  weekdays.map((one) => formats[language].name.format(new Date(Date.UTC(2024, 0, one)))).join(', ')

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
  const values = valuesFor(booking, (language) => ({ at: formats[language].time.format(startsAt) }))
  await notify(tx, {
    ...{ event: 'class-scheduled', accountId: booking.familyAccount, onceKey: onceKey(booking), values },
  })
}

/** Tells the family the weekly times of its classes. */
export async function notifyTimetable(tx: Kysely<DB>, booking: Booking, rule: Rule, first: Date): Promise<void> {
  const values = valuesFor(booking, (language) => ({
    days: dayNames(rule.weekdays, language),
    time: rule.time,
    first: formats[language].day.format(first),
  }))
  await notify(tx, {
    ...{ event: 'timetable-set', accountId: booking.familyAccount, onceKey: onceKey(booking), values },
  })
}
