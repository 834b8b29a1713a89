import { sql } from 'kysely'
import type { CertificateKind } from '#contract/mentors/check-evidence.ts'
import { eKycDocument } from '#contract/mentors/e-kyc.ts'
import { type MentorStatus, verificationLifecycle } from '#contract/mentors/lifecycles.ts'
import type { AdminCheck } from '#contract/mentors/verification.ts'
import type { CheckKind } from '#contract/reference/catalogue.ts'
import type { Transaction } from '#server/platform/database.ts'

export type LockedMentor = {
  id: string
  number: string
  accountId: string
  fullName: string
  email: string
  status: MentorStatus
  rejection: string
  version: number
  document: string | null
  isDocumentDeleted: boolean | null
  isDocumentRequested: boolean
  cv: string | null
  adminRanking: number
  adminBrief: string
  adminBriefVisible: boolean
  tier: 'gold' | 'silver'
  showOnWebsite: boolean
}

/** Locks a mentor. */
export async function lockMentor(tx: Transaction, id: string): Promise<LockedMentor | null> {
  return (await lockMentors(tx, [id]))[0] ?? null
}

/** Locks mentors in id order, to avoid deadlocks. */
export async function lockMentors(tx: Transaction, ids: readonly string[]): Promise<LockedMentor[]> {
  const { rows } = await sql<LockedMentor>`
    select id, 'MS-' || number as number, account_id as "accountId", full_name as "fullName", email, status, rejection, version, document,
      document is not null and document = deleted_document as "isDocumentDeleted", document_asked_at is not null as "isDocumentRequested", cv, admin_ranking as "adminRanking", admin_brief as "adminBrief",
      admin_brief_visible as "adminBriefVisible", tier, show_on_website as "showOnWebsite"
    from mentor where id = any(${[...ids]}::uuid[]) and status <> 'draft' order by id for update`.execute(tx)
  return rows
}

/** Increments the version; call it before writing the event, which stores it. */
export async function incrementVersion(tx: Transaction, id: string): Promise<number> {
  const mentor = await tx
    .updateTable('mentor')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: sql`now()` }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirst()
  return mentor?.version ?? 0
}

/** Changes the status of a locked mentor; `rejection` is the reason the mentor reads. */
export const changeStatus = (
  tx: Transaction,
  id: string,
  move: keyof typeof verificationLifecycle.moves,
  rejection: string,
) =>
  tx
    .updateTable('mentor')
    .set({ status: verificationLifecycle.target(move), rejection })
    .where('id', '=', id)
    .where('status', 'in', verificationLifecycle.from(move))
    .execute()

export const setVisible = (tx: Transaction, id: string) =>
  tx.updateTable('mentor').set({ show_on_website: true }).where('id', '=', id).execute()

export type ListingFields = Pick<
  LockedMentor,
  'adminRanking' | 'adminBrief' | 'adminBriefVisible' | 'tier' | 'showOnWebsite'
>
/** Changes how mentors are listed and increments their versions. */
export const setListings = (tx: Transaction, listings: readonly (ListingFields & { id: string })[]) =>
  sql`update mentor m set admin_ranking = c."adminRanking", admin_brief = c."adminBrief", admin_brief_visible = c."adminBriefVisible",
      tier = c.tier, show_on_website = c."showOnWebsite", version = version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as c(id uuid, "adminRanking" int, "adminBrief" text, "adminBriefVisible" boolean,
      tier text, "showOnWebsite" boolean) where m.id = c.id`.execute(tx)

export type CheckResult = Omit<AdminCheck, 'kind' | 'checker'>

export async function checkOf(tx: Transaction, mentorId: string, kind: CheckKind): Promise<CheckResult | null> {
  const { rows } = await sql<CheckResult>`
    select state, method, basis, degree, degree_year as "degreeYear", issued_on::text as "issuedOn", coalesce(evidence, '') as evidence,
      checked_on::text as "checkedOn", valid_until::text as "validUntil"
    from mentor_check where mentor_id = ${mentorId} and kind = ${kind}`.execute(tx)
  return rows[0] ?? null
}

export async function writeCheck(
  tx: Transaction,
  target: { mentorId: string; kind: CheckKind; checkerId: string },
  result: CheckResult,
): Promise<void> {
  await sql`insert into mentor_check (mentor_id, kind, state, method, checker_id, checker, basis, degree, degree_year, issued_on, evidence, checked_on,
      valid_until)
    select ${target.mentorId}, ${target.kind}, ${result.state}, ${result.method}, ${target.checkerId}, u.name, ${result.basis}, ${result.degree}, ${result.degreeYear}, ${result.issuedOn}::date,
      ${result.evidence}, ${result.checkedOn}::date, ${result.validUntil}::date
    from admin_user u where u.account_id = ${target.checkerId}
    on conflict (mentor_id, kind) do update set state = excluded.state, method = excluded.method, checker_id = excluded.checker_id,
      checker = excluded.checker, basis = excluded.basis, degree = excluded.degree, degree_year = excluded.degree_year,
      issued_on = excluded.issued_on, evidence = excluded.evidence, checked_on = excluded.checked_on, valid_until = excluded.valid_until,
      reminded_at = case when mentor_check.valid_until is not distinct from excluded.valid_until then mentor_check.reminded_at end`.execute(
    tx,
  )
}

