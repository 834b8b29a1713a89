import { sql } from 'kysely'
import type { SettingName } from '#contract/settings/setting-values.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { Settings } from './defaults.ts'

/** Changes listed for a setting. */
const maxChanges = 20

/** Overwrites today's row; the audit log stores every value. */
export const insertSetting = (tx: Transaction, name: keyof Settings, value: unknown) =>
  sql`insert into setting (name, from_date, value)
    values (${name}, (now() at time zone 'Asia/Kolkata')::date, ${JSON.stringify(value)})
    on conflict (name, from_date) do update set value = excluded.value`.execute(tx)

/** Ids of reviews that may be quoted on the home page: published, visible, with the family's consent. */
export async function agreedReviews(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from review where id = any(${[...ids]}::uuid[]) and published_at is not null and hidden_at is null
      and home_consent_at is not null and length(words) > 0`.execute(db)
  return rows.map(({ id }) => id)
}

export type ChangeRow = { name: SettingName; at: Date; by: string; was: unknown; is: unknown }

/** Latest changes of settings, newest first within each. */
export async function changesOf(db: Db, names: readonly SettingName[]): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select n.name, l.at, coalesce(u.name, '') as by, l.detail -> 'was' as was, l.detail -> 'is' as is
    from unnest(${[...names]}::text[]) with ordinality n(name, place)
      cross join lateral (select at, account_id, detail from audit where subject_kind = 'setting' and subject_id = n.name
        order by at desc limit ${maxChanges}) l
      left join admin_user u on u.account_id = l.account_id
    order by n.place, l.at desc`.execute(db)
  return rows
}

/** Number of identity documents the next night deletes under this retention. */
export async function countDocumentsOlder(db: Db, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mentor m where m.document is not null and m.document is distinct from m.deleted_document
      and exists (select from mentor_check c where c.mentor_id = m.id and c.kind = 'identity' and c.state = 'passed'
        and c.checked_on <= (now() at time zone 'Asia/Kolkata')::date - ${days}::int)`.execute(db)
  return rows[0]?.count ?? 0
}
