import { sql } from 'kysely'
import type { Subject } from '#contract/reference/catalogue.ts'
import type { CaseKind, CaseStatus } from '#contract/support/case-types.ts'
import { type TrackedCase, trackedKinds } from '#contract/support/cases.ts'
import type { Db } from '#server/platform/database.ts'

type Row = {
  id: string
  accountId: string | null
  number: string
  kind: CaseKind
  topic: string
  status: CaseStatus
  answerBy: Date
  answeredAt: Date | null
  settleBy: Date
  resolvedAt: Date | null
}

export async function caseByNumber(db: Db, number: string): Promise<Row | null> {
  const found = await db
    .selectFrom('support_case')
    .select(['id', 'account_id as accountId', 'number', 'kind', 'topic', 'status', 'answer_by as answerBy'])
    .select(['answered_at as answeredAt', 'settle_by as settleBy', 'resolved_at as resolvedAt'])
    .where('number', '=', number)
    .$narrowType<Row>()
    .executeTakeFirst()
  return found ?? null
}

export type LessonRow = Omit<NonNullable<TrackedCase['lesson']>, 'subject' | 'startsAt' | 'amount'> & {
  subject: Subject
  startsAt: Date
  paise: number
}

/** Disputed class of a case; null for other kinds of cases. */
export async function trackedLesson(db: Db, id: string): Promise<LessonRow | null> {
  const { rows } = await sql<LessonRow>`
    select b.id as booking, b.subject, m.full_name as "mentorName", l.starts_at as "startsAt", d.amount_paise as paise, d.status = 'open' as "isOnHold"
    from dispute d join lesson l on l.id = d.lesson_id join booking b on b.id = l.booking_id join mentor m on m.id = b.mentor_id
    where d.case_id = ${id} and d.reason <> 'appealed'`.execute(db)
  return rows[0] ?? null
}

type Event = Omit<TrackedCase['events'][number], 'at'> & { at: Date }

/**
 * Events of a case for its reporter, oldest first. Texts are the reporter's words, our written answers and the decision. A
 * reported absence quotes the other side, and answers by phone are notes of ours, so both come without text.
 */
export async function trackedEvents(db: Db, id: string): Promise<Event[]> {
  const { rows } = await sql<Event>`
    select created_at as at, 'opened' as kind, case when topic = 'no_show' or text in (topic, replace(topic, 'chat-', '')) then '' else text end as text
    from support_case where id = ${id}
    union all
    select e.at, e.kind, case when e.kind = 'answer' and e.detail ->> 'way' is distinct from 'spoken' then e.text when e.kind = 'resolve' then e.text else '' end
    from case_event e where e.case_id = ${id} and e.kind = any(${[...trackedKinds]}::text[])
    order by at, kind`.execute(db)
  return rows
}