export type Uploads = { identity: boolean; eKyc: boolean; qualification: boolean; police: boolean; degrees: string[] }
/** Which checks have an uploaded document, and the mentor's degrees. */
export async function uploadsOf(tx: Transaction, mentorId: string): Promise<Uploads> {
  const has = (kind: CertificateKind) => sql`exists (select from mentor_certificate c
    where c.mentor_id = m.id and c.kind = ${kind} and c.deleted_at is null)`
  const { rows } = await sql<Uploads>`
    select m.document is not null and m.document <> ${eKycDocument} and m.document is distinct from m.deleted_document as identity,
      exists (select from mentor_e_kyc k where k.account_id = m.account_id) as "eKyc", ${has('degree')} as qualification,
      ${has('police')} as police, array_remove(array[m.postgraduation_degree, m.graduation_degree], null) as degrees
    from mentor m where m.id = ${mentorId}`.execute(tx)
  if (!rows[0]) throw new Error('a locked mentor is missing')
  return rows[0]
}

/** Checks that have passed and are still valid. */
export async function validChecks(tx: Transaction, mentorId: string): Promise<CheckKind[]> {
  const { rows } = await sql<{ kind: CheckKind }>`
    select kind from mentor_check where mentor_id = ${mentorId} and state = 'passed'
      and (valid_until is null or valid_until >= (now() at time zone 'Asia/Kolkata')::date)`.execute(tx)
  return rows.map((row) => row.kind)
}

export async function hasPassed(tx: Transaction, mentorId: string, kind: CheckKind): Promise<boolean> {
  const check = await tx
    .selectFrom('mentor_check')
    .select('kind')
    .where('mentor_id', '=', mentorId)
    .where('kind', '=', kind)
    .where('state', '=', 'passed')
    .executeTakeFirst()
  return check !== undefined
}

/**
 * Marks a document as deleted. If its check passed, the mentor keeps its id, so that only a different document reopens
 * the check; otherwise the id is cleared and a new document is needed.
 */
export const markDocumentDeleted = (tx: Transaction, id: string) =>
  sql`update mentor set deleted_document = document, document = case when exists (select from mentor_check c
      where c.mentor_id = mentor.id and c.kind = 'identity' and c.state = 'passed') then document end where id = ${id}`.execute(
    tx,
  )

/** Marks a certificate as deleted if its check passed, else removes it, so that a new one is needed. */
export async function markCertificateDeleted(
  tx: Transaction,
  id: string,
  mediaId: string,
  check: CheckKind,
): Promise<void> {
  if (await hasPassed(tx, id, check))
    await tx
      .updateTable('mentor_certificate')
      .set({ deleted_at: sql`now()` })
      .where('mentor_id', '=', id)
      .where('media_id', '=', mediaId)
      .execute()
  else await tx.deleteFrom('mentor_certificate').where('mentor_id', '=', id).where('media_id', '=', mediaId).execute()
}

export async function certificatesOf(tx: Transaction, id: string) {
  return await tx
    .selectFrom('mentor_certificate')
    .select(['media_id as mediaId', 'kind'])
    .where('mentor_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('media_id')
    .$narrowType<{ kind: CertificateKind }>()
    .execute()
}

export const markCvDeleted = (tx: Transaction, id: string) =>
  tx.updateTable('mentor').set({ cv: null }).where('id', '=', id).execute()

export const setDocumentRequested = (tx: Transaction, id: string, isRequested: boolean) =>
  tx
    .updateTable('mentor')
    .set({ document_asked_at: isRequested ? sql`now()` : null })
    .where('id', '=', id)
    .execute()

export type EventKind =
  | 'review_started'
  | 'verified'
  | 'rejected'
  | 'suspended'
  | 'restored'
  | 'reported'
  | 'changed'
  | 'check_passed'
  | 'check_failed'
  | 'check_reopened'
  | 'document_deleted'
  | 'document_asked'
  | 'document_given'
  | 'change_approved'
  | 'change_declined'
type Event = {
  mentorId: string
  kind: EventKind
  /** Null for background jobs. */
  accountId: string | null
  note?: string
  detail?: Record<string, unknown>
}
export async function writeEvent(
  tx: Transaction,
  { mentorId, kind, accountId, note = '', detail = {} }: Event,
): Promise<void> {
  await tx
    .insertInto('mentor_event')
    .values({ mentor_id: mentorId, kind, by_account: accountId, note, detail: JSON.stringify(detail) })
    .execute()
}

/** Writes the events of an admin's bulk edit. */
export const writeChangeEvents = (
  tx: Transaction,
  accountId: string | null,
  edits: readonly { mentorId: string; changes: unknown }[],
) =>
  sql`insert into mentor_event (mentor_id, kind, by_account, note, detail)
    select c."mentorId", 'changed', ${accountId}, '', jsonb_build_object('changes', c.changes)
    from jsonb_to_recordset(${JSON.stringify(edits)}::jsonb) as c("mentorId" uuid, changes jsonb)`.execute(tx)
