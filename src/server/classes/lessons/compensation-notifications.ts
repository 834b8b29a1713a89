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
  /** What the family had left of a reversed one. */
  takenBackPaise: number
}

/** Notifies both sides that a credit was given, or was reversed by a decision. */
export async function notifyCompensation(tx: Transaction, id: string, isReversed: boolean): Promise<void> {
  const { rows } = await sql<Row>`
    select f.account_id as "familyAccount", m.account_id as "mentorAccount", m.full_name as "mentorName", b.subject,
      l.starts_at as "startsAt", c.paise, c.taken_back_paise as "takenBackPaise"
    from compensation c join lesson l on l.id = c.lesson_id join booking b on b.id = l.booking_id
      join family f on f.id = c.family_id join mentor m on m.id = c.mentor_id where c.id = ${id}`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error(`no compensation ${id}`)
  const messageOf = (paise: number) => ({
    onceKey: id,
    values: inBothLanguages((language, i) => ({
      subject: subjects[row.subject][i],
      mentor: row.mentorName,
      amount: money(paise),
      at: weekdayTimeText(row.startsAt, language),
    })),
  })
  const [family, mentor] = isReversed
    ? (['credit-reversed', 'credit-reversed'] as const)
    : (['credit-given', 'credit-owed'] as const)
  const familyPaise = isReversed ? row.takenBackPaise : row.paise
  if (familyPaise > 0)
    await notify(tx, { ...messageOf(familyPaise), event: family, accountId: row.familyAccount, side: 'family' })
  await notify(tx, { ...messageOf(row.paise), event: mentor, accountId: row.mentorAccount, side: 'mentor' })
}
