import { type RawBuilder, sql } from 'kysely'
import type { Found } from '#contract/admin/admin-search.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Db } from '#server/platform/database.ts'
import { containsPattern, nameMatches, phoneMatches } from '#server/platform/listing.ts'
import { parseSearchTerm, type SearchTerm } from '#server/platform/search-term.ts'
import { placesNamed } from '#server/reference/places/places.ts'
import { isOpenTo } from '#server/support/cases/cases.ts'

/** Ids of the families a query matches by account, family name or learner name. */
export function familiesMatching(wanted: SearchTerm): RawBuilder<unknown> {
  if ('id' in wanted) {
    const { id } = wanted
    return sql`select id from family where id = ${id}::uuid or account_id = ${id}::uuid`
  }
  if ('phone' in wanted)
    return sql`select f.id from account a join family f on f.account_id = a.id where ${phoneMatches(sql`a.phone`, wanted.phone)}`
  if ('order' in wanted) return sql`select family_id from payment_order where number = ${wanted.order}`
  const { name } = wanted
  return sql`select id from family where ${nameMatches(sql`name`, name)} union select family_id from learner where ${nameMatches(sql`name`, name)}`
}

/** Ids of the bookings a query matches by order, family, learner, mentor or id. */
export function bookingsMatching(wanted: SearchTerm): RawBuilder<unknown> {
  if ('order' in wanted)
    return sql`select b.id from payment_order o join booking b on b.order_id = o.id where o.number = ${wanted.order}`
  const ofFamily = sql`select id from booking where family_id in (${familiesMatching(wanted)})`
  if ('id' in wanted) {
    const { id } = wanted
    return sql`${ofFamily} union select id from booking where id = ${id}::uuid or order_id = ${id}::uuid or mentor_id = ${id}::uuid
      union select booking_id from lesson where id = ${id}::uuid`
  }
  const mentors =
    'phone' in wanted
      ? sql`select m.id from account a join mentor m on m.account_id = a.id where ${phoneMatches(sql`a.phone`, wanted.phone)}`
      : sql`select id from mentor where ${nameMatches(sql`full_name`, wanted.name)}`
  return sql`${ofFamily} union select id from booking where mentor_id in (${mentors})`
}

/** Lower-case city names a query matches in English or Hindi; the query itself if none does. */
export const citiesMatching = (text: string): string[] =>
  [text, ...placesNamed(text).map(({ name }) => name)].map((name) => name.toLowerCase())

/** Accounts a query may match; the bookings, orders and cases of these accounts are searched. */
const maxAccounts = 200

/** Limits every branch, so that a common name costs no more than a rare one. */
const someOf = (branches: RawBuilder<unknown>[]) =>
  sql.join(
    branches.map((one) => sql`(${one} limit ${maxAccounts})`),
    sql` union `,
  )

