import { type Kysely, sql } from 'kysely'
import type { ListingChange, ListingChangeRow, Listing as Values } from '#contract/mentors/listings.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Listing } from '#server/platform/listing.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Judged } from './judge.ts'

type Db = Kysely<DB>
export type ChangeRow = Omit<ListingChange, 'madeAt' | 'appliedAt'> & { madeAt: Date; appliedAt: Date | null }

export async function insertChange(db: Db, accountId: string, fileName: string | null): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into listing_change (made_by, file_name) values (${accountId}, ${fileName}) returning id`.execute(db)
  if (!rows[0]) throw new Error('no change was made')
  return rows[0].id
}

export const insertRows = (db: Db, changeId: string, all: readonly Judged[]) =>
  sql`insert into listing_change_row (change_id, line, mentor_id, given, version, before, after, problems, state)
    select ${changeId}, r.line, r."mentorId", r.given, r.version, r.before, r.after, r.problems, r.state
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as r(line int, "mentorId" uuid, given text, version int, before jsonb, after jsonb,
      problems jsonb, state text)`.execute(db)

/** Lines of a change in which these mentors stand already. */
export async function linesOf(db: Db, changeId: string, mentorIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; line: number }>`
    select mentor_id as id, line from listing_change_row
    where change_id = ${changeId} and state <> 'bad' and mentor_id = any(${[...mentorIds]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, line }) => [id, line]))
}

type Counts = { good: number; same: number; bad: number }
export const setReady = (db: Db, id: string, { good, same, bad }: Counts, unread: readonly string[]) =>
  sql`update listing_change set status = 'ready', good = ${good}, same = ${same}, bad = ${bad}, unread = ${[...unread]}::text[]
    where id = ${id}`.execute(db)

export const deleteChange = (db: Db, id: string) => sql`delete from listing_change where id = ${id}`.execute(db)

/** What nobody applied in a week, and problems of what was applied, which may name strangers' phones. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await sql`delete from listing_change where status in ('reading', 'ready') and made_at < now() - interval '7 days'`.execute(
    db,
  )
  await sql`delete from listing_change_row r using listing_change c
    where c.id = r.change_id and r.state = 'bad' and c.applied_at < now() - interval '7 days'`.execute(db)
}

const columns = sql`c.id as "_id", c.made_at as "madeAt", json_build_object('name', coalesce(u.name, '')) as "madeBy", c.file_name as "fileName",
  c.unread, c.status, c.good, c.same, c.bad, c.applied, c.refused, c.applied_at as "appliedAt",
  case when c.applied_by is not null then json_build_object('name', coalesce(v.name, '')) end as "appliedBy"`
const from = sql`listing_change c left join admin_user u on u.account_id = c.made_by left join admin_user v on v.account_id = c.applied_by`

export const changeList = (): Listing<'made'> => ({
  name: 'listing changes',
  columns,
  from,
  where: sql`true`,
  id: sql`c.id`,
  sorts: { made: { by: sql`c.made_at`, type: 'timestamptz' } },
})

export async function changeById(db: Db, id: string): Promise<ChangeRow | null> {
  const { rows } = await sql<ChangeRow>`select ${columns} from ${from} where c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Rows of one change, of one state when it is given; those that stay as they are when `isLeft`. */
export const rowList = (changeId: string, state: string | undefined, isLeft = false): Listing<'line'> => ({
  name: `listing change ${changeId} ${state ?? ''}`,
  columns: sql`r.id as "_id", r.line, r.given, r.before, r.after, r.problems, r.state,
    case when m.id is not null then json_build_object('_id', m.id, 'number', 'MS-' || m.number, 'fullName', m.full_name) end as mentor`,
  from: sql`listing_change_row r left join mentor m on m.id = r.mentor_id`,
  where: sql`r.change_id = ${changeId} and ${state ? sql`r.state = ${state}` : isLeft ? sql`r.state in ('bad', 'refused')` : sql`true`}`,
  id: sql`r.id`,
  sorts: { line: { by: sql`r.line`, type: 'bigint' } },
  isCounted: true,
})
export type RowRow = ListingChangeRow

export type LockedChange = {
  status: ListingChange['status']
  good: number
  fileName: string | null
  appliedBy: string | null
}
export async function lockChange(tx: Transaction, id: string): Promise<LockedChange | null> {
  const { rows } = await sql<LockedChange>`
    select status, good, file_name as "fileName", applied_by as "appliedBy" from listing_change where id = ${id} for update`.execute(
    tx,
  )
  return rows[0] ?? null
}

export const startApplying = (tx: Transaction, id: string, accountId: string) =>
  sql`update listing_change set status = 'applying', applied_by = ${accountId}, applied_at = now() where id = ${id}`.execute(
    tx,
  )

export type Planned = { id: string; mentorId: string; version: number; before: Partial<Values>; after: Partial<Values> }
/** Good rows of a change that wait. */
export async function plannedRows(tx: Transaction, changeId: string, limit: number): Promise<Planned[]> {
  const { rows } = await sql<Planned>`
    select id, mentor_id as "mentorId", version, before, after from listing_change_row
    where change_id = ${changeId} and state = 'good' order by line, id limit ${limit}`.execute(tx)
  return rows
}

/** Marks rows as done or left alone, and the change as applied when it was the last of them. */
export async function markRows(
  tx: Transaction,
  changeId: string,
  applied: string[],
  refused: string[],
  isLast: boolean,
) {
  await sql`update listing_change_row set state = case when id = any(${refused}::uuid[]) then 'refused' else 'applied' end
    where id = any(${[...applied, ...refused]}::uuid[])`.execute(tx)
  await sql`update listing_change set applied = applied + ${applied.length}, refused = refused + ${refused.length},
    status = case when ${isLast}::boolean then 'applied' else status end where id = ${changeId}`.execute(tx)
}
