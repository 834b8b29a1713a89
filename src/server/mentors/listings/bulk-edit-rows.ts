import { sql } from 'kysely'
import type { BulkEdit, BulkEditRow, Listing as Values } from '#contract/mentors/listings.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { Listing } from '#server/platform/listing.ts'
import type { CheckedRow } from './check-row.ts'

type FoundBulkEdit = Omit<BulkEdit, 'madeAt'> & { madeAt: Date }

export async function insertBulkEdit(db: Db, accountId: string, fileName: string | null): Promise<string> {
  const values = { made_by: accountId, file_name: fileName }
  const { id } = await db.insertInto('bulk_edit').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export const insertRows = (db: Db, bulkEditId: string, rows: readonly CheckedRow[]) =>
  sql`insert into bulk_edit_row (bulk_edit_id, line, mentor_id, given, version, before, after, problems, state)
    select ${bulkEditId}, r.line, r."mentorId", r.given, r.version, r.before, r.after, r.problems, r.state
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(line int, "mentorId" uuid, given text, version int, before jsonb, after jsonb,
      problems jsonb, state text)`.execute(db)

/** Lines of a bulk edit that already name one of these mentors, by mentor id. */
export async function linesOf(db: Db, bulkEditId: string, mentorIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; line: number }>`
    select mentor_id as id, line from bulk_edit_row
    where bulk_edit_id = ${bulkEditId} and state <> 'bad' and mentor_id = any(${[...mentorIds]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, line }) => [id, line]))
}

type Counts = { good: number; same: number; bad: number }
export const setReady = (db: Db, id: string, counts: Counts, unread: string[]) =>
  db
    .updateTable('bulk_edit')
    .set({ status: 'ready', unread, ...counts })
    .where('id', '=', id)
    .execute()

export const deleteBulkEdit = (db: Db, id: string) => db.deleteFrom('bulk_edit').where('id', '=', id).execute()

/** Deletes previews nobody applied within a week, and the problem rows of older edits: they may name strangers' phones. */
export async function deleteOldBulkEdits(db: Db): Promise<void> {
  await sql`delete from bulk_edit where status in ('reading', 'ready') and made_at < now() - interval '7 days'`.execute(
    db,
  )
  await sql`delete from bulk_edit_row r using bulk_edit e
    where e.id = r.bulk_edit_id and r.state = 'bad' and e.applied_at < now() - interval '7 days'`.execute(db)
}

export async function bulkEditById(db: Db, id: string): Promise<FoundBulkEdit | null> {
  const { rows } = await sql<FoundBulkEdit>`
    select e.id as "_id", e.made_at as "madeAt", json_build_object('name', coalesce(u.name, '')) as "madeBy", e.file_name as "fileName",
      e.unread, e.status, e.good, e.same, e.bad, e.applied, e.refused
    from bulk_edit e left join admin_user u on u.account_id = e.made_by where e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Rows of one bulk edit, of one state when it is given. */
export const rowList = (bulkEditId: string, state: string | undefined): Listing<'line'> => ({
  name: `bulk edit ${bulkEditId} ${state ?? ''}`,
  columns: sql`r.id as "_id", r.line, r.given, r.before, r.after, r.problems, r.state,
    case when m.id is not null then json_build_object('_id', m.id, 'number', 'MS-' || m.number, 'fullName', m.full_name) end as mentor`,
  from: sql`bulk_edit_row r left join mentor m on m.id = r.mentor_id`,
  where: sql`r.bulk_edit_id = ${bulkEditId} and ${state ? sql`r.state = ${state}` : sql`true`}`,
  id: sql`r.id`,
  sorts: { line: { by: sql`r.line`, type: 'bigint' } },
  isCounted: true,
})
export type FoundRow = BulkEditRow

type LockedBulkEdit = { status: BulkEdit['status']; good: number; fileName: string | null; appliedBy: string | null }
export async function lockBulkEdit(tx: Transaction, id: string): Promise<LockedBulkEdit | null> {
  const bulkEdit = await tx
    .selectFrom('bulk_edit')
    .select(['status', 'good', 'file_name as fileName', 'applied_by as appliedBy'])
    .where('id', '=', id)
    .forUpdate()
    .$castTo<LockedBulkEdit>()
    .executeTakeFirst()
  return bulkEdit ?? null
}

export const startApplying = (tx: Transaction, id: string, accountId: string) =>
  tx
    .updateTable('bulk_edit')
    .set({ status: 'applying', applied_by: accountId, applied_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Whether a bulk edit would change the mentor of this account. */
export async function changesOwnMentor(tx: Transaction, id: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from bulk_edit_row r join mentor m on m.id = r.mentor_id
    where r.bulk_edit_id = ${id} and m.account_id = ${accountId} limit 1`.execute(tx)
  return rows.length > 0
}

type PendingRow = {
  id: string
  mentorId: string
  version: number
  before: Partial<Values>
  after: Partial<Values>
}
/** Good rows that are not applied yet. */
export async function pendingRows(tx: Transaction, bulkEditId: string, limit: number): Promise<PendingRow[]> {
  const { rows } = await sql<PendingRow>`
    select id, mentor_id as "mentorId", version, before, after from bulk_edit_row
    where bulk_edit_id = ${bulkEditId} and state = 'good' order by line, id limit ${limit}`.execute(tx)
  return rows
}

type Outcome = { applied: string[]; refused: string[]; isLast: boolean }
/** Marks rows as applied or refused, and the bulk edit as applied with the last of them. */
export async function markRows(tx: Transaction, bulkEditId: string, { applied, refused, isLast }: Outcome) {
  await sql`update bulk_edit_row set state = case when id = any(${refused}::uuid[]) then 'refused' else 'applied' end
    where id = any(${[...applied, ...refused]}::uuid[])`.execute(tx)
  await sql`update bulk_edit set applied = applied + ${applied.length}, refused = refused + ${refused.length},
    status = case when ${isLast}::boolean then 'applied' else status end where id = ${bulkEditId}`.execute(tx)
}
