import type { Kysely } from 'kysely'
import { brand } from '#contract/brand.ts'
import { subjects } from '#contract/catalogue.ts'
import type { Language } from '#contract/errors.ts'
import { rupees } from '#contract/money.ts'
import type { NotificationEvent } from '#contract/notification-events.ts'
import type { Booking } from '#server/bookings/bookings.ts'
import { notify } from '#server/notifications/notifications.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Side } from './outcome.ts'

const locales: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' }
const format = (language: Language) =>
  new Intl.DateTimeFormat(locales[language], {
    ...{
      timeZone: 'Asia/Kolkata',
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    },
  })
// Made once: making one takes longer than all else a message needs.
const formats: Record<Language, Intl.DateTimeFormat> = { en: format('en'), hi: format('hi') }

/** What a message can name: times, paise and minutes. */
type Facts = { at: Date; by?: Date; to?: Date; feePaise?: number; minutes?: number; number?: string }
type Event = Extract<
  NotificationEvent,
  `cancelled-${string}` | `missed-${string}` | `no-show-${string}` | `proposal-${string}` | 'class-moved'
>

/** Tells one side, or both, what became of a class. `onceKey` is what it happened by. */
export async function tell(
  tx: Kysely<DB>,
  to: Side | 'both',
  event: Event,
  { booking, onceKey, facts }: { booking: Booking; onceKey: string; facts: Facts },
): Promise<void> {
  const of = (language: Language) => {
    const inWords = (at: Date | undefined) => (at ? formats[language].format(at) : '')
    return {
      brand: language === 'hi' ? brand.nameHi : brand.name,
      subject: subjects[booking.subject][language === 'hi' ? 1 : 0],
      mentor: booking.mentorName,
      at: inWords(facts.at),
      by: inWords(facts.by),
      to: inWords(facts.to),
      amount: `₹${rupees(facts.feePaise ?? 0).toLocaleString('en-IN')}`,
      minutes: String(facts.minutes ?? 0),
      number: facts.number ?? '',
    }
  }
  const values = { en: of('en'), hi: of('hi') }
  const accounts = { family: [booking.familyAccount], mentor: [booking.mentorAccount] }
  for (const accountId of to === 'both' ? [...accounts.family, ...accounts.mentor] : accounts[to])
    await notify(tx, { event, accountId, onceKey, values })
}
