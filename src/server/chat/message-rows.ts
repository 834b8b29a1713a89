import { type RawBuilder, sql } from 'kysely'
import { maxNewConversations } from '#contract/chat/chat-limits.ts'
import type { ChatFile } from '#contract/wire/live.ts'
import type { Db } from '#server/platform/database.ts'
import { prepared } from '#server/platform/prepared.ts'
import type { MaskedParts, MessageRow, Pair, Party } from './queries.ts'

const messageColumns = sql`t.id as "_id", t.conversation_id as conversation, t.seq, t.sender as side,
  case t.sender when 'family' then c.family_id else c.mentor_id end as sender, t.text as message, t.client_id as "clientId", t.reply_to as "replyTo",
  case when d.id is not null then jsonb_build_object('_id', d.id, 'kind', case d.kind when 'image' then 'image' else 'pdf' end,
    'name', d.file_name, 'bytes', d.bytes, 'width', d.width, 'height', d.height) end as file,
  t.sent_at as "sentAt", t.masked_text as "maskedText", t.masked_file_name as "maskedFileName", t.masking_version as "maskingVersion"`
const messages = sql`message t join conversation c on c.id = t.conversation_id left join media d on d.id = t.media_id`

/** Id of the pair's conversation, created if there is none; null if the family has opened too many today. */
export async function openConversation(db: Db, { familyId, mentorId }: Pair): Promise<string | null> {
  // A no-op update, so that `returning` also yields an existing row.
  const { rows } = await sql<{ id: string }>`
    insert into conversation (family_id, mentor_id) select ${familyId}::uuid, ${mentorId}::uuid
    where (select count(*) from conversation c where c.family_id = ${familyId} and c.created_at > now() - interval '1 day'
        and not exists (select from booking b where b.family_id = c.family_id and b.mentor_id = c.mentor_id)) < ${maxNewConversations}
      or exists (select from booking where family_id = ${familyId} and mentor_id = ${mentorId})
    on conflict on constraint conversation_once do update set last_seq = conversation.last_seq returning id`.execute(db)
  return rows[0]?.id ?? null
}

export type NewMessage = {
  conversationId: string
  clientId: string
  text: string
  replyTo: number | null
  /** Already attached. */
  media: ChatFile | null
} & MaskedParts

/**
 * Inserts a message with the next sequence number, or returns the one with the same `clientId`. One statement, so it needs no
 * transaction. Null if either side muted the conversation. Of two concurrent inserts the later one fails with
 * `message_client_once`; its retry finds the message.
 */
export async function writeMessage(
  db: Db,
  { side, id }: Party,
  { conversationId, clientId, text, replyTo, media, ...masked }: NewMessage,
): Promise<(MessageRow & { isNew: boolean }) | null> {
  const { rows } = await sql<{
    _id: string
    seq: number
    replyTo: number | null
    sentAt: Date
    isNew: boolean
  }>`${prepared}
    with known as (
      select id, seq, reply_to, sent_at from message
      where conversation_id = ${conversationId} and sender = ${side} and client_id = ${clientId}),
    numbered as (
      update conversation set last_seq = last_seq + 1, last_at = clock_timestamp()
      where id = ${conversationId} and not exists (select from known) and family_blocked_at is null and mentor_blocked_at is null
      returning last_seq),
    written as (
      insert into message (conversation_id, seq, sender, client_id, text, reply_to, media_id, masked_text, masked_file_name, masking_version)
      select ${conversationId}, last_seq, ${side}, ${clientId}, ${text},
        case when ${replyTo}::int < last_seq then ${replyTo}::int end, ${media?._id ?? null}::uuid,
        ${masked.maskedText}, ${masked.maskedFileName}, ${masked.maskingVersion} from numbered
      returning id, seq, reply_to, sent_at)
    select id as "_id", seq, reply_to as "replyTo", sent_at as "sentAt", "isNew" from (
      select *, false as "isNew" from known union all select *, true from written) m`.execute(db)
  const [row] = rows
  if (!row) return null
  if (row.isNew)
    return { ...row, conversation: conversationId, sender: id, side, message: text, clientId, file: media, ...masked }
  // On a retry the stored message wins over the new input.
  const [first] = await messageRows(db, conversationId, { from: row.seq, until: row.seq })
  if (!first) throw new Error('stored message not found')
  return { ...first, isNew: false }
}

