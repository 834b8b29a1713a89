import { sql } from 'kysely'
import { erasureLifecycle } from '#contract/privacy/lifecycles.ts'
import { type ErasureBlocker, erasureBlockers, erasureDays, numberRestDays } from '#contract/privacy/limits.ts'
import type { Nominee } from '#contract/privacy/privacy.ts'
import { firstName } from '#contract/wire/names.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { Person, PersonalTable } from '#server/platform/personal.ts'

/** The person of an account; null if it is unknown or already erased. */
export async function personOf(db: Db, accountId: string): Promise<Person | null> {
  const { rows } = await sql<Person>`
    select a.id as "accountId", a.phone, f.id as "familyId", m.id as "mentorId",
      coalesce((select max(done_at) from phone_change where account_id = a.id and phone = a.phone), a.created_at)
        - make_interval(days => ${numberRestDays}) as "phoneSince",
      array(select n from (values (f.name), (m.full_name) union select name from learner where family_id = f.id
        union select student_name from booking where family_id = f.id) as x (n) where n is not null) as names,
      array(select distinct case when o.family_id = f.id then om.account_id else o_f.account_id end from (
        select family_id, mentor_id from booking union select family_id, mentor_id from conversation) o
        join family o_f on o_f.id = o.family_id join mentor om on om.id = o.mentor_id
        where o.family_id = f.id or o.mentor_id = m.id) as "otherSides"
    from account a left join family f on f.account_id = a.id left join mentor m on m.account_id = a.id
    where a.id = ${accountId} and a.erased_at is null`.execute(db)
  const [person] = rows
  if (!person) return null
  // Whole names first, so that no surname is left of them.
  const names = [...person.names.map((name) => name.trim()), ...person.names.map(firstName)]
  return {
    ...person,
    names: [...new Set(names)].filter((name) => /\p{L}/u.test(name)).sort((a, b) => b.length - a.length),
  }
}

/** Rows of a table about a person: all, or the first `most`. */
export async function rowsOf(db: Db, { table, whose, shows }: PersonalTable, person: Person, most: number | null) {
  const columns = sql.join(shows.map((column) => sql.ref(column)))
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(x) as row from (select ${columns} from ${sql.table(table)} where ${whose(person)} order by 1 limit ${most}::int) x`.execute(
    db,
  )
  return rows.map(({ row }) => row)
}

export async function eraseRows(
  tx: Transaction,
  { table, whose, erase }: PersonalTable,
  person: Person,
): Promise<void> {
  if (erase === 'keep') return
  if (erase === 'delete') await sql`delete from ${sql.table(table)} where ${whose(person)}`.execute(tx)
  else {
    const changes = Object.entries(typeof erase === 'function' ? erase(person) : erase).map(
      ([column, value]) => sql`${sql.ref(column)} = ${value}`,
    )
    await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${whose(person)}`.execute(tx)
  }
}

/**
 * What is open between this person and others, or between them and us, as they may know it. Credit for later bookings ends
 * with the account.
 */
export async function blockersOf(db: Db, { accountId, familyId, mentorId }: Person): Promise<ErasureBlocker[]> {
  const orders = sql`(select id from payment_order where family_id = ${familyId})`
  const lessons = sql`(select l.id from lesson l join booking b on b.id = l.booking_id where b.family_id = ${familyId} or b.mentor_id = ${mentorId})`
  const { rows } = await sql<Record<ErasureBlocker, boolean>>`select
    exists (select from booking where (family_id = ${familyId} or mentor_id = ${mentorId}) and status in ('pending_schedule', 'scheduled')) as booking,
    exists (select from payment_order where family_id = ${familyId} and status = 'created' and expires_at > now()) as payment,
    exists (select from refund r where order_id in ${orders}
      and (status in ('requested', 'approved', 'sent') or status = 'failed' and not exists (select from refund s where s.again_for = r.id))) as refund,
    exists (select from dispute where status = 'open' and lesson_id in ${lessons}) as dispute,
    exists (select from support_case where status <> 'resolved' and account_id = ${accountId}) as case,
    exists (select from payout where mentor_id = ${mentorId} and status = 'open') as payout,
    exists (select from ledger_account where owner_id in (${familyId}::uuid, ${mentorId}::uuid) and kind <> 'family_credit' and balance_paise <> 0) as balance,
    exists (select from admin_user where account_id = ${accountId} and removed_at is null) as admin`.execute(db)
  return erasureBlockers.filter((one) => rows[0]?.[one])
}

/** Whether a case about this person needs the account; not a number that anyone typed. The person must not learn of it. */
export async function isInCase(db: Db, { accountId, familyId, mentorId }: Person): Promise<boolean> {
  const { rows } = await sql<{ isInCase: boolean }>`select account_is_held(${accountId})
    or exists (select from support_case where status <> 'resolved' and (family_id = ${familyId} or mentor_id = ${mentorId})) as "isInCase"`.execute(
    db,
  )
  return rows[0]?.isInCase ?? false
}

export const waitingErasure = async (db: Db, accountId: string) =>
  (await db
    .selectFrom('erasure')
    .select(['asked_at as askedAt', 'due_at as dueAt'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'waiting')
    .executeTakeFirst()) ?? null

/** @returns null if a request waits already */
export async function insertErasure(tx: Transaction, accountId: string) {
  const { rows } = await sql<{ id: string; dueAt: Date }>`
    insert into erasure (account_id, due_at) values (${accountId}, now() + make_interval(days => ${erasureDays}))
    on conflict (account_id) where status = 'waiting' do nothing returning id, due_at as "dueAt"`.execute(tx)
  return rows[0] ?? null
}

export const setCancelled = (db: Db, accountId: string) =>
  sql`update erasure set status = 'cancelled', ended_at = now() where account_id = ${accountId} and status = any(${erasureLifecycle.from('cancel')})`.execute(
    db,
  )

export async function dueErasures(db: Db): Promise<{ id: string; accountId: string }[]> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    select id, account_id as "accountId" from erasure where status = 'waiting' and due_at <= now() order by due_at, id`.execute(
    db,
  )
  return rows
}

/** Locks a request that still waits. @returns false if it was cancelled or carried out meanwhile */
export async function lockErasure(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('erasure')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', [...erasureLifecycle.from('erase')])
    .forUpdate()
    .execute()
  return rows.length > 0
}

export const setDone = (tx: Transaction, id: string) =>
  tx.updateTable('erasure').set({ status: 'done', ended_at: sql`now()` }).where('id', '=', id).execute()

export const lockAccount = (tx: Transaction, accountId: string) =>
  tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()

export const lockChallenges = (tx: Transaction, phone: string) =>
  tx.selectFrom('otp_challenge').select('id').where('phone', '=', phone).orderBy('id').forUpdate().execute()

export const nomineeOf = async (db: Db, accountId: string): Promise<Nominee | null> =>
  (await db
    .selectFrom('nominee')
    .select(['name', 'relation', 'contact'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()) ?? null

/** @returns false if there was nobody to remove */
export async function setNominee(tx: Transaction, accountId: string, nominee: Nominee | null): Promise<boolean> {
  const change = nominee
    ? sql`insert into nominee (account_id, name, relation, contact) values (${accountId}, ${nominee.name}, ${nominee.relation}, ${nominee.contact})
    on conflict (account_id) do update set name = excluded.name, relation = excluded.relation, contact = excluded.contact, named_at = now()`
    : sql`delete from nominee where account_id = ${accountId}`
  const { numAffectedRows } = await change.execute(tx)
  return numAffectedRows !== 0n
}
