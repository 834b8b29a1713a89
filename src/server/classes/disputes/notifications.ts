import { subjects } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { money, weekdayTimeText } from '#server/platform/figures.ts'
import type { Dispute, Lesson } from './locked-rows.ts'

const classWords = (lesson: Lesson, language: Language, i: 0 | 1) => ({
  subject: subjects[lesson.subject][i],
  at: weekdayTimeText(lesson.startsAt, language),
})

/** Tells the mentor that a class is disputed; the family hears of its case. */
export async function notifyOpened(
  tx: Transaction,
  lesson: Lesson,
  opened: { id: string; number: string; answerBy: Date },
) {
  const values = inBothLanguages((language, i) => ({
    ...classWords(lesson, language, i),
    ...{ amount: money(lesson.feePaise), number: opened.number, by: weekdayTimeText(opened.answerBy, language) },
  }))
  const accountId = lesson.mentorAccount
  await notify(tx, { event: 'dispute-opened-mentor', accountId, side: 'mentor', onceKey: opened.id, values })
}

export async function notifyWithdrawn(tx: Transaction, lesson: Lesson, { id, number }: Dispute) {
  const values = inBothLanguages((language, i) => ({
    ...classWords(lesson, language, i),
    number: number ?? lesson.orderNumber,
  }))
  const accountId = lesson.mentorAccount
  await notify(tx, { event: 'dispute-withdrawn-mentor', accountId, side: 'mentor', onceKey: id, values })
}

/** Tells both sides what was decided; why, stands on their dashboards. */
export async function notifyDecided(tx: Transaction, lesson: Lesson, one: Dispute) {
  const kept = one.mentorPaise ?? 0
  const values = inBothLanguages((language, i) => ({
    ...classWords(lesson, language, i),
    number: one.number ?? lesson.orderNumber,
    kept: money(kept),
    back: money(one.amountPaise - kept),
  }))
  const event = kept === one.amountPaise ? 'dispute-for-mentor' : kept === 0 ? 'dispute-for-family' : 'dispute-shared'
  const told = { event, onceKey: one.id, values } as const
  await notify(tx, { ...told, accountId: lesson.familyAccount, side: 'family' })
  await notify(tx, { ...told, accountId: lesson.mentorAccount, side: 'mentor' })
}

/** Tells each side what a class costs or brings it after an appeal; why, stands on their dashboards. */
export async function notifyAppeal(tx: Transaction, lesson: Lesson, one: Dispute) {
  const paid = one.mentorPaise ?? 0
  const values = (sum: number) =>
    inBothLanguages((language, i) => ({
      ...classWords(lesson, language, i),
      number: one.number ?? lesson.orderNumber,
      kept: money(sum),
    }))
  const [family, mentor] = [lesson.familyAccount, lesson.mentorAccount]
  const told = { onceKey: one.id }
  await notify(tx, {
    ...{ ...told, event: 'appeal-decided-family', accountId: family, side: 'family' },
    values: values(paid - one.oursPaise),
  })
  await notify(tx, {
    ...{ ...told, event: 'appeal-decided-mentor', accountId: mentor, side: 'mentor' },
    values: values(paid),
  })
}
