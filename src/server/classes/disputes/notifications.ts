import { subjects } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { endRequests, inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { money, weekdayTimeText } from '#server/platform/figures.ts'
import type { Dispute, Lesson } from './locked-rows.ts'

const lessonValues = (lesson: Lesson, language: Language, i: 0 | 1) => ({
  subject: subjects[lesson.subject][i],
  at: weekdayTimeText(lesson.startsAt, language),
})

/** Notifies the mentor of a dispute; the family is notified of its case. */
export async function notifyOpened(
  tx: Transaction,
  lesson: Lesson,
  opened: { id: string; number: string; answerBy: Date },
) {
  const values = inBothLanguages((language, i) => ({
    ...lessonValues(lesson, language, i),
    amount: money(lesson.feePaise),
    number: opened.number,
    by: weekdayTimeText(opened.answerBy, language),
  }))
  const accountId = lesson.mentorAccount
  await notify(tx, { event: 'dispute-opened-mentor', accountId, side: 'mentor', onceKey: opened.id, values })
}

/** The family answered by its report: what asks it to confirm the class is over. */
export const endConfirmationRequests = (tx: Transaction, lesson: Lesson) =>
  endRequests(
    tx,
    { accountId: lesson.familyAccount, side: 'family' },
    ['class-marked', 'class-marked-code', 'class-reminder'],
    lesson.id,
  )

export async function notifyWithdrawn(tx: Transaction, lesson: Lesson, { id, number }: Dispute) {
  const values = inBothLanguages((language, i) => ({
    ...lessonValues(lesson, language, i),
    number: number ?? lesson.orderNumber,
  }))
  const accountId = lesson.mentorAccount
  await notify(tx, { event: 'dispute-withdrawn-mentor', accountId, side: 'mentor', onceKey: id, values })
}

/** Notifies both sides of a decision; the explanation is on their dashboards. */
export async function notifyDecided(tx: Transaction, lesson: Lesson, dispute: Dispute) {
  const kept = dispute.mentorPaise ?? 0
  const values = inBothLanguages((language, i) => ({
    ...lessonValues(lesson, language, i),
    number: dispute.number ?? lesson.orderNumber,
    kept: money(kept),
    back: money(dispute.amountPaise - kept),
  }))
  const event =
    kept === dispute.amountPaise ? 'dispute-for-mentor' : kept === 0 ? 'dispute-for-family' : 'dispute-shared'
  const message = { event, onceKey: dispute.id, values } as const
  await notify(tx, { ...message, accountId: lesson.familyAccount, side: 'family' })
  await notify(tx, { ...message, accountId: lesson.mentorAccount, side: 'mentor' })
}

/** Notifies both sides of the change after an appeal; the explanation is on their dashboards. */
export async function notifyAppeal(tx: Transaction, lesson: Lesson, dispute: Dispute) {
  const paid = dispute.mentorPaise ?? 0
  const values = (sum: number) =>
    inBothLanguages((language, i) => ({
      ...lessonValues(lesson, language, i),
      number: dispute.number ?? lesson.orderNumber,
      kept: money(sum),
    }))
  const family = lesson.familyAccount
  const mentor = lesson.mentorAccount
  const message = { onceKey: dispute.id }
  await notify(tx, {
    ...message,
    event: 'appeal-decided-family',
    accountId: family,
    side: 'family',
    values: values(paid - dispute.oursPaise),
  })
  await notify(tx, {
    ...message,
    event: 'appeal-decided-mentor',
    accountId: mentor,
    side: 'mentor',
    values: values(paid),
  })
}
