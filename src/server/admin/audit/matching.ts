import { type RawBuilder, sql } from 'kysely'
import { auditKinds } from '#contract/admin/audit-details.ts'
import { accountsMatching } from '#server/admin/search/search.ts'
import type { Db } from '#server/platform/database.ts'
import { containsPattern, maxExactCount } from '#server/platform/listing.ts'
import { parseSearchTerm } from '#server/platform/search-term.ts'

/** Newest records of each kind that are searched for one person. */
const maxNewest = 20

/** Audit subjects of an order: its booking, refunds and disputes. */
const orderThings = (order: string) => [
  sql`select 'booking', b.id::text from payment_order o join booking b on b.order_id = o.id where o.number = ${order}`,
  sql`select 'refund', r.id::text from payment_order o join refund r on r.order_id = o.id where o.number = ${order}`,
  sql`select 'dispute', d.id::text from payment_order o join booking b on b.order_id = o.id join lesson l on l.booking_id = b.id
    join dispute d on d.lesson_id = l.id where o.number = ${order}`,
]

/** Audit subjects of people: their accounts and mentor profiles, and their newest records. */
function peopleThings(people: string[]) {
  const each = (kind: string, newest: RawBuilder<unknown>) =>
    sql`select ${kind}, newest.id::text from unnest(${people}::uuid[]) as person(id) cross join lateral (${newest} limit ${maxNewest}) newest`
  const ofSide = (side: 'family' | 'mentor') =>
    sql`select b.id from ${sql.table(side)} s join booking b on ${sql.ref(`b.${side}_id`)} = s.id where s.account_id = person.id order by b.id desc`
  return [
    sql`select 'account', unnest(${people}::uuid[])::text`,
    sql`select 'mentor', id::text from mentor where account_id = any(${people}::uuid[])`,
    each('booking', ofSide('family')),
    each('booking', ofSide('mentor')),
    each('case', sql`select id from support_case where account_id = person.id`),
    each('call_request', sql`select id from call_request where account_id = person.id order by id desc`),
    each('media', sql`select id from media where account_id = person.id`),
    each(
      'refund',
      sql`select r.id from family f join payment_order o on o.family_id = f.id join refund r on r.order_id = o.id where f.account_id = person.id`,
    ),
  ]
}

/**
 * The condition under which entry `l` matches a query: a subject id, a person's name or phone, or the number of a case,
 * order or mentor. Every match uses the index on subjects.
 */
export async function entriesMatching(db: Db, q: string): Promise<RawBuilder<unknown>> {
  const wanted = parseSearchTerm(q)
  const people = await accountsMatching(db, wanted)
  const mentor = /^(?:ms\s*-?\s*)(\d{1,9})$/i.exec(q)?.[1]
  const hasCase = /^case\s*-?\s*\d/i.test(q)
  const order = 'order' in wanted ? wanted.order : null
  const things: RawBuilder<unknown>[] = [
    sql`select unnest(${[...auditKinds]}::text[]) as kind, ${q}::text as subject`,
    ...(mentor ? [sql`select 'mentor', id::text from mentor where number = ${Number(mentor)}::int`] : []),
    ...(hasCase
      ? [
          sql`(select 'case', id::text from support_case where number ilike ${containsPattern(q.replace(/\s+/g, ''))} limit ${maxNewest})`,
        ]
      : []),
    ...(order ? orderThings(order) : []),
    ...(people.length > 0 ? peopleThings(people) : []),
  ]
  const { rows } = await sql<{ kind: string; subject: string }>`${sql.join(things, sql` union `)}`.execute(db)
  const kinds = rows.map(({ kind }) => kind)
  const subjects = rows.map(({ subject }) => subject)
  const meant = sql`unnest(${kinds}::text[], ${subjects}::text[]) as meant(kind, subject)`
  // `offset 0` forces one index lookup per subject, whatever the planner estimates.
  const few = await sql<{ id: string }>`
    select entry.id from ${meant} cross join lateral (
      select id from audit where subject_kind = meant.kind and subject_id = meant.subject offset 0) entry
    limit ${maxExactCount + 1}`.execute(db)
  if (few.rows.length <= maxExactCount) return sql`l.id = any(${few.rows.map(({ id }) => id)}::uuid[])`
  // With this many matches, scanning the log from the newest entry soon fills a page.
  return sql`(l.subject_kind, l.subject_id) in (select kind, subject from ${meant})`
}
