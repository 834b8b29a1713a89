import { sql } from 'kysely'
import { type Subject, subjects } from '#contract/reference/catalogue.ts'
import { learnerLabels } from '#server/classes/bookings/bookings.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { money, weekdayText, weekdayTimeText } from '#server/platform/figures.ts'

/** Notifies the family and both mentors of the replacement. */
export async function notifyMentorReplaced(tx: Transaction, booking: { from: string; to: string }): Promise<void> {
  const { rows } = await sql<{
    subject: Subject
    pricePaise: number
    minutes: number
    scheduleBy: Date
    mentorName: string
    family: string
    before: string
    after: string
    next: Date | null
  }>`
    select n.subject, n.price_paise as "pricePaise", n.minutes, n.schedule_by as "scheduleBy", m.full_name as "mentorName",
      f.account_id as family, w.account_id as before, m.account_id as after,
      (select min(starts_at) from lesson where booking_id = b.id and starts_at > now()) as next
    from booking n join booking b on b.id = ${booking.from} join family f on f.id = n.family_id join mentor m on m.id = n.mentor_id
      join mentor w on w.id = b.mentor_id where n.id = ${booking.to}`.execute(tx)
  const one = rows[0]
  if (!one) return
  const values = inBothLanguages((language, i) => ({
    subject: subjects[one.subject][i],
    mentor: one.mentorName,
    amount: money(one.pricePaise),
    minutes: String(one.minutes),
    by: weekdayText(one.scheduleBy, language),
  }))
  const onceKey = booking.to
  const shared = { onceKey, values, classAt: [one.next] }
  await notify(tx, { event: 'mentor-changed-family', accountId: one.family, side: 'family', ...shared })
  await notify(tx, { event: 'mentor-changed-old', accountId: one.before, side: 'mentor', ...shared })
  const pupil = await learnerLabels(tx, booking.to)
  const forMentor = inBothLanguages((language) => ({ ...values[language], ...pupil[language] }))
  await notify(tx, {
    event: 'mentor-changed-new',
    accountId: one.after,
    side: 'mentor',
    onceKey,
    values: forMentor,
  })
}

/** Notifies the mentor that the first class's fee is refunded. */
export async function notifyGuarantee(tx: Transaction, lessonId: string): Promise<void> {
  const { rows } = await sql<{ subject: Subject; startsAt: Date; accountId: string }>`
    select b.subject, l.starts_at as "startsAt", m.account_id as "accountId"
    from lesson l join booking b on b.id = l.booking_id join mentor m on m.id = b.mentor_id where l.id = ${lessonId}`.execute(
    tx,
  )
  const one = rows[0]
  if (!one) return
  const values = inBothLanguages((language, i) => ({
    subject: subjects[one.subject][i],
    at: weekdayTimeText(one.startsAt, language),
  }))
  await notify(tx, { event: 'guarantee-mentor', accountId: one.accountId, side: 'mentor', onceKey: lessonId, values })
}
