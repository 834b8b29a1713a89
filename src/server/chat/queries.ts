import { type RawBuilder, sql } from 'kysely'
import { heartbeatSeconds } from '#contract/chat/chat-limits.ts'
import type { ChatFile, Side } from '#contract/wire/live.ts'
import { firstName } from '#contract/wire/names.ts'
import { maskPlainContacts } from '#server/platform/contacts/masking.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { prepared } from '#server/platform/prepared.ts'
import { isEnabled } from '#server/settings/settings/settings.ts'

/** A family or a mentor. */
export type Party = { side: Side; id: string }
export const otherSide = (side: Side): Side => (side === 'family' ? 'mentor' : 'family')

/** Both parties with their conversation, if any. `canWrite`: the mentor is verified; `isOpen`: the chat feature is on. */
export type Pair = {
  familyId: string
  mentorId: string
  conversationId: string | null
  canWrite: boolean
  isOpen: boolean
  isMasked: boolean
}

export type ConversationRow = {
  _id: string
  familyId: string
  mentorId: string
  other: { _id: string; side: Side; name: string | null; photo: string | null; slug: string | null }
  lastSeq: number
  lastAt: Date
  unread: number
  mine: { delivered: number; read: number }
  theirs: { delivered: number; read: number }
  isMasked: boolean
  isBlockedByMe: boolean
  isEnded: boolean
  isOnline: boolean
  students: string[]
}

export const toConversation = (row: ConversationRow) => ({ ...row, lastAt: row.lastAt.toISOString() })

/** What is shown instead of text and file name before a booking; null where nothing is masked. */
export type MaskedParts = { maskedText: string | null; maskedFileName: string | null; maskingVersion: number }

export type MessageRow = MaskedParts & {
  _id: string
  conversation: string
  seq: number
  sender: string
  side: Side
  message: string
  clientId: string
  replyTo: number | null
  file: ChatFile | null
  sentAt: Date
}

/** Whether family and mentor have written to each other or have a booking. */
const isAcquainted = sql<boolean>`(c.id is not null or exists (select from booking b where b.family_id = f.id and b.mentor_id = m.id))`

/** Contact details are masked without a paid booking that is no demo; one that is cancelled or refunded does not count. */
const isMasked = sql<boolean>`not exists (select from booking b where b.family_id = f.id and b.mentor_id = m.id and b.plan <> 'demo'
  and b.status <> 'cancelled' and b.refunded_paise < b.price_paise)`

