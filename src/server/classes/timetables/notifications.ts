import { randomUUID } from 'node:crypto'
import { subjects } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { type Booking, pupilWords } from '#server/classes/bookings/bookings.ts'
import type { Asked } from '#server/classes/lessons/lessons.ts'
import { inBoth, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { weekDayWords, weekTimeWords } from '#server/platform/figures.ts'
import type { Rule } from './dates.ts'

const weekday = { weekday: 'short', timeZone: 'UTC' } as const
// Cached: constructing one is slower than the rest of the message.
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

type Told = { booking: Booking; byAdmin: boolean }

/** Recipients: the family, and the mentor when an admin made the change. Moving a lesson back and forth notifies each time. */
async function receiversOf<V extends { mentor: string }>(
  tx: Transaction,
  { booking, byAdmin }: Told,
  values: Record<Language, V>,
) {
  const onceKey = `${booking.id}:${randomUUID()}`
  const family = { accountId: booking.familyAccount, side: 'family' as const, onceKey, values }
  if (!byAdmin) return [family]
  const pupil = await pupilWords(tx, booking.id)
  const forMentor = (language: Language): V => {
    const { student, class: grade, place } = pupil[language]
    return { ...values[language], mentor: `${student} (${grade}, ${place})` }
  }
  const own = { en: forMentor('en'), hi: forMentor('hi') }
  return [family, { accountId: booking.mentorAccount, side: 'mentor' as const, onceKey, values: own }]
}

/** Notifies of a lesson's time, and of its previous time when it was moved. */
export async function notifyScheduled(tx: Transaction, told: Told, startsAt: Date, was: Date | null): Promise<void> {
  const values = inBoth((language, i) => {
    const to = weekTimeWords(startsAt, language)
    return { ...bookingWords(told.booking, i), at: was ? weekTimeWords(was, language) : to, to }
  })
  const event = was ? 'class-rescheduled' : 'class-scheduled'
  for (const receiver of await receiversOf(tx, told, values)) await notify(tx, { event, ...receiver })
}

/** Asks the family to confirm the mentor's times. */
export async function notifyAsked(
  tx: Transaction,
  booking: Booking,
  { id, toAt, expiresAt, ...one }: Asked & { id: string; expiresAt: Date },
): Promise<void> {
  const weekly = 'plan' in one && one.plan.kind === 'weekly' ? one.plan : null
  const values = inBoth((language, i) => ({
    ...bookingWords(booking, i),
    at: 'lesson' in one ? weekTimeWords(one.lesson.startsAt, language) : '',
    to: weekly
      ? `${dayNames(weekly.weekdays, language)}, ${weekly.time} (${weekDayWords(toAt, language)})`
      : weekTimeWords(toAt, language),
    by: weekTimeWords(expiresAt, language),
  }))
  const event = 'lesson' in one ? 'proposal-made' : 'plan-asked'
  await notify(tx, { event, accountId: booking.familyAccount, side: 'family', onceKey: id, values })
}

/** Notifies of a new weekly timetable. */
export async function notifyTimetable(tx: Transaction, told: Told, rule: Rule, first: Date): Promise<void> {
  const values = inBoth((language, i) => ({
    ...bookingWords(told.booking, i),
    days: dayNames(rule.weekdays, language),
    time: rule.time,
    first: weekDayWords(first, language),
  }))
  for (const receiver of await receiversOf(tx, told, values)) await notify(tx, { event: 'timetable-set', ...receiver })
}
