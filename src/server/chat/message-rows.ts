import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/platform/schema.ts'
import type { MessageRow, Pair, Party } from './queries.ts'

type Db = Kysely<DB>

const messageColumns = sql`t.id as "_id", t.conversation_id as conversation, t.seq, t.sender as side,
  case t.sender when 'family' then c.family_id else c.mentor_id end as sender, t.text as message, t.client_id as "clientId", t.reply_to as "replyTo",
  case when d.id is not null then jsonb_build_object('_id', d.id, 'kind', case d.kind when 'image' then 'image' else 'pdf' end,
    'name', d.file_name, 'bytes', d.bytes, 'width', d.width, 'height', d.height) end as file,
  t.sent_at as "sentAt"`
const messages = sql`message t join conversation c on c.id = t.conversation_id left join media d on d.id = t.media_id`

/** The conversation of a pair, made when there is none yet. */
export async function openConversation(tx: Db, { familyId, mentorId }: Pair): Promise<string> {
  await sql`insert into conversation (family_id, mentor_id) values (${familyId}, ${mentorId})
    on conflict on constraint conversation_once do nothing`.execute(tx)
  const { rows } = await sql<{
    id: string
  }>`select id from conversation where family_id = ${familyId} and mentor_id = ${mentorId}`.execute(tx)
  if (!rows[0]) throw new Error('a conversation was not made')
  return rows[0].id
}

export type NewMessage = {
  conversationId: string
  clientId: string
  text: string
  replyTo: number | null
  mediaId: string | null
}

/**
 * Writes a message under the next number of its conversation, or answers the one this device sent before. Null when a
 * side wants no messages. Two tries of the same message at once: the later one fails by `message_client_once`, and finds it when asked again.
 */
export async function writeMessage(
  tx: Db,
  { side }: Party,
  one: NewMessage,
): Promise<(MessageRow & { isNew: boolean }) | null> {
  const { rows } = await sql<{ seq: number; isNew: boolean }>`
    with known as (
      select seq from message where conversation_id = ${one.conversationId} and sender = ${side} and client_id = ${one.clientId}),
    placed as (
      update conversation set last_seq = last_seq + 1, last_at = clock_timestamp()
      where id = ${one.conversationId} and not exists (select from known) and family_blocked_at is null and mentor_blocked_at is null
      returning last_seq),
    written as (
      insert into message (conversation_id, seq, sender, client_id, text, reply_to, media_id)
      select ${one.conversationId}, last_seq, ${side}, ${one.clientId}, ${one.text},
        case when ${one.replyTo}::int < last_seq then ${one.replyTo}::int end, ${one.mediaId}::uuid from placed
      returning seq)
    select seq, false as "isNew" from known union all select seq, true from written`.execute(tx)
  const [row] = rows
  if (!row) return null
  const [message] = await messageRows(tx, one.conversationId, { from: row.seq, until: row.seq })
  if (!message) throw new Error('a message that was written is not there')
  return { ...message, isNew: row.isNew }
}

/** Messages of a conversation by number, both ends included, oldest first. */
export async function messageRows(
  db: Db,
  conversationId: string,
  { from, until }: { from: number; until: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from ${messages}
    where t.conversation_id = ${conversationId} and t.seq between ${from} and ${until} order by t.seq`.execute(db)
  return rows
}

/** The last message of each conversation. */
export async function lastMessages(db: Db, conversationIds: string[]): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from ${messages}
    where t.conversation_id = any(${conversationIds}::uuid[]) and t.seq = c.last_seq`.execute(db)
  return rows
}
