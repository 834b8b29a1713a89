import { sql } from 'kysely'
import { type CertificateKind, checkOfCertificate } from '#contract/mentors/check-evidence.ts'
import { rejectedCvDays, rejectedDocumentDays } from '#contract/mentors/limits.ts'
import type { CheckKind } from '#contract/reference/catalogue.ts'
import type { Db, Transaction } from '#server/platform/database.ts'

const today = sql`(now() at time zone 'Asia/Kolkata')::date`
/** Nights the job may miss before an expired badge would stay on a card. */
const maxMissedNights = 14

export async function mentorsWithExpiredChecks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct c.mentor_id as id from mentor_check c join mentor m on m.id = c.mentor_id
    where c.state = 'passed' and c.valid_until < ${today} and c.valid_until >= ${today} - ${maxMissedNights}::int
      and m.is_listed order by 1`.execute(db)
  return rows.map((row) => row.id)
}

type ExpiringCheck = { mentorId: string; accountId: string; kind: CheckKind; validUntil: string }

/** Checks of listed mentors that expire within `days` and have no reminder yet. */
export async function checksToRemindOf(db: Db, days: number): Promise<ExpiringCheck[]> {
  const { rows } = await sql<ExpiringCheck>`
    select c.mentor_id as "mentorId", m.account_id as "accountId", c.kind, c.valid_until::text as "validUntil"
    from mentor_check c join mentor m on m.id = c.mentor_id
    where c.state = 'passed' and c.valid_until between ${today} and ${today} + ${days}::int and c.reminded_at is null and m.status = 'verified'
    order by 1, 3`.execute(db)
  return rows
}

/** Marks a reminder as sent. @returns false when another run already did */
export async function markReminded(tx: Transaction, { mentorId, kind, validUntil }: ExpiringCheck): Promise<boolean> {
  const { rows } = await sql`
    update mentor_check set reminded_at = now() where mentor_id = ${mentorId} and kind = ${kind} and state = 'passed'
      and valid_until = ${validUntil}::date and reminded_at is null returning kind`.execute(tx)
  return rows.length > 0
}

/** Columns of `mentor` with a private file. */
export type PrivateFile = 'document' | 'cv'
const rejectedFor = (days: number) => sql`m.status = 'rejected' and ${today} - ${days}::int >= (
  select (max(e.at) at time zone 'Asia/Kolkata')::date from mentor_event e where e.mentor_id = m.id and e.kind = 'rejected')`
const checkedFor = (
  days: number,
  state: 'passed' | 'failed',
  kind = sql`'identity'`,
) => sql`exists (select from mentor_check c
  where c.mentor_id = m.id and c.kind = ${kind} and c.state = ${state} and c.checked_on <= ${today} - ${days}::int)`

type Search = { checkedDays: number; id?: string }

/** Mentors with a file past its retention period; with `id`, only that mentor. */
export async function overdueFiles(db: Db, file: PrivateFile, { checkedDays, id }: Search): Promise<string[]> {
  const isOver =
    file === 'cv'
      ? sql`m.cv is not null and ${rejectedFor(rejectedCvDays)}`
      : sql`m.document is not null and m.document is distinct from m.deleted_document and (${checkedFor(checkedDays, 'passed')}
          or ${checkedFor(rejectedDocumentDays, 'failed')} or ${rejectedFor(rejectedDocumentDays)})`
  const { rows } = await sql<{ id: string }>`
    select m.id from mentor m where not account_is_held(m.account_id) and ${isOver} and ${id === undefined ? sql`true` : sql`m.id = ${id}`} order by 1`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

type OverdueCertificate = { mentorId: string; mediaId: string; kind: CertificateKind }
/**
 * Certificates past their retention period after their check or upload, whichever is later; with `id`, only of that
 * mentor.
 */
export async function overdueCertificates(db: Db, { checkedDays, id }: Search): Promise<OverdueCertificate[]> {
  const kind = sql`(${JSON.stringify(checkOfCertificate)}::jsonb ->> f.kind)`
  const after = (days: number, status: 'passed' | 'failed') =>
    sql`(f.sent_at < now() - make_interval(days => ${days}) and ${checkedFor(days, status, kind)})`
  const { rows } = await sql<OverdueCertificate>`
    select f.mentor_id as "mentorId", f.media_id as "mediaId", f.kind from mentor_certificate f join mentor m on m.id = f.mentor_id
    where f.deleted_at is null and not account_is_held(m.account_id) and ${id === undefined ? sql`true` : sql`m.id = ${id}`}
      and (${after(checkedDays, 'passed')} or ${after(rejectedDocumentDays, 'failed')} or ${rejectedFor(rejectedDocumentDays)}) order by 1, 2`.execute(
    db,
  )
  return rows
}
