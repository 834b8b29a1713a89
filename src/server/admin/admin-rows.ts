import { type Kysely, sql } from 'kysely'
import type { Admin } from '#contract/people/people.ts'
import type { AdminRole } from '#contract/wire/endpoint.ts'
import { canLogIn } from '#server/people/accounts/accounts.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>
type Row = Omit<Admin, 'seenAt' | 'since'> & { seenAt: Date | null; since: Date }

export async function listAdmins(db: Db): Promise<Admin[]> {
  const { rows } = await sql<Row>`
    select a.id as "_id", u.name, a.phone, u.role, u.totp_secret is not null as "isEnrolled", u.created_at as since,
      (select max(s.seen_at) from session s where s.account_id = a.id and s.user_type = 'admin') as "seenAt"
    from admin_user u join account a on a.id = u.account_id where u.removed_at is null
    order by array_position(array['owner', 'operations', 'support'], u.role), u.name, a.id`.execute(db)
  return rows.map(({ seenAt, since, ...rest }) => ({
    ...rest,
    seenAt: seenAt?.toISOString() ?? null,
    since: since.toISOString(),
  }))
}

export async function adminById(tx: Transaction, accountId: string) {
  const { rows } = await sql<{ name: string; role: AdminRole }>`
    select name, role from admin_user where account_id = ${accountId} and removed_at is null`.execute(tx)
  return rows[0] ?? null
}

/** Owners besides this one who can log in: one who never did would leave everybody locked out. */
export async function otherOwners(tx: Transaction, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from admin_user u where u.role = 'owner' and u.account_id <> ${accountId} and ${canLogIn}`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** There is no other owner or operations admin who could log in and decide. */
export async function canNobodyElseDecide(tx: Transaction, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from admin_user u where u.role <> 'support' and u.account_id <> ${accountId} and ${canLogIn} limit 1`.execute(
    tx,
  )
  return rows.length === 0
}

/** Whose number it is besides: names, empty where none was given; null where it is no such account. */
export async function sidesOf(tx: Transaction, accountId: string) {
  const { rows } = await sql<{ mentor: string | null; family: string | null }>`
    select (select coalesce(full_name, '') from mentor where account_id = ${accountId}) as mentor,
      (select coalesce(name, '') from family where account_id = ${accountId}) as family`.execute(tx)
  return rows[0] ?? { mentor: null, family: null }
}