/** Ids of at most `maxAccounts` accounts that a query matches. */
export async function accountsMatching(db: Db, wanted: SearchTerm): Promise<string[]> {
  const branches = (): RawBuilder<unknown>[] => {
    if ('order' in wanted) return []
    if ('phone' in wanted) return [sql`select id from account where ${phoneMatches(sql`phone`, wanted.phone)}`]
    if ('id' in wanted) {
      const { id } = wanted
      return [
        sql`select id from account where id = ${id}::uuid`,
        sql`select account_id from family where id = ${id}::uuid`,
        sql`select account_id from mentor where id = ${id}::uuid`,
      ]
    }
    const { name } = wanted
    return [
      sql`select account_id from family where ${nameMatches(sql`name`, name)}`,
      sql`select f.account_id from learner l join family f on f.id = l.family_id where ${nameMatches(sql`l.name`, name)}`,
      sql`select account_id from mentor where ${nameMatches(sql`full_name`, name)}`,
      sql`select account_id from admin_user where name ilike ${containsPattern(name)} and removed_at is null`,
    ]
  }
  const all = branches()
  if (all.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from (${someOf(all)}) as meant(id) where id is not null limit ${maxAccounts}`.execute(db)
  return rows.map(({ id }) => id)
}

const accountsOf = (people: string[], begins: string, limit: number) => sql<Found['accounts'][number]>`
  select * from (
    select a.id as "_id", coalesce(f.name, m.full_name, u.name) as name, a.phone, coalesce(f.city, m.city) as city,
      array_remove(array[case when f.id is not null then 'family' end, case when m.id is not null then 'mentor' end,
        case when u.account_id is not null then 'admin' end], null) as "is", a.suspended_at is not null as "isSuspended"
    from account a left join family f on f.account_id = a.id left join mentor m on m.account_id = a.id
      left join admin_user u on u.account_id = a.id and u.removed_at is null
    where a.id = any(${people}::uuid[])) as found
  order by coalesce(name ilike ${begins}, false) desc, "_id" desc limit ${limit}`

const mentorsOf = (people: string[], number: number | null, begins: string, limit: number) => sql<
  Found['mentors'][number]
>`
  select m.id as "_id", m.full_name as name, 'MS-' || m.number as number, a.phone, m.city, m.status
  from mentor m join account a on a.id = m.account_id
  where m.status <> 'draft' and m.id in (
    select id from mentor where account_id = any(${people}::uuid[]) union select id from mentor where number = ${number}::int)
  order by m.number is not distinct from ${number}::int desc, m.full_name ilike ${begins} desc, m.id desc limit ${limit}`

type BookingRow = Omit<Found['bookings'][number], 'at'> & { at: Date }
function bookingsOf(people: string[], wanted: SearchTerm, limit: number) {
  const newest = (side: 'family' | 'mentor') => {
    const table = sql.raw(side)
    const column = sql.raw(`${side}_id`)
    return sql`select b.id from ${table} s cross join lateral (
      select id from booking where ${column} = s.id order by id desc limit ${limit}) b where s.account_id = any(${people}::uuid[])`
  }
  const direct =
    'id' in wanted
      ? sql`select id from booking where id = ${wanted.id}::uuid or order_id = ${wanted.id}::uuid
          union select booking_id from lesson where id = ${wanted.id}::uuid`
      : 'order' in wanted
        ? sql`select b.id from payment_order o join booking b on b.order_id = o.id where o.number = ${wanted.order}`
        : null
  return sql<BookingRow>`
    select b.id as "_id", m.full_name as mentor, f.name as family, coalesce(b.student_name, l.name) as learner, b.subject, b.status,
      o.number as "order", b.booked_at as at
    from booking b join mentor m on m.id = b.mentor_id join family f on f.id = b.family_id join payment_order o on o.id = b.order_id
      left join learner l on l.id = b.learner_id
    where b.id in (${newest('family')} union ${newest('mentor')} ${direct ? sql`union ${direct}` : sql``})
    order by b.booked_at desc, b.id desc limit ${limit}`
}

type OrderRow = Omit<Found['orders'][number], 'at' | 'amount'> & { at: Date; amountPaise: number }
function ordersOf(people: string[], wanted: SearchTerm, limit: number) {
  const direct =
    'id' in wanted
      ? sql`union select id from payment_order where id = ${wanted.id}::uuid`
      : 'order' in wanted
        ? sql`union select id from payment_order where number = ${wanted.order}`
        : sql``
  return sql<OrderRow>`
    select o.id as "_id", o.number, f.account_id as account, f.name as family, m.full_name as mentor, o.amount_paise as "amountPaise",
      o.status, (select b.id from booking b where b.order_id = o.id order by b.id desc limit 1) as booking, o.created_at as at
    from payment_order o join family f on f.id = o.family_id join mentor m on m.id = o.mentor_id
    where o.id in (select n.id from family s cross join lateral (
      select id from payment_order where family_id = s.id order by id desc limit ${limit}) n
      where s.account_id = any(${people}::uuid[]) ${direct})
    order by o.created_at desc, o.id desc limit ${limit}`
}

type Search = { accountId: string; q: string; limit: number }
type CaseRow = Omit<Found['cases'][number], 'at'> & { at: Date }
function casesOf(people: string[], wanted: SearchTerm, { accountId, q, limit }: Search) {
  const number = q.toUpperCase().replace(/\s/g, '')
  const branches = [
    sql`select id from support_case where account_id = any(${people}::uuid[])`,
    ...(number.startsWith('CASE')
      ? [sql`select id from support_case where number ilike ${containsPattern(number)}`]
      : []),
    ...('id' in wanted ? [sql`select id from support_case where id = ${wanted.id}::uuid`] : []),
    ...('phone' in wanted ? [sql`select id from support_case where phone = ${wanted.phone}`] : []),
    ...('name' in wanted ? [sql`select id from support_case where ${nameMatches(sql`name`, wanted.name)}`] : []),
  ]
  return sql<CaseRow>`
    select c.id as "_id", c.number, c.name, left(c.text, 200) as text, c.status, c.created_at as at
    from support_case c where c.id in (${someOf(branches)}) and ${isOpenTo(accountId)} order by c.created_at desc, c.id desc limit ${limit}`
}

/** Searches accounts, mentors, bookings, orders and cases that this admin may see; each query reads a bounded number of rows. */
export async function searchEverything(db: Db, search: Search): Promise<Found> {
  const { q, limit } = search
  const wanted = parseSearchTerm(q)
  const digits = /^(?:ms\s*-?\s*)?(\d{1,9})$/i.exec(q)?.[1]
  const people = await accountsMatching(db, wanted)
  const begins = containsPattern(q).slice(1)
  const [accounts, mentors, bookings, orders, cases] = await Promise.all([
    accountsOf(people, begins, limit).execute(db),
    mentorsOf(people, digits ? Number(digits) : null, begins, limit).execute(db),
    bookingsOf(people, wanted, limit).execute(db),
    ordersOf(people, wanted, limit).execute(db),
    casesOf(people, wanted, search).execute(db),
  ])
  const toReply = <R extends { at: Date }>(row: R) => ({ ...row, at: row.at.toISOString() })
  return {
    accounts: accounts.rows,
    mentors: mentors.rows,
    bookings: bookings.rows.map(toReply),
    orders: orders.rows.map(({ amountPaise, ...row }) => ({ ...toReply(row), amount: rupees(amountPaise) })),
    cases: cases.rows.map(toReply),
  }
}

/** The admin's name and role, and the counts shown in the menu. */
export async function adminSummary(db: Db, accountId: string) {
  const { rows } = await sql<{
    name: string
    role: 'owner' | 'operations' | 'support'
    mentors: number
    cases: number
  }>`
    select name, role, (select count(*)::int from mentor where status in ('submitted', 'in_review')) as mentors,
      (select count(*)::int from support_case c where c.status <> 'resolved' and ${isOpenTo(accountId)}) as cases
    from admin_user where account_id = ${accountId} and removed_at is null`.execute(db)
  return rows[0] ?? null
}
