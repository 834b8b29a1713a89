import { type RawBuilder, sql } from 'kysely'
import type { FamilyStage } from '#contract/admin/usage.ts'
import { phoneChangeHours } from '#contract/people/limits.ts'
import type { Account, ListedFamily } from '#contract/people/people.ts'
import { hasReached, startOf } from '#server/admin/overview/overview.ts'
import { citiesMatching, familiesMatching } from '#server/admin/search/search.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { isAmong, type Listing } from '#server/platform/listing.ts'
import { parseSearchTerm } from '#server/platform/search-term.ts'
import { isActiveSession } from '#server/platform/sessions.ts'

type Filter = { [name in 'q' | 'state' | 'city' | 'from' | 'to']?: string | undefined } & {
  reached?: FamilyStage | undefined
}
/** A database row; times are Dates, amounts are paise. */
export type FamilyRow = Omit<ListedFamily, 'paid' | 'seenAt' | 'since'> & {
  paidPaise: number
  seenAt: Date | null
  since: Date
}

const learners = sql`coalesce((select json_agg(p.name order by p.id) from learner p where p.family_id = f.id and p.archived_at is null and p.name is not null), '[]')`
const paid = sql`coalesce((select sum(o.amount_paise) from payment_order o where o.family_id = f.id and o.status = 'paid'), 0)`
const lastSeen = sql`(select max(s.seen_at) from session s where s.account_id = a.id)`
const active = sql`('pending_schedule', 'scheduled')`

/** Families, filtered. */
export async function familyList(db: Db, filter: Filter): Promise<Listing<'since' | 'name'>> {
  const { q, state, city, from, to, reached } = filter
  const conditions = [
    ...(q ? [await isAmong(db, sql`f.id`, familiesMatching(parseSearchTerm(q)))] : []),
    ...(city ? [sql`lower(f.city) = any(${citiesMatching(city)})`] : []),
    ...(state ? [state === 'suspended' ? sql`a.suspended_at is not null` : sql`a.suspended_at is null`] : []),
    ...(from ? [sql`f.created_at >= ${startOf(from)}`] : []),
    ...(to ? [sql`f.created_at < ${startOf(to, 1)}`] : []),
    ...(reached ? [hasReached(reached)] : []),
  ]
  return {
    name: `families ${JSON.stringify([q, state, city, from, to, reached])}`,
    columns: sql`a.id as "_id", f.name, a.phone, f.city, ${learners} as learners, ${paid} as "paidPaise", ${lastSeen} as "seenAt", f.created_at as since,
      a.suspended_at is not null as "isSuspended", (select count(*)::int from booking b where b.family_id = f.id and b.status in ${active}) as "bookingsGoing"`,
    from: sql`family f left join account a on a.id = f.account_id`,
    where: conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`,
    id: sql`f.id`,
    sorts: {
      since: { by: sql`f.created_at`, type: 'timestamptz' },
      name: { by: sql`lower(coalesce(f.name, ''))`, type: 'text' },
    },
  }
}

/** The account with this id, or the account of the family or mentor with this id. */
export async function accountIdOf(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from account where id = ${id} union all select account_id from family where id = ${id}
    union all select account_id from mentor where id = ${id} limit 1`.execute(db)
  return rows[0]?.id ?? null
}

const isoOf = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

type Row = Omit<Account, 'since' | 'suspendedAt'> & { since: Date; suspendedAt: Date | null }

export async function accountById(db: Db, id: string): Promise<Account | null> {
  const { rows } = await sql<Row>`
    select a.id as "_id", a.phone, a.language, a.created_at as since, a.suspended_at as "suspendedAt",
      (select json_build_object('_id', f.id, 'name', f.name, 'email', f.email, 'city', f.city, 'learners', ${learners}, 'paid', ${paid} / 100.0)
        from family f where f.account_id = a.id) as family,
      (select json_build_object('_id', m.id, 'name', m.full_name, 'status', m.status) from mentor m where m.account_id = a.id) as mentor,
      (select json_build_object('name', u.name, 'role', u.role) from admin_user u where u.account_id = a.id and u.removed_at is null) as admin,
      (select count(*)::int from session s where s.account_id = a.id and ${isActiveSession}) as sessions,
      (select count(*)::int from conversation c left join family f on f.id = c.family_id left join mentor m on m.id = c.mentor_id
        where f.account_id = a.id or m.account_id = a.id) as conversations,
      coalesce((select json_agg(json_build_object('_id', b.id, 'side', case when f.account_id = a.id then 'family' else 'mentor' end,
          'other', case when f.account_id = a.id then m.full_name else coalesce(f.name, '') end, 'subject', b.subject, 'status', b.status) order by b.id desc)
        from booking b join family f on f.id = b.family_id join mentor m on m.id = b.mentor_id
        where b.status in ${active} and (b.family_id = (select id from family where account_id = a.id) or b.mentor_id = (select id from mentor where account_id = a.id))), '[]') as going,
      (select json_build_object('phone', c.phone, 'until', ${isoOf(sql`c.expires_at`)}, 'isConfirmed', c.confirmed_at is not null,
          'askedBy', json_build_object('_id', c.made_by, 'name', coalesce((select u.name from admin_user u where u.account_id = c.made_by), '')),
          'approvedBy', (select u.name from admin_user u where u.account_id = c.approved_by),
          'countsFrom', case when c.approved_at is not null and c.confirmed_at is null
            then ${isoOf(sql`greatest(c.approved_at, c.made_at + make_interval(hours => ${phoneChangeHours.cooldown}))`)} end)
        from phone_change c where c.account_id = a.id and c.done_at is null and c.expires_at > now()) as "phoneChange"
    from account a where a.id = ${id}`.execute(db)
  const row = rows[0]
  return row ? { ...row, since: row.since.toISOString(), suspendedAt: row.suspendedAt?.toISOString() ?? null } : null
}

/** The number of the open phone change, or null. */
export async function openPhoneChange(tx: Transaction, accountId: string): Promise<string | null> {
  const change = await tx
    .selectFrom('phone_change')
    .select('phone')
    .where('account_id', '=', accountId)
    .where('done_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return change?.phone ?? null
}

/** The role in which an account is notified about changes to it. */
export async function sideOf(tx: Transaction, accountId: string): Promise<'mentor' | 'family' | 'admin'> {
  const { rows } = await sql<{ side: 'mentor' | 'family' | 'admin' }>`
    select case when exists (select from mentor where account_id = ${accountId}) then 'mentor'
      when exists (select from family where account_id = ${accountId}) then 'family' else 'admin' end as side`.execute(
    tx,
  )
  return rows[0]?.side ?? 'family'
}