/** Messages of a conversation by sequence number, inclusive, oldest first. */
export async function messageRows(
  db: Db,
  conversationId: string,
  { from, until }: { from: number; until: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from ${messages}
    where t.conversation_id = ${conversationId} and t.seq between ${from} and ${until} order by t.seq`.execute(db)
  return rows
}

export async function messagesAt(db: Db, conversationId: string, seqs: number[]): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from ${messages}
    where t.conversation_id = ${conversationId} and t.seq = any(${seqs}::int[]) order by t.seq`.execute(db)
  return rows
}

/** A message text with the sequence number of the sender's previous message; null if out of range. */
export type TextRow = { conversation: string; sender: string; seq: number; previous: number | null; text: string }

/** Texts of these messages and of the sender's `reach` messages before and after each, in order. */
export async function textsAround(db: Db, of: readonly MessageRow[], reach: number): Promise<TextRow[]> {
  const wanted = of.map(({ conversation, seq, side }) => ({ conversation, seq, sender: side }))
  const theirs = sql`message t where t.conversation_id = w.conversation and t.sender = w.sender`
  const { rows } = await sql<TextRow>`${prepared}
    with around as (
      select w.conversation, w.sender, x.seq, x.text, lag(x.seq) over (partition by w.conversation, w.seq order by x.seq) as previous
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(conversation uuid, seq int, sender text) cross join lateral (
        (select t.seq, t.text from ${theirs} and t.seq <= w.seq order by t.seq desc limit ${reach + 1})
        union all (select t.seq, t.text from ${theirs} and t.seq > w.seq order by t.seq limit ${reach})) x)
    select conversation, sender, seq, max(previous) as previous, text
    from around group by conversation, sender, seq, text order by conversation, sender, seq`.execute(db)
  return rows
}

type MaskedMessage = MaskedParts & { conversation: string; seq: number }

/** Stores masked texts computed with the current rules. `onlyStale` leaves messages that another process masked meanwhile. */
export async function storeMasked(db: Db, masked: readonly MaskedMessage[], onlyStale: boolean): Promise<void> {
  await sql`update message t set masked_text = m."maskedText", masked_file_name = m."maskedFileName", masking_version = m."maskingVersion"
    from jsonb_to_recordset(${JSON.stringify(masked)}::jsonb)
      as m(conversation uuid, seq int, "maskedText" text, "maskedFileName" text, "maskingVersion" smallint)
    where t.conversation_id = m.conversation and t.seq = m.seq and not (${onlyStale} and t.masking_version = m."maskingVersion")`.execute(
    db,
  )
}

export async function lastMessages(db: Db, conversationIds: string[]): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from ${messages}
    where t.conversation_id = any(${conversationIds}::uuid[]) and t.seq = c.last_seq`.execute(db)
  return rows
}

/** Messages whose stored text contains this, below a sequence number, newest first. */
export async function messagesContaining(db: Db, conversationId: string, text: string, before: number, limit: number) {
  const plain = (one: RawBuilder<unknown>) => sql`normalize(lower(${one}))`
  const { rows } = await sql<MessageRow>`select ${messageColumns} from ${messages}
    where t.conversation_id = ${conversationId} and t.seq < ${before} and position(${plain(sql`${text}::text`)} in ${plain(sql`t.text`)}) > 0
    order by t.seq desc limit ${limit}`.execute(db)
  return rows
}

/** Whether a file belongs to a conversation of this side. */
export async function isFileOf(db: Db, { side, id }: Party, mediaId: string): Promise<boolean> {
  const { rows } = await sql`select from message t join conversation c on c.id = t.conversation_id
    join media d on d.id = t.media_id and d.deleted_at is null
    where t.media_id = ${mediaId} and ${sql.ref(`c.${side}_id`)} = ${id}`.execute(db)
  return rows.length > 0
}
