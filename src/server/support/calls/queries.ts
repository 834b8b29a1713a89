import { type RawBuilder, sql } from 'kysely'
import type { CallRequest, callFilters, callSorts, OwnCall } from '#contract/support/calls.ts'
import { type CallStatus, callUndoSeconds, duplicateCallMinutes, responseHours } from '#contract/support/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { containsPattern, isAmong, type Listing, phoneMatches } from '#server/platform/listing.ts'
import { lockCalls } from '#server/platform/locks.ts'

/** `ipBlock` is set for visitors only; accounts are limited by their id. */
export type NewCall = {
  name: string
  phone: string
  accountId: string | null
  mentorId: string | null
  language: Language
  ipBlock: string | null
}

/** Requests so far, for rate limits; strangers use up nothing of an account. Locks serialise concurrent requests so that they count each other. */
export async function lockAndCountCalls(tx: Transaction, call: NewCall) {
  await lockCalls(tx, call.accountId ?? call.ipBlock, call.phone)
  const since = (time: string) => sql`created_at > now() - ${time}::interval`
  const { rows } = await sql<{ ofAccount: number; fromBlock: number; aboutPhone: number }>`
    select (select count(*)::int from call_request where account_id = ${call.accountId} and ${since('1 hour')}) as "ofAccount",
      (select count(*)::int from call_request where ip_block = ${call.ipBlock} and ${since('1 hour')}) as "fromBlock",
      (select count(*)::int from call_request where phone = ${call.phone} and ${call.accountId === null} and account_id is null
        and ${since('1 day')}) as "aboutPhone"`.execute(tx)
  const counts = rows[0]
  if (!counts) throw new Error('counting call requests returned no row')
  return counts
}

/** The caller's open request for the same mentor of the last few minutes. */
export async function findSameCall(tx: Transaction, call: NewCall): Promise<string | null> {
  const caller = call.accountId
    ? sql`account_id = ${call.accountId}`
    : sql`account_id is null and phone = ${call.phone}`
  const { rows } = await sql<{ id: string }>`
    select id from call_request where ${caller} and mentor_id is not distinct from ${call.mentorId}::uuid
      and created_at > now() - make_interval(mins => ${duplicateCallMinutes}) and status in ('new', 'assigned') limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

export async function insertCall(tx: Transaction, call: NewCall): Promise<string> {
  const { name, phone, accountId, mentorId, language, ipBlock } = call
  const { id } = await tx
    .insertInto('call_request')
    .values({ name, phone, account_id: accountId, mentor_id: mentorId, language, ip_block: ipBlock })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type CallFilter = {
  status: (typeof callFilters)[number]
  owner: string | null
  mentor: string | null
  q: string | null
}

const statusCondition = (status: CallFilter['status']): RawBuilder<unknown> => {
  if (status === 'all') return sql`true`
  return status === 'waiting' ? sql`c.status in ('new', 'assigned')` : sql`c.status = ${status}`
}

/** Ids of requests by part of a caller's or mentor's name, or by a phone or its end. */
function matchingCallIds(q: string): RawBuilder<unknown> {
  const like = containsPattern(q)
  const digits = q.replace(/[\s-]/g, '').replace(/^\+91/, '')
  const ofNames = sql`select id from call_request where name ilike ${like}
    union select c.id from family f join call_request c on c.account_id = f.account_id where f.name ilike ${like}
    union select c.id from mentor m join call_request c on c.mentor_id = m.id where m.full_name ilike ${like}`
  if (!/^\d{4,10}$/.test(digits)) return ofNames
  return sql`${ofNames} union select id from call_request where ${phoneMatches(sql`phone`, digits)} or ${phoneMatches(sql`mentor_phone`, digits)}
    union select c.id from account a join call_request c on c.account_id = a.id where ${phoneMatches(sql`a.phone`, digits)}`
}

// Best known name of the caller: as entered, of the family, of its learners, or of a family with the same phone.
const caller = sql`coalesce(nullif(c.name, ''), nullif(f.name, ''),
  (select string_agg(p.name, ', ' order by p.id) from learner p where p.family_id = f.id and p.archived_at is null),
  (select w.name from account k join family w on w.account_id = k.id where k.phone = c.phone), '')`
/** When we promise to have answered request `c`. */
export const callDueAt = sql`c.created_at + make_interval(hours => ${responseHours})`
const isHandled = sql`(c.status not in ('new', 'assigned'))`
const columns = sql`c.id as "_id", ${caller} as name, c.phone, c.created_at as "requestTime", c.mentor_phone as "mentorPhone", c.status, c.note, c.version,
  case when m.id is not null then jsonb_build_object('_id', m.id, 'fullName', m.full_name, 'phone', ma.phone) end as mentor,
  case when a.id is not null then jsonb_build_object('name', coalesce(f.name, ''), 'phone', a.phone) end as account,
  case when u.account_id is not null then jsonb_build_object('_id', u.account_id, 'name', u.name) end as owner, c.handled_at as "handledAt",
  case when not ${isHandled} then ${callDueAt} end as "dueAt"`
// A request without a mentor counts as one for the mentor whose number was stored.
const tables = sql`call_request c left join account na on c.mentor_id is null and na.phone = c.mentor_phone
  left join mentor m on m.id = c.mentor_id or m.account_id = na.id left join account ma on ma.id = m.account_id
  left join account a on a.id = c.account_id left join family f on f.account_id = a.id left join admin_user u on u.account_id = c.owner_id`

export type CallRow = Omit<CallRequest, 'requestTime' | 'handledAt' | 'dueAt'> & {
  requestTime: Date
  handledAt: Date | null
  dueAt: Date | null
}
export const toCall = ({ requestTime, handledAt, dueAt, ...rest }: CallRow): CallRequest => ({
  ...rest,
  requestTime: requestTime.toISOString(),
  handledAt: handledAt?.toISOString() ?? null,
  dueAt: dueAt?.toISOString() ?? null,
})

export type CallSort = (typeof callSorts)[number]

export async function callList(db: Db, { status, owner, mentor, q }: CallFilter): Promise<Listing<CallSort>> {
  const conditions = [
    statusCondition(status),
    ...(q === null ? [] : [await isAmong(db, sql`c.id`, matchingCallIds(q))]),
    ...(owner === null ? [] : [sql`c.owner_id = ${owner}`]),
    ...(mentor === null ? [] : [sql`c.mentor_id = ${mentor}`]),
  ]
  return {
    name: `calls ${JSON.stringify([status, owner, mentor, q])}`,
    columns,
    from: tables,
    where: sql.join(conditions, sql` and `),
    id: sql`c.id`,
    sorts: {
      date: { by: sql`c.created_at`, type: 'timestamptz' },
      name: { by: caller, type: 'text' },
      due: {
        by: sql`(extract(epoch from c.created_at) * case when ${isHandled} then -1 else 1 end)`,
        type: 'numeric',
        last: isHandled,
      },
    },
  }
}

/** Whether the outcome of request `c` was set moments ago and can still be taken back. */
const canUndo = sql`coalesce(c.handled_at > now() - make_interval(secs => ${callUndoSeconds}), false)`

/** The account's open requests and those closed in the last two days. An outcome is shown once it is final. */
export async function callsOfAccount(db: Db, accountId: string): Promise<OwnCall[]> {
  const { rows } = await sql<Omit<OwnCall, 'requestTime'> & { requestTime: Date }>`
    select c.id as "_id", c.created_at as "requestTime", case when ${canUndo} then 'assigned' else c.status end as status, case when m.id is not null then jsonb_build_object('_id', m.id, 'fullName', m.full_name) end as mentor
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
  /** The outcome was set moments ago, and the caller has not been told. */
  canUndo: boolean
}

