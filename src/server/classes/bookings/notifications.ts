import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Subject, subjects } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { confirmHours, type Plan } from '#contract/wire/limits.ts'
import { plusMinutes } from '#contract/wire/time.ts'
import { inBoth, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { money, weekDayWords, weekTimeWords } from '#server/platform/figures.ts'
import type { Booking } from './locked-rows.ts'
import { pupilWords } from './pupil-words.ts'

const planNames: Record<Plan, Record<Language, string>> = {
  monthly: { en: 'month', hi: 'महीने की क्लास' },
  demo: { en: 'demo class', hi: 'डेमो क्लास' },
  hourly: { en: 'class by the hour', hi: 'घंटे की क्लास' },
  months3: { en: '3 months', hi: '3 महीने की क्लास' },
  months6: { en: '6 months', hi: '6 महीने की क्लास' },
}

type PickedState = 'requested' | 'taken' | 'lapsed'
type Paid = {
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

async function paidOf(tx: Transaction, bookingId: string): Promise<Paid | null> {
  const { rows } = await sql<Paid>`
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
async function forMentor<V extends Record<Language, Record<string, string>>>(tx: Transaction, id: string, values: V) {
  const pupil = await pupilWords(tx, id)
  return { en: { ...values.en, ...pupil.en }, hi: { ...values.hi, ...pupil.hi } } as V & typeof pupil // true: of both
}

/** Notifies both sides of the result of the picked time. */
async function tellPicked(tx: Transaction, bookingId: string, one: Paid): Promise<void> {
  const { first, pickedState, mentorAccount, familyAccount } = one
  const at = first ?? one.pickedAt
  if (!at) return
  const values = inBoth((language, i) => ({
    plan: planNames[one.plan][language],
    subject: subjects[one.subject][i],
    mentor: one.mentorName,
    at: weekTimeWords(at, language),
    by: weekTimeWords(one.confirmBy ?? at, language),
  }))
  // A time can be requested and lapse more than once. Callers run once per change of the locked booking.
  const onceKey = `${bookingId}:${randomUUID()}`
  const family = { accountId: familyAccount, side: 'family' as const, onceKey, values }
  const words = await forMentor(tx, bookingId, values)
  const mentor = { accountId: mentorAccount, side: 'mentor' as const, onceKey, values: words }
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
  const one = await paidOf(tx, bookingId)
  if (one) await tellPicked(tx, bookingId, one)
}

/** Notifies both sides of a paid booking and its first lesson. */
export async function notifyPaid(tx: Transaction, bookingId: string): Promise<void> {
  const one = await paidOf(tx, bookingId)
  if (!one) return
  await tellPicked(tx, bookingId, one)
  if (one.first || one.pickedState === 'requested') return
  const values = inBoth((language, i) => ({
    plan: planNames[one.plan][language],
    subject: subjects[one.subject][i],
    mentor: one.mentorName,
    by: weekDayWords(one.scheduleBy, language),
  }))
  const { familyAccount, mentorAccount } = one
  // A lost picked time is announced by its own message.
  if (!one.pickedState)
    await notify(tx, {
      ...{ event: 'booking-paid-family', accountId: familyAccount, side: 'family' },
      ...{ onceKey: bookingId, values },
    })
  await notify(tx, {
    ...{ event: 'booking-paid-mentor', accountId: mentorAccount, side: 'mentor', onceKey: bookingId },
    values: await forMentor(tx, bookingId, values),
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
  const values = inBoth((language, i) => ({
    subject: subjects[booking.subject][i],
    mentor: booking.mentorName,
    at: weekTimeWords(lesson.startsAt, language),
    by: weekTimeWords(plusMinutes(lesson.answerFrom, confirmHours * 60), language),
  }))
  await notify(tx, { event, accountId: booking.familyAccount, side: 'family', onceKey, values })
}

/** Notifies the mentor of a booking that ended early; its times are free again. */
export async function notifyEnded(tx: Transaction, bookingId: string, mentorAccount: string): Promise<void> {
  const { rows } = await sql<{ plan: Plan; subject: Subject }>`
    select plan, subject from booking where id = ${bookingId}`.execute(tx)
  const one = rows[0]
  if (!one) return
  const values = inBoth((language, i) => ({ plan: planNames[one.plan][language], subject: subjects[one.subject][i] }))
  await notify(tx, {
    event: 'booking-ended-mentor',
    accountId: mentorAccount,
    side: 'mentor',
    onceKey: bookingId,
    values,
  })
}

type Going = { backPaise: number; staysPaise: number }
/** What happens to the money of a booking we cancelled, as full sentences. */
const moneySentences: Record<Language, (going: Going) => string> = {
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
export async function notifyCancelled(tx: Transaction, bookingId: string, going: Going): Promise<void> {
  const { rows } = await sql<{ plan: Plan; subject: Subject; family: string; mentor: string }>`
    select b.plan, b.subject, f.account_id as family, m.full_name as mentor
    from booking b join mentor m on m.id = b.mentor_id join family f on f.id = b.family_id where b.id = ${bookingId}`.execute(
    tx,
  )
  const one = rows[0]
  if (!one) return
  const values = inBoth((language, i) => ({
    ...{ plan: planNames[one.plan][language], subject: subjects[one.subject][i], mentor: one.mentor },
    ...{ amount: money(going.backPaise), money: moneySentences[language](going) },
  }))
  await notify(tx, {
    event: 'booking-cancelled-family',
    accountId: one.family,
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
  const one = rows[0]
  if (!one) return
  const values = inBoth((language, i) => ({
    plan: planNames[one.plan][language],
    subject: subjects[one.subject][i],
    mentor: one.mentorName,
  }))
  const told = { onceKey: bookingId, values }
  await notify(tx, { event: 'booking-completed-family', accountId: one.family, side: 'family', ...told })
  await notify(tx, { event: 'booking-completed-mentor', accountId: one.mentor, side: 'mentor', ...told })
}
