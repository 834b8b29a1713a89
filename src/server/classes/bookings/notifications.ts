import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { autoConfirmHours } from '#contract/classes/limits.ts'
import type { Plan } from '#contract/classes/plans.ts'
import { type Subject, subjects } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { plusMinutes } from '#contract/wire/time.ts'
import { draftTaxQuestion } from '#server/mentors/taxes/taxes.ts'
import {
  draftNotice,
  inBothLanguages,
  type Notice,
  notify,
  readRecipient,
  writeNotices,
} from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { money, weekdayText, weekdayTimeText } from '#server/platform/figures.ts'
import { knownLabels } from './learner-labels.ts'
import type { Booking, PaidOrder } from './locked-rows.ts'

const planNames: Record<Plan, Record<Language, string>> = {
  monthly: { en: 'monthly plan', hi: 'महीने की क्लास' },
  demo: { en: 'demo class', hi: 'डेमो क्लास' },
  hourly: { en: 'hourly class', hi: 'घंटे की क्लास' },
  months3: { en: '3-month plan', hi: '3 महीने की क्लास' },
  months6: { en: '6-month plan', hi: '6 महीने की क्लास' },
}

type PickedState = 'requested' | 'taken' | 'lapsed'
type PaidBooking = {
  plan: Plan
  subject: Subject
  scheduleBy: Date
  mentorName: string
  id: string
  familyAccount: string
  mentorAccount: string
  /** First lesson, if scheduled. */
  first: Date | null
  pickedAt: Date | null
  pickedState: PickedState | null
  confirmBy: Date | null
}

async function paidBooking(tx: Transaction, id: string | RawBuilder<unknown>): Promise<PaidBooking | null> {
  const { rows } = await sql<PaidBooking>`
    select b.id, b.plan, b.subject, b.schedule_by as "scheduleBy", m.full_name as "mentorName", f.account_id as "familyAccount", m.account_id as "mentorAccount",
      (select min(starts_at) from lesson l where l.booking_id = b.id and l.status = 'scheduled') as first,
      b.picked_at as "pickedAt", b.picked_state as "pickedState", b.confirm_by as "confirmBy"
    from booking b join mentor m on m.id = b.mentor_id join family f on f.id = b.family_id where b.id = ${id}`.execute(
    tx,
  )
  return rows[0] ?? null
}

const familyEvents = { requested: 'time-requested-family', taken: 'time-taken', lapsed: 'time-lapsed' } as const

/** Accounts of both sides. */
export type Accounts = { family: string; mentor: string }
type LearnerLabels = NonNullable<Awaited<ReturnType<typeof knownLabels>>>
type Told = { paid: PaidBooking; learner: LearnerLabels }

async function told(tx: Transaction, id: string | RawBuilder<unknown>): Promise<Told | null> {
  const [paid, learner] = await Promise.all([paidBooking(tx, id), knownLabels(tx, id)])
  return paid && learner && { paid, learner }
}

/** Adds learner and location to the mentor's values. */
const withLearner = <V extends Record<Language, Record<string, string>>>(values: V, learner: LearnerLabels) =>
  ({ en: { ...values.en, ...learner.en }, hi: { ...values.hi, ...learner.hi } }) as V & LearnerLabels // safe: of both

/** What both sides are told of the result of the picked time. */
async function draftPickedTime(tx: Transaction, { paid, learner }: Told): Promise<Notice[]> {
  const { first, pickedState, mentorAccount, familyAccount } = paid
  const at = first ?? paid.pickedAt
  if (!at) return []
  const values = inBothLanguages((language, i) => ({
    plan: planNames[paid.plan][language],
    subject: subjects[paid.subject][i],
    mentor: paid.mentorName,
    at: weekdayTimeText(at, language),
    by: weekdayTimeText(paid.confirmBy ?? at, language),
  }))
  // A time can be requested and lapse more than once. Callers run once per change of the locked booking.
  const onceKey = `${paid.id}:${randomUUID()}`
  const shared = { onceKey, classAt: [at] }
  const family = { accountId: familyAccount, side: 'family' as const, ...shared, values }
  const mentorValues = withLearner(values, learner)
  const mentor = { accountId: mentorAccount, side: 'mentor' as const, ...shared, values: mentorValues }
  if (first)
    return await Promise.all([
      draftNotice(tx, { event: 'class-booked-family', ...family }),
      draftNotice(tx, { event: 'class-booked-mentor', ...mentor }),
    ])
  if (!pickedState) return []
  const notices = [await draftNotice(tx, { event: familyEvents[pickedState], ...family })]
  if (pickedState === 'requested') notices.push(await draftNotice(tx, { event: 'time-requested-mentor', ...mentor }))
  return notices
}

/** Notifies both sides of a picked time chosen after payment. */
export async function notifyPicked(tx: Transaction, bookingId: string): Promise<void> {
  const found = await told(tx, bookingId)
  if (found) await writeNotices(await draftPickedTime(tx, found))
}

type Order = Pick<PaidOrder, 'id' | 'mentorId'>

/**
 * What both sides are told of a paid order's booking and its first lesson, and the question for a mentor's tax facts. None
 * without a booking.
 */
