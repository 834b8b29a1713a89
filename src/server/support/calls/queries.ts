import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CallRequest, callFilters, callSorts, OwnCall } from '#contract/support/calls.ts'
import { type CallStatus, duplicateCallMinutes } from '#contract/support/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Transaction } from '#server/platform/database.ts'
import { containing, isAmong, type Listing } from '#server/platform/listing.ts'
import { lockCalls } from '#server/platform/locks.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>

/** `ipBlock` of visitors only: people with an account are counted by it. */
export type NewCall = {
  name: string
  phone: string
  accountId: string | null
  mentorId: string | null
  language: Language
  ipBlock: string | null
}

/** Requests so far, for the limits; taken under locks so that requests at the same time see each other. */
export async function lockAndCountCalls(tx: Transaction, one: NewCall) {
  await lockCalls(tx, one.accountId ?? one.ipBlock, one.phone)
  const since = (time: string) => sql`created_at > now() - ${time}::interval`
  const { rows } = await sql<{ ofAccount: number; fromBlock: number; aboutPhone: number }>`
    select (select count(*)::int from call_request where account_id = ${one.accountId} and ${since('1 hour')}) as "ofAccount",
      (select count(*)::int from call_request where ip_block = ${one.ipBlock} and ${since('1 hour')}) as "fromBlock",
      (select count(*)::int from call_request where phone = ${one.phone} and ${since('1 day')}) as "aboutPhone"`.execute(
    tx,
  )
  const counted = rows[0]
  if (!counted) throw new Error('counting call requests gave no row')
  return counted
}

/** The same caller's request for the same mentor of a moment ago, which waits still. */
export async function findSameCall(tx: Transaction, one: NewCall): Promise<string | null> {
  const caller = one.accountId ? sql`account_id = ${one.accountId}` : sql`account_id is null and phone = ${one.phone}`
  const { rows } = await sql<{ id: string }>`
    select id from call_request where ${caller} and mentor_id is not distinct from ${one.mentorId}::uuid
      and created_at > now() - make_interval(mins => ${duplicateCallMinutes}) and status in ('new', 'assigned') limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

export async function insertCall(tx: Transaction, one: NewCall): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into call_request (name, phone, account_id, mentor_id, language, ip_block)
    values (${one.name}, ${one.phone}, ${one.accountId}, ${one.mentorId}, ${one.language}, ${one.ipBlock}) returning id`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('a call request gave no row')
  return rows[0].id
}

