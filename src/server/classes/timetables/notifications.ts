import { randomUUID } from 'node:crypto'
import { subjects } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { type Booking, learnerLabels } from '#server/classes/bookings/bookings.ts'
import type { NewProposal } from '#server/classes/lessons/lessons.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { weekdayText, weekdayTimeText } from '#server/platform/figures.ts'
import type { Rule } from './dates.ts'

const weekday = { weekday: 'short', timeZone: 'UTC' } as const
// Cached: constructing one is slower than the rest of the message.
const weekdayFormats: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-IN', weekday),
  hi: new Intl.DateTimeFormat('hi-IN', weekday),
}

/** 1 January 2024 was a Monday. */
const dayNames = (weekdays: readonly number[], language: Language) =>
  weekdays.map((one) => weekdayFormats[language].format(new Date(Date.UTC(2024, 0, one)))).join(', ')

const bookingValues = (booking: Booking, i: 0 | 1) => ({
  subject: subjects[booking.subject][i],
  mentor: booking.mentorName,
})

type Notice = { booking: Booking; byAdmin: boolean }

/** Recipients: the family, and the mentor when an admin made the change. Moving a lesson back and forth notifies each time. */
async function recipientsOf<V extends { mentor: string }>(
  tx: Transaction,
  { booking, byAdmin }: Notice,
  values: Record<Language, V>,
) {
  const onceKey = `${booking.id}:${randomUUID()}`
  const family = { accountId: booking.familyAccount, side: 'family' as const, onceKey, values }
  if (!byAdmin) return [family]
  const learner = await learnerLabels(tx, booking.id)
  const mentorValues = (language: Language): V => {
    const { student, class: grade, place } = learner[language]
    return { ...values[language], mentor: `${student} (${grade}, ${place})` }
  }
  const ownValues = { en: mentorValues('en'), hi: mentorValues('hi') }
  return [family, { accountId: booking.mentorAccount, side: 'mentor' as const, onceKey, values: ownValues }]
}

/** Notifies of a lesson's time, and of its previous time when it was moved. */
export async function notifyScheduled(
  tx: Transaction,
  notice: Notice,
  startsAt: Date,
  was: Date | null,
): Promise<void> {
  const values = inBothLanguages((language, i) => {
    const to = weekdayTimeText(startsAt, language)
    return { ...bookingValues(notice.booking, i), at: was ? weekdayTimeText(was, language) : to, to }
  })
  const event = was ? 'class-rescheduled' : 'class-scheduled'
  const classAt = [startsAt, was]
  for (const recipient of await recipientsOf(tx, notice, values)) await notify(tx, { event, ...recipient, classAt })
}

/** Asks the family to confirm the mentor's times. */
export async function notifyAsked(
  tx: Transaction,
  booking: Booking,
  { id, toAt, expiresAt, ...one }: NewProposal & { id: string; expiresAt: Date },
): Promise<void> {
  const weekly = 'plan' in one && one.plan.kind === 'weekly' ? one.plan : null
  const values = inBothLanguages((language, i) => ({
    ...bookingValues(booking, i),
    name: booking.mentorName,
    at: 'lesson' in one ? weekdayTimeText(one.lesson.startsAt, language) : '',
    to: weekly
      ? `${dayNames(weekly.weekdays, language)}, ${weekly.time} (${weekdayText(toAt, language)})`
      : weekdayTimeText(toAt, language),
    by: weekdayTimeText(expiresAt, language),
  }))
  const event = 'lesson' in one ? 'proposal-made' : 'plan-asked'
  await notify(tx, {
    event,
    accountId: booking.familyAccount,
    side: 'family',
    onceKey: id,
    values,
    answerBy: expiresAt,
    classAt: ['lesson' in one ? one.lesson.startsAt : null, toAt],
  })
}

/** Notifies of a new weekly timetable. */
export async function notifyTimetable(tx: Transaction, notice: Notice, rule: Rule, first: Date): Promise<void> {
  const values = inBothLanguages((language, i) => ({
    ...bookingValues(notice.booking, i),
    days: dayNames(rule.weekdays, language),
    time: rule.time,
    first: weekdayText(first, language),
  }))
  for (const recipient of await recipientsOf(tx, notice, values))
    await notify(tx, { event: 'timetable-set', ...recipient, classAt: [first] })
}
