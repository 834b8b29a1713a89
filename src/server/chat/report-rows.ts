import { sql } from 'kysely'
import type { ReportReason } from '#contract/chat/chat-limits.ts'
import type { Side } from '#contract/wire/live.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { lockReports } from '#server/platform/locks.ts'
import type { Party } from './queries.ts'

type OpenedCase = { number: string; answerBy: Date }
type Report = { conversationId: string; reporter: Side; reason: ReportReason; seq: number | null }

/** Reports of one side in the last day. The lock serialises concurrent reports. */
export async function lockAndCountReports(tx: Transaction, { side, id }: Party): Promise<number> {
  await lockReports(tx, id)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chat_report r join conversation c on c.id = r.conversation_id
    where ${sql.ref(`c.${side}_id`)} = ${id} and r.reporter = ${side} and r.made_at > now() - interval '1 day'`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/**
 * The same report, if its case is still open: of the same message, or in the same words while nothing was written in the
 * conversation since.
 */
export async function findOpenReport(tx: Transaction, one: Report & { text: string }): Promise<OpenedCase | null> {
  const { rows } = await sql<OpenedCase>`
    select s.number, s.answer_by as "answerBy" from chat_report r join support_case s on s.id = r.case_id
    where r.conversation_id = ${one.conversationId} and r.reporter = ${one.reporter} and r.reason = ${one.reason}
      and r.seq is not distinct from ${one.seq} and s.status <> 'resolved'
      and (r.seq is not null or s.text = ${one.text}
        and not exists (select from message t where t.conversation_id = r.conversation_id and t.sent_at > r.made_at))
    order by r.made_at limit 1`.execute(tx)
  return rows[0] ?? null
}

export const insertReport = (tx: Transaction, caseId: string, { conversationId, reporter, reason, seq }: Report) =>
  tx
    .insertInto('chat_report')
    .values({ case_id: caseId, conversation_id: conversationId, reporter, reason, seq })
    .execute()

/** The message a report `r` is about, else the last one before it. */
const reportedSeq = sql`coalesce(r.seq, (select max(t.seq) from message t where t.conversation_id = r.conversation_id and t.sent_at <= r.made_at))`

type NamedParty = { _id: string; name: string | null }

/** The conversation a case is about, and its last message when it was reported; null for other cases. */
export async function reportOfCase(db: Db, caseId: string) {
  const { rows } = await sql<{
    number: string
    reason: ReportReason
    side: Side
    seq: number | null
    conversationId: string
    lastSeq: number
    reportedSeq: number | null
    family: NamedParty
    mentor: NamedParty
  }>`
    select s.number, r.reason, r.reporter as side, r.seq, c.id as "conversationId", c.last_seq as "lastSeq", ${reportedSeq} as "reportedSeq",
      jsonb_build_object('_id', f.id, 'name', f.name) as family, jsonb_build_object('_id', m.id, 'name', m.full_name) as mentor
    from chat_report r join support_case s on s.id = r.case_id join conversation c on c.id = r.conversation_id
    join family f on f.id = c.family_id join mentor m on m.id = c.mentor_id where r.case_id = ${caseId}`.execute(db)
  return rows[0] ?? null
}