export async function lockCall(tx: Transaction, id: string): Promise<LockedCall | null> {
  const { rows } = await sql<LockedCall>`
    select c.id, c.phone, c.account_id as "accountId", c.language, m.full_name as "mentorName", c.mentor_phone as "mentorPhone", c.status, c.note,
      c.owner_id as "ownerId", c.version, ${canUndo} as "canUndo"
    from call_request c left join mentor m on m.id = c.mentor_id where c.id = ${id} for no key update of c`.execute(tx)
  return rows[0] ?? null
}

export type CallState = Pick<LockedCall, 'mentorPhone' | 'status' | 'note' | 'ownerId'>

export const updateCall = (tx: Transaction, id: string, { mentorPhone, status, note, ownerId }: CallState) =>
  sql`update call_request set mentor_phone = ${mentorPhone}, status = ${status}, note = ${note}, owner_id = ${ownerId}, version = version + 1,
    handled_at = case when ${status} in ('connected', 'unreachable', 'closed') then coalesce(handled_at, now()) end where id = ${id}`.execute(
    tx,
  )

export async function isAdmin(tx: Transaction, accountId: string): Promise<boolean> {
  const admin = await tx
    .selectFrom('admin_user')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return admin !== undefined
}

export async function lastChange(tx: Transaction, id: string): Promise<{ by: string; at: Date } | null> {
  const { rows } = await sql<{ by: string; at: Date }>`
    select u.name as by, l.at from audit l join admin_user u on u.account_id = l.account_id
    where l.subject_kind = 'call_request' and l.subject_id = ${id} order by l.at desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Deletes old IP blocks; rate limits need them for one hour. */
export async function deleteCallAddresses(db: Db, days: number): Promise<number> {
  const { numAffectedRows } =
    await sql`update call_request set ip_block = null where ip_block is not null and created_at < now() - make_interval(days => ${days})`.execute(
      db,
    )
  return Number(numAffectedRows ?? 0)
}

/** Deletes requests of people without an account, `days` after they were handled. */
export async function deleteVisitorCalls(db: Db, days: number): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from call_request where account_id is null and handled_at < now() - make_interval(days => ${days})`.execute(
      db,
    )
  return Number(numAffectedRows ?? 0)
}
