import { type Kysely, sql } from 'kysely'
import type { CaseKind, CasePriority, CaseStatus, CaseStep } from '#contract/case-types.ts'
import type { Language } from '#contract/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import { emailOfCase, sideOfCase } from './detail-rows.ts'

type Tx = Kysely<DB>

export type LockedCase = {
  id: string
  number: string
  kind: CaseKind
  name: string
  phone: string | null
  language: Language
  accountId: string | null
  /** As whom the account wrote. */
  side: 'family' | 'mentor' | null
  email: string | null
  mentorId: string | null
  /** Whether the mentor of the case is the one it is about, and not the one who wrote it. */
  isAboutMentor: boolean
  status: CaseStatus
  priority: CasePriority
  version: number
  ownerId: string | null
  decidedBy: string | null
  appealOf: string | null
  isElsewhere: boolean
}

/** A case under lock: everybody who does anything about it waits here. */
export async function lockCase(tx: Tx, id: string): Promise<LockedCase | null> {
  const { rows } = await sql<LockedCase>`
    select c.id, c.number, c.kind, c.name, c.phone, c.language, c.account_id as "accountId", ${sideOfCase} as side, c.mentor_id as "mentorId",
      ${emailOfCase} as email,
      exists (select from mentor m where m.id = c.mentor_id and m.account_id is distinct from c.account_id) as "isAboutMentor",
      c.status, c.priority, c.version, c.owner_id as "ownerId", c.decided_by as "decidedBy", c.appeal_of as "appealOf",
      exists (select from dispute d where d.case_id = c.id and d.status = 'open')
        or exists (select from review_report r where r.case_id = c.id and r.ended_at is null) as "isElsewhere"
    from support_case c where c.id = ${id} for update of c`.execute(tx)
  return rows[0] ?? null
}

export type CaseEvent = {
  kind: CaseStep | 'overdue'
  /** Null: a job, or the family's own word. */
  by: string | null
  text?: string
  detail?: Record<string, string>
}
/** Writes down what was done, as the next version of its case. */
export async function writeCaseEvent(tx: Tx, caseId: string, event: CaseEvent): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    with raised as (update support_case set version = version + 1 where id = ${caseId} returning version)
    insert into case_event (case_id, version, kind, by_account, text, detail)
    select ${caseId}, version, ${event.kind}, ${event.by}, ${event.text ?? ''}, ${JSON.stringify(event.detail ?? {})}::jsonb from raised
    returning version`.execute(tx)
  const version = rows[0]?.version
  if (version === undefined) throw new Error('a case is not there')
  return version
}

export type Since = {
  kind: CaseStep | 'overdue'
  by: string | null
  accountId: string | null
  text: string
  detail: Record<string, string>
  at: Date
}
/** What happened to a case after a version, newest first. */
export async function eventsSince(tx: Tx, caseId: string, version: number): Promise<Since[]> {
  const { rows } = await sql<Since>`
    select e.kind, u.name as by, e.by_account as "accountId", e.text, e.detail, e.at from case_event e
      left join admin_user u on u.account_id = e.by_account
    where e.case_id = ${caseId} and e.version > ${version} order by e.version desc limit 20`.execute(tx)
  return rows
}

export const setOwner = (tx: Tx, id: string, ownerId: string) =>
  sql`update support_case set owner_id = ${ownerId}, status = 'under_review' where id = ${id}`.execute(tx)
export const setPriority = (tx: Tx, id: string, priority: CasePriority) =>
  sql`update support_case set priority = ${priority} where id = ${id}`.execute(tx)
export const setAnswered = (tx: Tx, id: string) =>
  sql`update support_case set answered_at = coalesce(answered_at, now()) where id = ${id}`.execute(tx)
/** Ends a case. @returns whether it was not over already */
export async function setDecided(tx: Tx, id: string, by: string | null, resolution: string): Promise<boolean> {
  const { rows } = await sql`
    update support_case set status = 'resolved', resolved_at = now(), resolution = ${resolution}, decided_by = ${by}, owner_id = coalesce(owner_id,
      (select account_id from admin_user where account_id = ${by}))
    where id = ${id} and status <> 'resolved' returning 1`.execute(tx)
  return rows.length > 0
}
/** Opens a case again, with a month of its own. */
export const setOpenAgain = (tx: Tx, id: string) =>
  sql`update support_case set status = 'open', resolved_at = null, settle_by = now() + interval '1 month', warned = null where id = ${id}`.execute(
    tx,
  )
/** Another admin looks at what this one decided. */
export const setAppealed = (tx: Tx, id: string, of: string) =>
  sql`update support_case set appealed_at = now(), appeal_of = ${of}, priority = 'high', owner_id = nullif(owner_id, ${of}) where id = ${id}`.execute(
    tx,
  )

/** The name of an admin that a case can be given to; null for anybody else, and for who is none any more. */
export async function adminName(tx: Tx, accountId: string): Promise<string | null> {
  const { rows } = await sql<{
    name: string
  }>`select name from admin_user where account_id = ${accountId} and removed_at is null`.execute(tx)
  return rows[0]?.name ?? null
}