/** The mentor somebody may ask for: one that is listed, or one this family has booked. */
export async function bookedMentorId(db: Db, familyId: string, mentorId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select mentor_id as id from booking where family_id = ${familyId} and mentor_id = ${mentorId} limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export type Filter = {
  status: (typeof callFilters)[number]
  owner: string | null
  mentor: string | null
  q: string | null
}

const statusIs = (status: Filter['status']): RawBuilder<unknown> => {
  if (status === 'all') return sql`true`
  return status === 'waiting' ? sql`c.status in ('new', 'assigned')` : sql`c.status = ${status}`
}

/** Ids of the requests somebody means: a part of a name, of whom they call or who calls, or of a phone. */
function callsMeant(q: string): RawBuilder<unknown> {
  const like = containing(q)
  const digits = q.replace(/[\s-]/g, '').replace(/^\+91/, '')
  const ofNames = sql`select id from call_request where name ilike ${like}
    union select c.id from family f join call_request c on c.account_id = f.account_id where f.name ilike ${like}
    union select c.id from mentor m join call_request c on c.mentor_id = m.id where m.full_name ilike ${like}`
  if (!/^\d{4,10}$/.test(digits)) return ofNames
  const part = containing(digits)
  return sql`${ofNames} union select id from call_request where phone like ${part} or mentor_phone like ${part}
    union select c.id from account a join call_request c on c.account_id = a.id where a.phone like ${part}`
}

// Who calls, as far as we know: as the caller said it, the account's family, its learners, or a family with that number.
const caller = sql`coalesce(nullif(c.name, ''), nullif(f.name, ''),
  (select string_agg(p.name, ', ' order by p.id) from learner p where p.family_id = f.id and p.archived_at is null),
  (select w.name from account k join family w on w.account_id = k.id where k.phone = c.phone), '')`
const columns = sql`c.id as "_id", ${caller} as name, c.phone, c.created_at as "requestTime", c.mentor_phone as "mentorPhone", c.status, c.note, c.version,
  case when m.id is not null then jsonb_build_object('_id', m.id, 'fullName', m.full_name, 'phone', ma.phone) end as mentor,
  case when a.id is not null then jsonb_build_object('name', coalesce(f.name, ''), 'phone', a.phone) end as account,
  case when u.account_id is not null then jsonb_build_object('_id', u.account_id, 'name', u.name) end as owner, c.handled_at as "handledAt"`
// A request about no mentor is about the one whose number was stored to connect it.
const tables = sql`call_request c left join account na on c.mentor_id is null and na.phone = c.mentor_phone
  left join mentor m on m.id = c.mentor_id or m.account_id = na.id left join account ma on ma.id = m.account_id
  left join account a on a.id = c.account_id left join family f on f.account_id = a.id left join admin_user u on u.account_id = c.owner_id`

export type CallRow = Omit<CallRequest, 'requestTime' | 'handledAt'> & { requestTime: Date; handledAt: Date | null }
export const toCall = ({ requestTime, handledAt, ...rest }: CallRow): CallRequest => ({
  ...rest,
  requestTime: requestTime.toISOString(),
  handledAt: handledAt?.toISOString() ?? null,
})

export type By = (typeof callSorts)[number]

/** Requests as they are filtered. */
export async function callList(db: Db, { status, owner, mentor, q }: Filter): Promise<Listing<By>> {
  const conditions = [
    statusIs(status),
    ...(q === null ? [] : [await isAmong(db, sql`c.id`, callsMeant(q))]),
    ...(owner === null ? [] : [sql`c.owner_id = ${owner}`]),
    ...(mentor === null ? [] : [sql`c.mentor_id = ${mentor}`]),
  ]
  return {
    name: `calls ${JSON.stringify([status, owner, mentor, q])}`,
    columns,
    from: tables,
    where: sql.join(conditions, sql` and `),
    id: sql`c.id`,
    sorts: { date: { by: sql`c.created_at`, type: 'timestamptz' }, name: { by: caller, type: 'text' } },
  }
}

/** What one account asked for: what waits, and what ended lately. */
export async function callsOf(db: Db, accountId: string): Promise<OwnCall[]> {
  const { rows } = await sql<Omit<OwnCall, 'requestTime'> & { requestTime: Date }>`
    select c.id as "_id", c.created_at as "requestTime", c.status, case when m.id is not null then jsonb_build_object('_id', m.id, 'fullName', m.full_name) end as mentor
    from call_request c left join mentor m on m.id = c.mentor_id
    where c.account_id = ${accountId} and (c.status in ('new', 'assigned') or c.handled_at > now() - interval '2 days')
    order by c.id desc limit 20`.execute(db)
  return rows.map((row) => ({ ...row, requestTime: row.requestTime.toISOString() }))
}

export async function readCall(db: Db, id: string): Promise<CallRequest | null> {
  const { rows } = await sql<CallRow>`select ${columns} from ${tables} where c.id = ${id}`.execute(db)
  return rows[0] ? toCall(rows[0]) : null
}

export type LockedCall = {
  id: string
  phone: string
  accountId: string | null
  language: Language
  mentorName: string | null
  mentorPhone: string | null
  status: CallStatus
  note: string
  ownerId: string | null
  version: number
}

export async function lockCall(tx: Transaction, id: string): Promise<LockedCall | null> {
  const { rows } = await sql<LockedCall>`
    select c.id, c.phone, c.account_id as "accountId", c.language, m.full_name as "mentorName", c.mentor_phone as "mentorPhone", c.status, c.note,
      c.owner_id as "ownerId", c.version
    from call_request c left join mentor m on m.id = c.mentor_id where c.id = ${id} for no key update of c`.execute(tx)
  return rows[0] ?? null
}

export type CallState = Pick<LockedCall, 'mentorPhone' | 'status' | 'note' | 'ownerId'>

export const writeCall = (tx: Transaction, id: string, { mentorPhone, status, note, ownerId }: CallState) =>
  sql`update call_request set mentor_phone = ${mentorPhone}, status = ${status}, note = ${note}, owner_id = ${ownerId}, version = version + 1,
    handled_at = case when ${status} in ('connected', 'unreachable', 'closed') then coalesce(handled_at, now()) end where id = ${id}`.execute(
    tx,
  )

export async function isAdmin(tx: Transaction, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from admin_user where account_id = ${accountId} and removed_at is null`.execute(tx)
  return rows.length > 0
}

/** Who changed a request last, and when. */
export async function lastChange(tx: Transaction, id: string): Promise<{ by: string; at: Date } | null> {
  const { rows } = await sql<{ by: string; at: Date }>`
    select u.name as by, l.at from audit l join admin_user u on u.account_id = l.account_id
    where l.subject_kind = 'call_request' and l.subject_id = ${id} order by l.at desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Deletes address blocks, which are needed for the limits of an hour only. */
export const forgetCallAddresses = (db: Kysely<DB>) =>
  sql`update call_request set ip_block = null where ip_block is not null and created_at < now() - interval '2 days'`.execute(
    db,
  )
