import type { Kysely } from 'kysely'
import { brand } from '#contract/brand.ts'
import { subjects } from '#contract/catalogue.ts'
import type { Language } from '#contract/errors.ts'
import { notify } from '#server/notifications/notifications.ts'
import { money, weekTimeWords } from '#server/platform/figures.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Dispute, Lesson } from './locked-rows.ts'

const valuesFor = (lesson: Lesson, more: (language: Language) => Record<string, string>) => {
  const of = (language: Language, i: 0 | 1) => ({
    brand: language === 'hi' ? brand.nameHi : brand.name,
    subject: subjects[lesson.subject][i],
    at: weekTimeWords(lesson.startsAt, language),
    ...more(language),
  })
  return { en: of('en', 0), hi: of('hi', 1) }
}

/** Tells the mentor that a class is disputed; the family hears of its case. */
export async function notifyOpened(
  tx: Kysely<DB>,
  lesson: Lesson,
  opened: { id: string; number: string; answerBy: Date },
) {
  const values = valuesFor(lesson, (language) => ({
    ...{ amount: money(lesson.feePaise), number: opened.number, by: weekTimeWords(opened.answerBy, language) },
  }))
  await notify(tx, { event: 'dispute-opened-mentor', accountId: lesson.mentorAccount, onceKey: opened.id, values })
}

export async function notifyWithdrawn(tx: Kysely<DB>, lesson: Lesson, { id, number }: Dispute) {
  const values = valuesFor(lesson, () => ({ number: number ?? lesson.orderNumber }))
  await notify(tx, { event: 'dispute-withdrawn-mentor', accountId: lesson.mentorAccount, onceKey: id, values })
}

/** Tells both sides what was decided; why, stands on their dashboards. */
export async function notifyDecided(tx: Kysely<DB>, lesson: Lesson, one: Dispute) {
  const kept = one.mentorPaise ?? 0
  const values = valuesFor(lesson, () => ({
    number: one.number ?? lesson.orderNumber,
    kept: money(kept),
    back: money(one.amountPaise - kept),
  }))
  const event = kept === one.amountPaise ? 'dispute-for-mentor' : kept === 0 ? 'dispute-for-family' : 'dispute-shared'
  for (const accountId of [lesson.familyAccount, lesson.mentorAccount])
    await notify(tx, { event, accountId, onceKey: one.id, values })
}
