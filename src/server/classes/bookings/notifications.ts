import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { autoConfirmHours } from '#contract/classes/limits.ts'
import type { Plan } from '#contract/classes/plans.ts'
import { type Subject, subjects } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { plusMinutes } from '#contract/wire/time.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { money, weekdayText, weekdayTimeText } from '#server/platform/figures.ts'
import { learnerLabels } from './learner-labels.ts'
import type { Booking } from './locked-rows.ts'

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
  familyAccount: string
  mentorAccount: string
  /** First lesson, if scheduled. */
  first: Date | null
  pickedAt: Date | null
  pickedState: PickedState | null
  confirmBy: Date | null
}

async function paidBooking(tx: Transaction, bookingId: string): Promise<PaidBooking | null> {
  const { rows } = await sql<PaidBooking>`
    select b.plan, b.subject, b.schedule_by as "scheduleBy", m.full_name as "mentorName", f.account_id as "familyAccount", m.account_id as "mentorAccount",
      (select min(starts_at) from lesson l where l.booking_id = b.id and l.status = 'scheduled') as first,
      b.picked_at as "pickedAt", b.picked_state as "pickedState", b.confirm_by as "confirmBy"
    from booking b join mentor m on m.id = b.mentor_id join family f on f.id = b.family_id where b.id = ${bookingId}`.execute(
    tx,
  )
  return rows[0] ?? null
}

const familyEvents = { requested: 'time-requested-family', taken: 'time-taken', lapsed: 'time-lapsed' } as const

/** Adds learner and location to the mentor's values. */
async function withLearner<V extends Record<Language, Record<string, string>>>(tx: Transaction, id: string, values: V) {
  const learner = await learnerLabels(tx, id)
  return { en: { ...values.en, ...learner.en }, hi: { ...values.hi, ...learner.hi } } as V & typeof learner // safe: of both
}

/** Notifies both sides of the result of the picked time. */
async function notifyPickedTime(tx: Transaction, bookingId: string, paid: PaidBooking): Promise<void> {
  const { first, pickedState, mentorAccount, familyAccount } = paid
  const at = first ?? paid.pickedAt
  if (!at) return
  const values = inBothLanguages((language, i) => ({
    plan: planNames[paid.plan][language],
    subject: subjects[paid.subject][i],
    mentor: paid.mentorName,
    at: weekdayTimeText(at, language),
    by: weekdayTimeText(paid.confirmBy ?? at, language),
  }))
  // A time can be requested and lapse more than once. Callers run once per change of the locked booking.
  const onceKey = `${bookingId}:${randomUUID()}`
  const family = { accountId: familyAccount, side: 'family' as const, onceKey, values }
  const mentorValues = await withLearner(tx, bookingId, values)
  const mentor = { accountId: mentorAccount, side: 'mentor' as const, onceKey, values: mentorValues }
  if (first) {
    await notify(tx, { event: 'class-booked-family', ...family })
    await notify(tx, { event: 'class-booked-mentor', ...mentor })
  } else if (pickedState) {
    await notify(tx, { event: familyEvents[pickedState], ...family })
    if (pickedState === 'requested') await notify(tx, { event: 'time-requested-mentor', ...mentor })
  }
}

/** Notifies both sides of a picked time chosen after payment. */
export async function notifyPicked(tx: Transaction, bookingId: string): Promise<void> {
  const paid = await paidBooking(tx, bookingId)
  if (paid) await notifyPickedTime(tx, bookingId, paid)
}

/** Notifies both sides of a paid booking and its first lesson. */
export async function notifyPaid(tx: Transaction, bookingId: string): Promise<void> {
  const paid = await paidBooking(tx, bookingId)
  if (!paid) return
  await notifyPickedTime(tx, bookingId, paid)
  if (paid.first || paid.pickedState === 'requested') return
  const values = inBothLanguages((language, i) => ({
    plan: planNames[paid.plan][language],
    subject: subjects[paid.subject][i],
    mentor: paid.mentorName,
    by: weekdayText(paid.scheduleBy, language),
  }))
  const { familyAccount, mentorAccount } = paid
  // A lost picked time is announced by its own message.
  if (!paid.pickedState)
    await notify(tx, {
      ...{ event: 'booking-paid-family', accountId: familyAccount, side: 'family' },
      ...{ onceKey: bookingId, values },
    })
  await notify(tx, {
    ...{ event: 'booking-paid-mentor', accountId: mentorAccount, side: 'mentor', onceKey: bookingId },
    values: await withLearner(tx, bookingId, values),
  })
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
  const values = inBothLanguages((language, i) => ({
    subject: subjects[booking.subject][i],
    mentor: booking.mentorName,
    at: weekdayTimeText(lesson.startsAt, language),
    by: weekdayTimeText(plusMinutes(lesson.answerFrom, autoConfirmHours * 60), language),
  }))
  await notify(tx, { event, accountId: booking.familyAccount, side: 'family', onceKey, values })
}

/** Notifies the mentor of a booking that ended early; its times are free again. */
export async function notifyEnded(tx: Transaction, bookingId: string, mentorAccount: string): Promise<void> {
  const paid = await tx
    .selectFrom('booking')
    .select(['plan', 'subject'])
    .where('id', '=', bookingId)
    .$castTo<{ plan: Plan; subject: Subject }>()
    .executeTakeFirst()
  if (!paid) return
  const values = inBothLanguages((language, i) => ({
    plan: planNames[paid.plan][language],
    subject: subjects[paid.subject][i],
  }))
  await notify(tx, {
    event: 'booking-ended-mentor',
    accountId: mentorAccount,
    side: 'mentor',
    onceKey: bookingId,
    values,
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
  const { rows } = await sql<{ plan: Plan; subject: Subject; family: string; mentor: string }>`
    select b.plan, b.subject, f.account_id as family, m.full_name as mentor
    from booking b join mentor m on m.id = b.mentor_id join family f on f.id = b.family_id where b.id = ${bookingId}`.execute(
    tx,
  )
  const paid = rows[0]
  if (!paid) return
  const values = inBothLanguages((language, i) => ({
    ...{ plan: planNames[paid.plan][language], subject: subjects[paid.subject][i], mentor: paid.mentor },
    ...{ amount: money(refund.backPaise), money: refundSentences[language](refund) },
  }))
  await notify(tx, {
    event: 'booking-cancelled-family',
    accountId: paid.family,
    side: 'family',
    onceKey: bookingId,
    values,
  })
}

/** Notifies both sides once of a completed booking and asks the family for a review. */
export async function notifyCompleted(tx: Transaction, bookingId: string): Promise<void> {
  const { rows } = await sql<{ plan: Plan; subject: Subject; mentor: string; family: string; mentorName: string }>`
    select b.plan, b.subject, m.account_id as mentor, f.account_id as family, m.full_name as "mentorName"
    from booking b join mentor m on m.id = b.mentor_id join family f on f.id = b.family_id where b.id = ${bookingId}`.execute(
    tx,
  )
  const paid = rows[0]
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
