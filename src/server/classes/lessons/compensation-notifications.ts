import { sql } from 'kysely'
import { type Subject, subjects } from '#contract/reference/catalogue.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { money, weekdayTimeText } from '#server/platform/figures.ts'

type Row = {
  familyAccount: string
  mentorAccount: string
  mentorName: string
  subject: Subject
  startsAt: Date
  paise: number
}

/** Notifies both sides that a credit was given, or was reversed by a decision. */
export async function notifyCompensation(tx: Transaction, id: string, isReversed: boolean): Promise<void> {
  const { rows } = await sql<Row>`
    select f.account_id as "familyAccount", m.account_id as "mentorAccount", m.full_name as "mentorName", b.subject,
      l.starts_at as "startsAt", c.paise
    from compensation c join lesson l on l.id = c.lesson_id join booking b on b.id = l.booking_id
      join family f on f.id = c.family_id join mentor m on m.id = c.mentor_id where c.id = ${id}`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error(`no compensation ${id}`)
  const values = inBothLanguages((language, i) => ({
    ...{ subject: subjects[row.subject][i], mentor: row.mentorName, amount: money(row.paise) },
    at: weekdayTimeText(row.startsAt, language),
  }))
  const message = { onceKey: id, values }
  const [family, mentor] = isReversed
    ? (['credit-reversed', 'credit-reversed'] as const)
    : (['credit-given', 'credit-owed'] as const)
  await notify(tx, { ...message, event: family, accountId: row.familyAccount, side: 'family' })
  await notify(tx, { ...message, event: mentor, accountId: row.mentorAccount, side: 'mentor' })
}
