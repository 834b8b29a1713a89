import { sql } from 'kysely'
import {
  acknowledgeHours,
  type CaseAction,
  type CaseKind,
  type CasePriority,
  type CaseStatus,
  settleDays,
} from '#contract/support/case-types.ts'
import { caseLifecycle } from '#contract/support/lifecycles.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { emailOfCase, isAboutOrder, sideOfCase } from './detail-rows.ts'
import { barredAdmins, isOpenTo, isPartyOf, pastDeciders } from './party-rows.ts'

export type LockedCase = {
  id: string
  number: string
  kind: CaseKind
  name: string
  phone: string | null
  language: Language
  accountId: string | null
  /** Side on which the account reported it. */
  side: 'family' | 'mentor' | null
  email: string | null
  mentorId: string | null
  /** Whether the mentor is the subject of the case, not its reporter. */
  isAboutMentor: boolean
  status: CaseStatus
  priority: CasePriority
  version: number
  ownerId: string | null
  decidedBy: string | null
  /** Null unless the owner is an active admin. */
  ownerName: string | null
  isDecidedElsewhere: boolean
  /** Whether an admin set the mentor. */
  isMentorSet: boolean
} & DecisionHistory

/** Past deciders, those who are barred, and whether an appeal is open. */
export type DecisionHistory = { isAppealed: boolean; deciders: string[]; barred: string[] }
const decisionColumns = sql`c.appealed_at is not null and c.status <> 'resolved' as "isAppealed", ${pastDeciders} as deciders, ${barredAdmins} as barred`

/** Locks a case; all changes to it wait here. */
export async function lockCase(tx: Transaction, id: string): Promise<LockedCase | null> {
  const { rows } = await sql<LockedCase>`
    select c.id, c.number, c.kind, c.name, c.phone, c.language, c.account_id as "accountId", ${sideOfCase} as side, c.mentor_id as "mentorId",
      ${emailOfCase} as email,
      exists (select from mentor m where m.id = c.mentor_id and m.account_id is distinct from c.account_id) as "isAboutMentor",
      c.status, c.priority, c.version, c.owner_id as "ownerId", c.decided_by as "decidedBy",
      (select u.name from admin_user u where u.account_id = c.owner_id and u.removed_at is null) as "ownerName", ${decisionColumns},
      exists (select from refund r where r.case_id = c.id and r.status = 'requested')
        or exists (select from dispute d where d.case_id = c.id and d.status = 'open')
        or exists (select from review_report r where r.case_id = c.id and r.ended_at is null) as "isDecidedElsewhere",
      exists (select from case_event e where e.case_id = c.id and e.kind = 'concerns') as "isMentorSet"
    from support_case c where c.id = ${id} for update of c`.execute(tx)
  return rows[0] ?? null
}

/** Locks the cases about an order that this admin decided, and the given case. */
export async function lockCasesOfOrder(tx: Transaction, orderId: string, accountId: string, caseId: string | null) {
  const { rows } = await sql<DecisionHistory & { id: string }>`
    select c.id, ${decisionColumns} from payment_order o join family f on f.id = o.family_id
      join support_case c on (c.family_id = f.id or c.account_id = f.account_id) and ${isAboutOrder}
    where o.id = ${orderId} and (c.id = ${caseId} or ${accountId} = any(${pastDeciders})) order by c.id for update of c`.execute(
    tx,
  )
  return rows
}

/** Accounts of the order's family and of every mentor who taught it. */
export async function partiesOf(tx: Transaction, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.account_id as id from payment_order o join family f on f.id = o.family_id where o.id = ${orderId}
    union select m.account_id from booking b join mentor m on m.id = b.mentor_id where b.order_id = ${orderId} and m.account_id is not null`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Whether an admin is a party of a case, and whether they may see and handle it. */
export async function standingIn(db: Db, accountId: string, id: string) {
  const { rows } = await sql<{ isParty: boolean; isOpen: boolean }>`
    select ${isPartyOf(sql`${accountId}::uuid`)} as "isParty", ${isOpenTo(accountId)} as "isOpen" from support_case c where c.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? { isParty: false, isOpen: true }
}

