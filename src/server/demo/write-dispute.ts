import { sql } from 'kysely'
import { writeJournal } from '#server/ledger/ledger.ts'
import type { Transaction } from '#server/platform/database.ts'

/**
 * A dispute the demo parent opened two hours ago about yesterday's lesson: its fee is on hold and support calls by tomorrow.
 */
export async function writeDispute(tx: Transaction): Promise<void> {
  const { rows } = await sql<{ id: string; familyId: string; paise: number }>`
    with wanted as (
      select l.id, l.fee_paise, b.family_id, b.mentor_id, f.name, a.phone, a.id as account_id
      from lesson l join booking b on b.id = l.booking_id join learner p on p.id = l.learner_id join family f on f.id = b.family_id
        join account a on a.id = f.account_id
      where a.demo and p.name = 'Ananya' and b.subject = 'sanskrit' and l.state in ('held', 'disputed')),
    opened as (
      insert into support_case (kind, topic, text, name, phone, language, account_id, family_id, mentor_id, answer_by, created_at)
      select 'dispute', 'shorter', 'It was over after half an hour', name, phone, 'en', account_id, family_id, mentor_id,
        ((now() + interval '1 day') at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata' + interval '12 hours', now() - interval '2 hours' from wanted returning id),
    held as (update lesson set disputed_at = now() - interval '2 hours' where id = (select id from wanted)),
    made as (
      insert into dispute (lesson_id, case_id, reason, words, amount_paise, created_at)
      select w.id, o.id, 'shorter', 'It was over after half an hour', w.fee_paise, now() - interval '2 hours' from wanted w, opened o
      returning id, amount_paise)
    select made.id, wanted.family_id as "familyId", made.amount_paise as paise from made, wanted`.execute(tx)
  for (const { id, familyId, paise } of rows) {
    await writeJournal(tx, {
      kind: 'dispute',
      subjectId: id,
      lines: [
        { kind: 'family_prepaid', ownerId: familyId, amountPaise: paise },
        { kind: 'held_in_dispute', amountPaise: -paise },
      ],
    })
  }
}