const isId = (name: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(name)
const isSlug = (name: string) => /^[a-z\d-]+$/.test(name)
const isPhone = (name: string) => /^[6-9]\d{9}$/.test(name)

/** Id of the other party that `name` refers to. */
function otherPartyId(me: Party, name: string): RawBuilder<string | null> {
  const table = sql.table(otherSide(me.side))
  const mine = sql.ref(`${me.side}_id`)
  const theirs = sql.ref(`${otherSide(me.side)}_id`)
  if (isId(name))
    return sql`coalesce((select id from ${table} where id = ${name}), (select ${theirs} from conversation where id = ${name} and ${mine} = ${me.id}))`
  if (isPhone(name))
    return sql`(select o.id from ${table} o join account a on a.id = o.account_id where a.phone = ${name})`
  return me.side === 'family' && isSlug(name) ? sql`(select id from mentor where slug = ${name})` : sql`null`
}

/**
 * The viewer's pair with `name`: an id, a slug or a phone of the other party, or the id of their conversation. Families can reach
 * every listed mentor; otherwise, and always by phone, both must be acquainted, so that nobody can look up whose number it is.
 */
export async function findPair(db: Db, me: Party, name: string): Promise<Pair | null> {
  const other = otherPartyId(me, name)
  const [familyId, mentorId] = me.side === 'family' ? [sql`${me.id}`, other] : [other, sql`${me.id}`]
  const isPublicLookup = me.side === 'family' && !isPhone(name)
  const isReachable = isPublicLookup ? sql`(m.is_listed or ${isAcquainted})` : isAcquainted
  const { rows } = await sql<Pair>`${prepared}
    select f.id as "familyId", m.id as "mentorId", c.id as "conversationId", m.status = 'verified' as "canWrite",
      ${isEnabled('chat')} as "isOpen", ${isMasked} as "isMasked"
    from family f cross join mentor m left join conversation c on c.family_id = f.id and c.mentor_id = m.id
    where f.id = ${familyId}::uuid and m.id = ${mentorId}::uuid and f.account_id <> m.account_id and ${isReachable}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Whether this party has a window open on any live process. */
export const isOnline = (partyId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from presence p where p.party_id = ${partyId} and p.beat_at > now() - make_interval(secs => ${heartbeatSeconds * 1.5}))`

/** First name shown to mentors; null if it looks like contact details, because families can enter anything. */
export function familyName(name: string | null): string | null {
  const first = name ? firstName(name) : ''
  return first === '' || maskPlainContacts(first).isMasked || /\p{Nd}{4}/u.test(first) ? null : first
}

type Named = Pick<ConversationRow, 'other'> & Partial<Pick<ConversationRow, 'students'>>

/** Mentors see first names only, of the family and of its children. */
const withDisplayNames = <T extends Named>(row: T): T => {
  const { other, students } = row
  if (other.side !== 'family') return row
  const shown = students?.map(familyName).filter((name) => name !== null)
  return { ...row, other: { ...other, name: familyName(other.name) }, ...(shown && { students: [...new Set(shown)] }) }
}

/** The other party, as this side may see it. */
const otherPartyColumn = (side: Side) =>
  side === 'family'
    ? sql`jsonb_build_object('_id', m.id, 'side', 'mentor', 'name', m.full_name, 'photo', m.photo,
        'slug', case when m.is_listed then m.slug end)`
    : sql`jsonb_build_object('_id', f.id, 'side', 'family', 'name', f.name, 'photo', null, 'slug', null)`

const taught = sql`booking b join learner l on l.id = b.learner_id
  where b.family_id = f.id and b.mentor_id = m.id and b.status <> 'cancelled' and l.name is not null`
/**
 * Names of the children in bookings of `f` with `m`: for a family that has several, and for mentors as their bookings name
 * them. `withDisplayNames` shortens them for mentors.
 */
const students: Record<Side, RawBuilder<unknown>> = {
  family: sql`array(select distinct l.name from ${taught}
    and 1 < (select count(*) from learner o where o.family_id = f.id and o.archived_at is null) order by 1)`,
  mentor: sql`array(select distinct coalesce(b.student_name, l.name) from ${taught} order by 1)`,
}

/** Conversation `c` with its family `f` and mentor `m`, as one side sees it. */
const conversationColumns = (side: Side) => {
  const mine = side
  const theirs = otherSide(side)
  const of = (who: Side, what: string) => sql.ref(`c.${who}_${what}`)
  return sql`c.id as "_id", c.family_id as "familyId", c.mentor_id as "mentorId", ${otherPartyColumn(side)} as other, c.last_seq as "lastSeq", c.last_at as "lastAt",
    (select count(*)::int from message u where u.conversation_id = c.id and u.seq > ${of(mine, 'read')} and u.sender = ${theirs}) as unread,
    jsonb_build_object('delivered', ${of(mine, 'delivered')}, 'read', ${of(mine, 'read')}) as mine,
    jsonb_build_object('delivered', ${of(theirs, 'delivered')}, 'read', ${of(theirs, 'read')}) as theirs,
    ${isMasked} as "isMasked",
    ${of(mine, 'blocked_at')} is not null as "isBlockedByMe",
    c.family_blocked_at is not null or c.mentor_blocked_at is not null or m.status <> 'verified' as "isEnded",
    c.family_blocked_at is null and c.mentor_blocked_at is null and ${isOnline(of(theirs, 'id'))} as "isOnline", ${students[side]} as students`
}
const parties = sql`join family f on f.id = c.family_id join mentor m on m.id = c.mentor_id`

export async function conversationOf(db: Db, me: Party, id: string): Promise<ConversationRow | null> {
  const { rows } = await sql<ConversationRow>`select ${conversationColumns(me.side)} from conversation c ${parties}
    where c.id = ${id} and ${sql.ref(`c.${me.side}_id`)} = ${me.id}`.execute(db)
  return rows[0] ? withDisplayNames(rows[0]) : null
}

const maxPartnersNotified = 50

/** Online partners of the last 30 days, who are notified of this side's presence. */
export async function onlinePartners(db: Db, { side, id }: Party) {
  const other = sql.ref(`c.${otherSide(side)}_id`)
  const { rows } = await sql<{ conversation: string; otherId: string }>`
    select c.id as conversation, ${other} as "otherId" from conversation c
    where ${sql.ref(`c.${side}_id`)} = ${id} and c.last_at > now() - interval '30 days' and ${isOnline(other)}
      and c.family_blocked_at is null and c.mentor_blocked_at is null
    order by c.last_at desc limit ${maxPartnersNotified}`.execute(db)
  return rows
}

/** The other party of a pair without a conversation. */
export async function otherOfPair(db: Db, side: Side, { familyId, mentorId }: Pair): Promise<ConversationRow['other']> {
  const { rows } = await sql<{
    other: ConversationRow['other']
  }>`select ${otherPartyColumn(side)} as other from family f cross join mentor m
    where f.id = ${familyId} and m.id = ${mentorId}`.execute(db)
  if (!rows[0]) throw new Error('pair not found')
  return withDisplayNames(rows[0]).other
}

export type InboxCursor = { lastAt: string; id: string }

/** One page of conversations with messages, latest first. */
export async function inboxRows(db: Db, me: Party, limit: number, after: InboxCursor | null) {
  const isOwn = sql`${sql.ref(`c.${me.side}_id`)} = ${me.id} and c.last_seq > 0`
  const { rows } = await sql<ConversationRow & { sortKey: string }>`
    select ${conversationColumns(me.side)}, c.last_at::text as "sortKey" from conversation c ${parties}
    where ${isOwn} ${after ? sql`and (c.last_at, c.id) < (${after.lastAt}::timestamptz, ${after.id}::uuid)` : sql``}
    order by c.last_at desc, c.id desc limit ${limit}`.execute(db)
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::int as total from conversation c where ${isOwn}`.execute(db)
  return { rows: rows.map(withDisplayNames), total: counted[0]?.total ?? 0 }
}

/** Unread messages of this side in all conversations, as a value of a statement. */
export const unreadMessages = ({ side, id }: Party) => sql<number>`(
  select count(*)::int from conversation c join message u on u.conversation_id = c.id
  where ${sql.ref(`c.${side}_id`)} = ${id} and c.last_seq > ${sql.ref(`c.${side}_read`)}
    and u.seq > ${sql.ref(`c.${side}_read`)} and u.sender = ${otherSide(side)})`

export async function unreadCount(db: Db, me: Party): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select ${unreadMessages(me)} as unread`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Advances the marks of one side; never moves them back. @returns null if nothing changed */
export async function moveMarks(
  db: Db,
  { side, id }: Party,
  conversationId: string,
  to: { delivered: number; read: number },
) {
  const delivered = sql.ref(`${side}_delivered`)
  const read = sql.ref(`${side}_read`)
  const { rows } = await sql<{ familyId: string; mentorId: string; delivered: number; read: number }>`
    update conversation set ${delivered} = greatest(${delivered}, least(greatest(${to.delivered}::int, ${to.read}), last_seq)),
      ${read} = greatest(${read}, least(${to.read}, last_seq))
    where id = ${conversationId} and ${sql.ref(`${side}_id`)} = ${id}
      and (${delivered} < least(greatest(${to.delivered}::int, ${to.read}), last_seq) or ${read} < least(${to.read}, last_seq))
    returning family_id as "familyId", mentor_id as "mentorId", ${delivered} as delivered, ${read} as read`.execute(db)
  return rows[0] ?? null
}

/** Marks everything written to this side as delivered. @returns the marks that changed */
export async function moveAllDelivered(db: Db, { side, id }: Party) {
  const delivered = sql.ref(`${side}_delivered`)
  const read = sql.ref(`${side}_read`)
  const { rows } = await sql<{
    conversation: string
    familyId: string
    mentorId: string
    delivered: number
    read: number
  }>`
    update conversation set ${delivered} = last_seq where ${sql.ref(`${side}_id`)} = ${id} and ${delivered} < last_seq
    returning id as conversation, family_id as "familyId", mentor_id as "mentorId", ${delivered} as delivered, ${read} as read`.execute(
    db,
  )
  return rows
}

/** Mutes or unmutes for this side. @returns whether that changed something; null if the conversation belongs to others */
export async function setBlocked(tx: Transaction, { side, id }: Party, conversationId: string, blocked: boolean) {
  const at = sql.ref(`${side}_blocked_at`)
  const { rows } = await sql<{ wasBlocked: boolean }>`
    with old as (select id, ${at} is not null as blocked from conversation
      where id = ${conversationId} and ${sql.ref(`${side}_id`)} = ${id} for no key update)
    update conversation c set ${at} = case when ${blocked} then coalesce(${sql.ref(`c.${side}_blocked_at`)}, now()) end
    from old where c.id = old.id returning old.blocked as "wasBlocked"`.execute(tx)
  return rows[0] ? rows[0].wasBlocked !== blocked : null
}
