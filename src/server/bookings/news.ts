import { type Kysely, sql } from 'kysely'
import { type Subject, subjects } from '#contract/catalogue.ts'
import type { Language } from '#contract/errors.ts'
import { confirmHours, type Plan } from '#contract/limits.ts'
import { plusMinutes } from '#contract/time.ts'
import { inBoth, notify } from '#server/notifications/notifications.ts'
import { money, weekDayWords, weekTimeWords } from '#server/platform/figures.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Booking } from './locked-rows.ts'

const planNames: Record<Plan, Record<Language, string>> = {
  monthly: { en: 'month', hi: 'महीने की क्लास' },
  demo: { en: 'demo class', hi: 'डेमो क्लास' },
  hourly: { en: 'class by the hour', hi: 'घंटे की क्लास' },
  months3: { en: '3 months', hi: '3 महीने की क्लास' },
  months6: { en: '6 months', hi: '6 महीने की क्लास' },
}

/** Tells family and mentor that a booking is paid. */
export async function notifyPaid(tx: Kysely<DB>, bookingId: string): Promise<void> {
  const { rows } = await sql<{
    plan: Plan
    subject: Subject
    scheduleBy: Date
    mentorName: string
    familyAccount: string
    mentorAccount: string
  }>`
    select b.plan, b.subject, b.schedule_by as "scheduleBy", m.full_name as "mentorName", f.account_id as "familyAccount", m.account_id as "mentorAccount"
    from booking b join mentor m on m.id = b.mentor_id join family f on f.id = b.family_id where b.id = ${bookingId}`.execute(
    tx,
  )
  const one = rows[0]
  if (!one) return
  const values = inBoth((language, i) => ({
    plan: planNames[one.plan][language],
    subject: subjects[one.subject][i],
    mentor: one.mentorName,
    by: weekDayWords(one.scheduleBy, language),
  }))
  const { familyAccount, mentorAccount } = one
  const told = { onceKey: bookingId, values }
  await notify(tx, { event: 'booking-paid-family', accountId: familyAccount, side: 'family', ...told })
  await notify(tx, { event: 'booking-paid-mentor', accountId: mentorAccount, side: 'mentor', ...told })
}

/** Asks the family about a class that was marked just now, or reminds it before silence counts as yes. */
export async function notifyAttendance(
  tx: Kysely<DB>,
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

/** Tells the mentor that a booking ended before its classes were given; the times it had are free again. */
export async function notifyEnded(tx: Kysely<DB>, bookingId: string, mentorAccount: string): Promise<void> {
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
/** What becomes of the money of a booking that we cancelled, in whole sentences. */
const moneySentences: Record<Language, (going: Going) => string> = {
  en: ({ backPaise, staysPaise }) =>
    [
      ...(backPaise > 0 ? [`${money(backPaise)} go back to the account you paid from.`] : []),
      ...(staysPaise > 0 ? [`${money(staysPaise)} stay yours: you can ask for them on your dashboard.`] : []),
    ].join(' ') || 'Nothing was left to go back.',
  hi: ({ backPaise, staysPaise }) =>
    [
      ...(backPaise > 0 ? [`${money(backPaise)} उसी खाते में वापस जाएँगे जिससे आपने भुगतान किया था।`] : []),
      ...(staysPaise > 0 ? [`${money(staysPaise)} आपके ही रहेंगे: आप इन्हें डैशबोर्ड पर वापस माँग सकते हैं।`] : []),
    ].join(' ') || 'वापस करने को कुछ बाकी नहीं था।',
}

/** Tells the family that we cancelled its booking, what goes back and what stays its own; the mentor hears of the end as of any. */
export async function notifyCancelled(tx: Kysely<DB>, bookingId: string, going: Going): Promise<void> {
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

/** Tells both sides, once, that nothing of a booking is left to teach; the family is asked how it was. */
export async function notifyCompleted(tx: Kysely<DB>, bookingId: string): Promise<void> {
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