export async function draftPaidNotices(
  tx: Transaction,
  { id: orderId, mentorId }: Order,
  accounts: Accounts,
): Promise<Notice[]> {
  const family = { event: 'booking-paid-family', accountId: accounts.family, side: 'family' } as const
  const mentor = { event: 'booking-paid-mentor', accountId: accounts.mentor, side: 'mentor' } as const
  const [found, question, ofFamily, ofMentor] = await Promise.all([
    told(tx, sql`(select id from booking where order_id = ${orderId} and replaces is null)`),
    draftTaxQuestion(tx, mentorId, accounts.mentor),
    readRecipient(tx, family, family.event),
    readRecipient(tx, mentor, mentor.event),
  ])
  if (!found) return []
  const { paid, learner } = found
  const notices = await draftPickedTime(tx, found)
  if (question) notices.push(question)
  if (paid.first || paid.pickedState === 'requested') return notices
  const values = inBothLanguages((language, i) => ({
    plan: planNames[paid.plan][language],
    subject: subjects[paid.subject][i],
    mentor: paid.mentorName,
    by: weekdayText(paid.scheduleBy, language),
  }))
  const onceKey = paid.id
  // A lost picked time is announced by its own message.
  if (!paid.pickedState) notices.push(await draftNotice(tx, { ...family, onceKey, values }, ofFamily))
  notices.push(await draftNotice(tx, { ...mentor, onceKey, values: withLearner(values, learner) }, ofMentor))
  return notices
}

/** Asks the family to confirm a marked lesson, or reminds it before automatic confirmation. */
export async function notifyAttendance(
  tx: Transaction,
  booking: Booking,
  lessonId: string,
  event: 'class-marked' | 'class-marked-code' | 'class-reminder',
  onceKey = lessonId,
): Promise<void> {
  const { rows } = await sql<{
    startsAt: Date
    answerFrom: Date
  }>`select l.starts_at as "startsAt", greatest(l.ends_at, r.marked_at) as "answerFrom"
    from lesson l join class_record r on r.lesson_id = l.id where l.id = ${lessonId}`.execute(tx)
  const lesson = rows[0]
  if (!lesson) return
  const answerBy = plusMinutes(lesson.answerFrom, autoConfirmHours * 60)
  const values = inBothLanguages((language, i) => ({
    subject: subjects[booking.subject][i],
    mentor: booking.mentorName,
    at: weekdayTimeText(lesson.startsAt, language),
    by: weekdayTimeText(answerBy, language),
  }))
  await notify(tx, { event, accountId: booking.familyAccount, side: 'family', onceKey, values, answerBy })
}

type EndedBooking = { plan: Plan; subject: Subject; mentorName: string; next: Date | null } & Accounts

/** A booking that ended, with its next class, which may have just been cancelled. */
async function endedBooking(tx: Transaction, id: string): Promise<EndedBooking | undefined> {
  const { rows } = await sql<EndedBooking>`
    select b.plan, b.subject, f.account_id as family, m.account_id as mentor, m.full_name as "mentorName",
      (select min(starts_at) from lesson where booking_id = b.id and starts_at > now()) as next
    from booking b join mentor m on m.id = b.mentor_id join family f on f.id = b.family_id where b.id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

/** Notifies the mentor of a booking that ended early; its times are free again. */
export async function notifyEnded(tx: Transaction, bookingId: string): Promise<void> {
  const paid = await endedBooking(tx, bookingId)
  if (!paid) return
  const values = inBothLanguages((language, i) => ({
    plan: planNames[paid.plan][language],
    subject: subjects[paid.subject][i],
  }))
  await notify(tx, {
    event: 'booking-ended-mentor',
    accountId: paid.mentor,
    side: 'mentor',
    onceKey: bookingId,
    values,
    classAt: [paid.next],
  })
}

type CancellationRefund = { backPaise: number; staysPaise: number }
/** What happens to the money of a booking we cancelled, as full sentences. */
const refundSentences: Record<Language, (refund: CancellationRefund) => string> = {
  en: ({ backPaise, staysPaise }) =>
    [
      ...(backPaise > 0 ? [`${money(backPaise)} will be refunded to the account you paid from.`] : []),
      ...(staysPaise > 0
        ? [`${money(staysPaise)} stays in your balance: you can request a refund on your dashboard.`]
        : []),
    ].join(' ') || 'There was no balance to refund.',
  hi: ({ backPaise, staysPaise }) =>
    [
      ...(backPaise > 0 ? [`${money(backPaise)} उसी खाते में वापस जाएँगे जिससे आपने भुगतान किया था।`] : []),
      ...(staysPaise > 0 ? [`${money(staysPaise)} आपके बैलेंस में रहेंगे: आप डैशबोर्ड पर रिफ़ंड माँग सकते हैं।`] : []),
    ].join(' ') || 'रिफ़ंड के लिए कोई बैलेंस नहीं था।',
}

/** Notifies both sides of a cancellation by MentorSetu; only the family gets the amounts. */
export async function notifyCancelled(tx: Transaction, bookingId: string, refund: CancellationRefund): Promise<void> {
  const paid = await endedBooking(tx, bookingId)
  if (!paid) return
  const values = inBothLanguages((language, i) => ({
    plan: planNames[paid.plan][language],
    subject: subjects[paid.subject][i],
    mentor: paid.mentorName,
    amount: money(refund.backPaise),
    money: refundSentences[language](refund),
  }))
  await notify(tx, {
    event: 'booking-cancelled-family',
    accountId: paid.family,
    side: 'family',
    onceKey: bookingId,
    values,
    classAt: [paid.next],
  })
}

/** Notifies both sides once of a completed booking and asks the family for a review. */
export async function notifyCompleted(tx: Transaction, bookingId: string): Promise<void> {
  const paid = await endedBooking(tx, bookingId)
  if (!paid) return
  const values = inBothLanguages((language, i) => ({
    plan: planNames[paid.plan][language],
    subject: subjects[paid.subject][i],
    mentor: paid.mentorName,
  }))
  const message = { onceKey: bookingId, values }
  await notify(tx, { event: 'booking-completed-family', accountId: paid.family, side: 'family', ...message })
  await notify(tx, { event: 'booking-completed-mentor', accountId: paid.mentor, side: 'mentor', ...message })
}
