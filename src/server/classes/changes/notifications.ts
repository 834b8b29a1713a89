import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import { subjects } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Booking } from '#server/classes/bookings/bookings.ts'
import { endRequests, inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { money, weekdayTimeText } from '#server/platform/figures.ts'
import type { Side } from './outcome.ts'

/** Template values: times, paise and minutes. */
type ChangeDetails = {
  at: Date
  by?: Date
  to?: Date
  feePaise?: number
  minutes?: number
  number?: string
  counter?: Date | null
}
type Event = Extract<
  NotificationEvent,
  | `cancelled-${string}`
  | 'left-out-holiday'
  | `missed-${string}`
  | `no-show-${string}`
  | `proposal-${string}`
  | 'class-moved'
  | 'plan-declined'
  | 'plan-lapsed'
>

const suggestions: Record<Language, (at: string) => string> = {
  en: (at) => `They suggest ${at}.`,
  hi: (at) => `उनका सुझाव: ${at}।`,
}

const theFamily: Record<Language, string> = { en: 'The family', hi: 'परिवार' }

/** Notifies one or both sides of a change of a lesson. `onceKey` is the deduplication key. */
export async function notifyChange(
  tx: Transaction,
  to: Side | 'both',
  event: Event,
  { booking, onceKey, details }: { booking: Booking; onceKey: string; details: ChangeDetails },
): Promise<void> {
  const values = inBothLanguages((language, i) => {
    const timeText = (at: Date | undefined) => (at ? weekdayTimeText(at, language) : '')
    return {
      subject: subjects[booking.subject][i],
      mentor: booking.mentorName,
      // Who proposes another time.
      name: to === 'mentor' ? theFamily[language] : booking.mentorName,
      at: timeText(details.at),
      by: timeText(details.by),
      to: timeText(details.to),
      amount: money(details.feePaise ?? 0),
      minutes: String(details.minutes ?? 0),
      number: details.number ?? '',
      suggestion: details.counter ? suggestions[language](weekdayTimeText(details.counter, language)) : '',
    }
  })
  const accounts = { family: booking.familyAccount, mentor: booking.mentorAccount }
  const classAt = [details.at, details.to]
  const deadline = event === 'proposal-made' && details.by && { answerBy: details.by }
  for (const side of to === 'both' ? (['family', 'mentor'] as const) : [to])
    await notify(tx, { event, accountId: accounts[side], side, onceKey, values, classAt, ...deadline })
}

/** A proposal was answered, withdrawn or has lapsed: what asks for an answer is over. */
export async function endProposalRequest(tx: Transaction, booking: Booking, id: string): Promise<void> {
  const events = ['proposal-made', 'plan-asked'] as const
  await endRequests(tx, { accountId: booking.familyAccount, side: 'family' }, events, id)
  await endRequests(tx, { accountId: booking.mentorAccount, side: 'mentor' }, events, id)
}
