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
/** The family, and the mentor when an admin did it. */
type Told = { booking: Booking; byAdmin: boolean }
type Event = 'class-scheduled' | 'class-rescheduled' | 'timetable-set'

async function tell(tx: Kysely<DB>, event: Event, { booking, byAdmin }: Told, values: ReturnType<typeof valuesFor>) {
  // Changed there and back is news each time.
  const onceKey = `${booking.id}:${randomUUID()}`
  for (const accountId of byAdmin ? [booking.familyAccount, booking.mentorAccount] : [booking.familyAccount])
    await notify(tx, { event, accountId, onceKey, values })
}

/** Tells when a class is; of one that was moved, also when it was. */
export async function notifyScheduled(tx: Kysely<DB>, told: Told, startsAt: Date, was: Date | null): Promise<void> {
  const event = was ? 'class-rescheduled' : 'class-scheduled'
  const values = valuesFor(told.booking, (language) => {
    const to = weekTimeWords(startsAt, language)
    return was ? { at: weekTimeWords(was, language), to } : { at: to }
  })
  await tell(tx, event, told, values)
}

/** Tells the weekly times of the classes. */
export async function notifyTimetable(tx: Kysely<DB>, told: Told, rule: Rule, first: Date): Promise<void> {
  const values = valuesFor(told.booking, (language) => ({
    days: dayNames(rule.weekdays, language),
    time: rule.time,
    first: weekDayWords(first, language),
  }))
  await tell(tx, 'timetable-set', told, values)
}
