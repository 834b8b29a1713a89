import { sql } from 'kysely'
import type { AuditEntry, AuditName } from '#contract/admin/audit.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import type { Db } from '#server/platform/database.ts'
import type { Listing } from '#server/platform/listing.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { isOpenTo } from '#server/support/cases/cases.ts'
import { entriesMatching } from './matching.ts'

type Filter = {
  q?: string | undefined
  by?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
export type AuditRow = Omit<AuditEntry, 'at' | 'names'> & { at: Date }

/** The audit log, filtered, without entries of cases about the viewer. */
export async function auditList(db: Db, { accountId }: Viewer, filter: Filter): Promise<Listing<'at'>> {
  const { q, by, action, from, to } = filter
  const conditions = [
    sql`not exists (select from support_case c where c.id = case l.subject_kind when 'case' then l.subject_id::uuid end and not ${isOpenTo(accountId)})`,
    ...(q ? [await entriesMatching(db, q)] : []),
    ...(by ? [sql`l.account_id = ${by}`] : []),
    // An action (`lesson.move`) or its prefix (`lesson`): both are index ranges.
    ...(action ? [sql`(l.action = ${action} or (l.action >= ${`${action}.`} and l.action < ${`${action}/`}))`] : []),
    ...(from ? [sql`l.at >= ${instantInIndia(from, '00:00')}`] : []),
    ...(to ? [sql`l.at < ${new Date(instantInIndia(to, '00:00').getTime() + 86_400_000)}`] : []),
  ]
  return {
    name: `audit ${JSON.stringify([accountId, q, by, action, from, to])}`,
    columns: sql`l.id as "_id", l.at, l.action, l.subject_kind as kind, l.subject_id as subject, l.detail,
      case when l.account_id is not null then json_build_object('_id', l.account_id, 'name', coalesce(u.name, '')) end as by`,
    from: sql`audit l left join admin_user u on u.account_id = l.account_id`,
    where: sql.join(conditions, sql` and `),
    id: sql`l.id`,
    sorts: { at: { by: sql`l.at`, type: 'timestamptz' } },
  }
}

export async function adminsOf(db: Db): Promise<{ _id: string; name: string }[]> {
  const { rows } = await sql<{ _id: string; name: string }>`
    select account_id as "_id", name from admin_user order by name, account_id`.execute(db)
  return rows
}

/** Every action in the log, by a loose index scan. */
export async function actionsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive step as (
      (select action from audit order by action limit 1)
      union all
      select (select l.action from audit l where l.action > step.action order by l.action limit 1) from step where step.action is not null)
    select action from step where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}

type NameRow = Omit<AuditName, 'at'> & { id: string; at: Date | null }

/** Names for the ids of one page, read by primary key from every table they may belong to. */
export async function namesOf(db: Db, ids: string[]): Promise<Map<string, AuditName>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<NameRow>`
    with wanted as (select unnest(${ids}::uuid[]) as id)
    select a.id, 'account' as is, coalesce(f.name, m.full_name, u.name, '') as name, null as number, null::timestamptz as at, a.id::text as page
      from wanted w join account a on a.id = w.id left join family f on f.account_id = a.id
        left join mentor m on m.account_id = a.id left join admin_user u on u.account_id = a.id
    union all select f.id, 'account', coalesce(f.name, ''), null, null, f.account_id::text from wanted w join family f on f.id = w.id
    union all select m.id, 'mentor', m.full_name, 'MS-' || m.number, null, m.id::text from wanted w join mentor m on m.id = w.id
    union all select b.id, 'booking', coalesce(f.name, ''), o.number, null, b.id::text
      from wanted w join booking b on b.id = w.id join family f on f.id = b.family_id join payment_order o on o.id = b.order_id
    union all select l.id, 'lesson', '', o.number, l.starts_at, l.booking_id::text
      from wanted w join lesson l on l.id = w.id join booking b on b.id = l.booking_id join payment_order o on o.id = b.order_id
    union all select o.id, 'order', coalesce(f.name, ''), o.number, null, o.number
      from wanted w join payment_order o on o.id = w.id join family f on f.id = o.family_id
    union all select c.id, 'case', c.name, c.number, null, c.id::text from wanted w join support_case c on c.id = w.id
    union all select r.id, 'refund', coalesce(f.name, ''), o.number, null, o.number
      from wanted w join refund r on r.id = w.id join payment_order o on o.id = r.order_id join family f on f.id = o.family_id
    union all select d.id, 'dispute', coalesce(f.name, ''), o.number, null, o.number
      from wanted w join dispute d on d.id = w.id join lesson l on l.id = d.lesson_id join booking b on b.id = l.booking_id
        join payment_order o on o.id = b.order_id join family f on f.id = b.family_id
    union all select r.id, 'review', m.full_name, 'MS-' || m.number, null, m.full_name
      from wanted w join review r on r.id = w.id join mentor m on m.id = r.mentor_id
    union all select b.id, 'payout-batch', '', null, b.until::timestamp at time zone 'Asia/Kolkata', b.id::text
      from wanted w join payout_batch b on b.id = w.id
    union all select p.id, 'payout', m.full_name, 'MS-' || m.number, null, p.batch_id::text
      from wanted w join payout p on p.id = w.id join mentor m on m.id = p.mentor_id
    union all select l.id, 'mentor-link', l.name, null, null, l.name from wanted w join mentor_link l on l.id = w.id
    union all select c.id, 'listing-change', coalesce(c.file_name, ''), null, c.made_at, c.id::text from wanted w join bulk_edit c on c.id = w.id
    union all select p.id, 'place', p.name, null, null, p.id::text from wanted w join place p on p.id = w.id
    union all select c.id, 'call_request', c.name, null, null, c.name from wanted w join call_request c on c.id = w.id
    union all select d.id, 'media', coalesce(m.full_name, f.name, ''), null, null, d.account_id::text
      from wanted w join media d on d.id = w.id left join mentor m on m.account_id = d.account_id left join family f on f.account_id = d.account_id`.execute(
    db,
  )
  return new Map(rows.map(({ id, at, ...name }) => [id, { ...name, at: at?.toISOString() ?? null }]))
}