export type CaseEvent = {
  kind: CaseAction | 'overdue'
  /** Null for jobs and for the reporter. */
  by: string | null
  text?: string
  detail?: Record<string, string>
}
/** Appends an event and increments the case version. @returns the new version */
export async function writeCaseEvent(tx: Transaction, caseId: string, event: CaseEvent): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    with raised as (update support_case set version = version + 1 where id = ${caseId} returning version)
    insert into case_event (case_id, version, kind, by_account, text, detail)
    select ${caseId}, version, ${event.kind}, ${event.by}, ${event.text ?? ''}, ${JSON.stringify(event.detail ?? {})}::jsonb from raised
    returning version`.execute(tx)
  const version = rows[0]?.version
  if (version === undefined) throw new Error('case not found')
  return version
}

export type CaseEventRow = {
  kind: CaseAction | 'overdue'
  by: string | null
  accountId: string | null
  text: string
  detail: Record<string, string>
  at: Date
}
/** Events after a version, newest first. */
export async function eventsSince(tx: Transaction, caseId: string, version: number): Promise<CaseEventRow[]> {
  const { rows } = await sql<CaseEventRow>`
    select e.kind, u.name as by, e.by_account as "accountId", e.text, e.detail, e.at from case_event e
      left join admin_user u on u.account_id = e.by_account
    where e.case_id = ${caseId} and e.version > ${version} order by e.version desc limit 20`.execute(tx)
  return rows
}

export const setOwner = (tx: Transaction, id: string, ownerId: string) =>
  tx
    .updateTable('support_case')
    .set({ owner_id: ownerId, status: caseLifecycle.target('take') })
    .where('id', '=', id)
    .execute()
export const setPriority = (tx: Transaction, id: string, priority: CasePriority) =>
  tx.updateTable('support_case').set({ priority }).where('id', '=', id).execute()
export const setAnswered = (tx: Transaction, id: string) =>
  sql`update support_case set answered_at = coalesce(answered_at, now()) where id = ${id}`.execute(tx)
/** Resolves a case. @returns whether it was still open */
export async function setDecided(tx: Transaction, id: string, by: string | null, resolution: string): Promise<boolean> {
  const { rows } = await sql`
    update support_case set status = ${caseLifecycle.target('resolve')}, resolved_at = now(), resolution = ${resolution}, decided_by = ${by}, owner_id = coalesce(owner_id,
      (select account_id from admin_user where account_id = ${by}))
    where id = ${id} and status = any(${caseLifecycle.from('resolve')}) returning 1`.execute(tx)
  return rows.length > 0
}
/** Reopens a case with a new deadline. */
export const setReopened = (tx: Transaction, id: string) =>
  sql`update support_case set status = ${caseLifecycle.target('reopen')}, resolved_at = null, settle_by = now() + make_interval(days => ${settleDays}), warned = null where id = ${id}`.execute(
    tx,
  )
/** Starts an appeal: the clocks restart as for a grievance, and admins who decided it before lose ownership. */
export const setAppealed = (tx: Transaction, id: string, deciderId: string) =>
  sql`update support_case c set appealed_at = now(), appeal_of = ${deciderId}, priority = 'high', answered_at = null,
    answer_by = now() + make_interval(hours => ${acknowledgeHours}),
    owner_id = case when c.owner_id = ${deciderId} or c.owner_id = any(${pastDeciders}) then null else c.owner_id end where c.id = ${id}`.execute(
    tx,
  )

/** Sets the mentor of a case opened without one. @returns the mentor's name; null if there is no such mentor */
export async function setMentor(tx: Transaction, id: string, mentorId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update support_case c set mentor_id = m.id from mentor m
    where c.id = ${id} and m.id = ${mentorId} and m.status <> 'draft' and m.account_id is distinct from c.account_id
    returning m.full_name as name`.execute(tx)
  return rows[0]?.name ?? null
}

/** Name of an active admin; null for anyone else. */
export async function adminName(tx: Transaction, accountId: string): Promise<string | null> {
  const admin = await tx
    .selectFrom('admin_user')
    .select('name')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return admin?.name ?? null
}
