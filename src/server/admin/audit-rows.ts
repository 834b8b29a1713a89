import { type Kysely, sql } from 'kysely'
import type { AuditEntry } from '#contract/admin/audit.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import type { Listing } from '#server/platform/listing.ts'
import type { DB } from '#server/platform/schema.ts'
import { entriesMeant } from './audit-search.ts'

type Filter = {
  q?: string | undefined
  by?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
export type AuditRow = Omit<AuditEntry, 'at' | 'names'> & { at: Date }

/** The log as it is filtered. */
export async function auditList(db: Kysely<DB>, filter: Filter): Promise<Listing<'at'>> {
  const { q, by, action, from, to } = filter
  const conditions = [
    ...(q ? [await entriesMeant(db, q)] : []),
    ...(by ? [sql`l.account_id = ${by}`] : []),
    // A whole action, or everything before the dot: both are a range of the index.
    ...(action ? [sql`(l.action = ${action} or (l.action >= ${`${action}.`} and l.action < ${`${action}/`}))`] : []),
    ...(from ? [sql`l.at >= ${instantInIndia(from, '00:00')}`] : []),
    ...(to ? [sql`l.at < ${new Date(instantInIndia(to, '00:00').getTime() + 86_400_000)}`] : []),
  ]
  return {
    name: `audit ${JSON.stringify([q, by, action, from, to])}`,
    columns: sql`l.id as "_id", l.at, l.action, l.subject_kind as kind, l.subject_id as subject, l.detail,
      case when l.account_id is not null then json_build_object('_id', l.account_id, 'name', coalesce(u.name, '')) end as by`,
    from: sql`audit l left join admin_user u on u.account_id = l.account_id`,
    where: conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`,
    id: sql`l.id`,
    sorts: { at: { by: sql`l.at`, type: 'timestamptz' } },
  }
}

export async function adminsOf(db: Kysely<DB>): Promise<{ _id: string; name: string }[]> {
  const { rows } = await sql<{ _id: string; name: string }>`
    select account_id as "_id", name from admin_user order by name, account_id`.execute(db)
  return rows
}

/** Every action in the log: one step along the index for each, however long the log is. */
export async function actionsOf(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive step as (
      (select action from audit order by action limit 1)
      union all
      select (select l.action from audit l where l.action > step.action order by l.action limit 1) from step where step.action is not null)
    select action from step where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}
