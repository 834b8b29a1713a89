import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type * as contract from '#contract/chat/chat.ts'
import { maxMessageLength, maxSearchHits } from '#contract/chat/chat-limits.ts'
import type { ChatFile, ChatMessage, Room } from '#contract/wire/live.ts'
import { constraintOf, type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { notifyLive, type Realtime } from '#server/platform/realtime.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { type AttachedMedia, attach } from '#server/reference/media/media.ts'
import { assertEnabled, readSetting } from '#server/settings/settings/settings.ts'
import { maskCompletedNumber, maskedParts, toReadable } from './masked-messages.ts'
import { mayBePart } from './masking-across.ts'
import * as messages from './message-rows.ts'
import * as rows from './queries.ts'

export { personalChats } from './personal.ts'

type ChatContext = { db: Db; realtime: Realtime }

/** Side and id of a viewer; null for admins and for mentors without an application. */
export function partyOrNull({ userType, familyId, mentorId }: Viewer): rows.Party | null {
  if (userType === 'student' && familyId) return { side: 'family', id: familyId }
  if (userType === 'mentor' && mentorId) return { side: 'mentor', id: mentorId }
  return null
}

/** Side and id of a viewer. Throws `not-allowed` for whoever has none. */
export function partyOf(viewer: Viewer): rows.Party {
  const party = partyOrNull(viewer)
  if (!party) throw new AppError('not-allowed')
  return party
}

/** Unread messages of a viewer, as a value of a statement; 0 for whoever cannot chat. */
export function unreadMessagesOf(viewer: Viewer) {
  const party = partyOrNull(viewer)
  return party ? rows.unreadMessages(party) : sql<number>`0`
}

export const bothRooms = ({ familyId, mentorId }: Pick<rows.Pair, 'familyId' | 'mentorId'>): Room[] => [
  `family:${familyId}`,
  `mentor:${mentorId}`,
]

/** Room of the windows that sent `register`, as the specification's client does. */
export const registeredRoom = ({ side, id }: rows.Party): Room => `registered:${side}:${id}`

/** A conversation of this viewer. Throws `not-found` otherwise. */
export async function conversationFor(db: Db, me: rows.Party, id: string): Promise<rows.ConversationRow> {
  return orNotFound(await rows.conversationOf(db, me, id))
}

export async function pairFor(db: Db, me: rows.Party, name: string): Promise<rows.Pair> {
  return orNotFound(await rows.findPair(db, me, name))
}

type SendInput = z.output<typeof contract.sendMessage>

const cleanText = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
    .trim()

/** Sends a message: stores it once per `clientId`, then emits it to the windows of both sides. Other windows catch up by sequence number. */
export async function send({ db, realtime }: ChatContext, viewer: Viewer, input: SendInput): Promise<ChatMessage> {
  const me = partyOf(viewer)
  if (input.sender !== undefined && input.sender !== me.id && input.sender !== viewer.phone)
    throw new AppError('not-allowed')
  const text = cleanText(input.message)
  if (text === '' && input.file === undefined) throw new AppError('message-empty')
  if (text.length > maxMessageLength) throw new AppError('message-too-long', { most: String(maxMessageLength) })
  const pair = await pairFor(db, me, input.receiver)
  if (!pair.isOpen) await assertEnabled(db, 'chat')
  if (!pair.canWrite) throw new AppError('chat-ended')
  const draft = { clientId: input.clientId ?? randomUUID(), text, replyTo: input.replyTo ?? null }
  const store = async () => {
    const conversationId = pair.conversationId ?? (await messages.openConversation(db, pair))
    if (!conversationId) throw new AppError('new-chat-limit', { phone: await readSetting(db, 'callingNumber') })
    const message = { ...draft, ...maskedParts(text, undefined), conversationId, media: null }
    if (input.file === undefined && !mayBePart(text))
      return { stored: await messages.writeMessage(db, me, message), changed: [] }
    return await transaction(db, async (tx) => {
      const stored =
        input.file === undefined
          ? await messages.writeMessage(tx, me, message)
          : await writeWithFile(tx, viewer, me, { ...message, url: input.file })
      return { stored, changed: stored ? await maskCompletedNumber(tx, stored) : [] }
    })
  }
  // A concurrent request stored the same message first; read that one.
  const recoverFromConflict = (error: unknown) => {
    if (constraintOf(error) === 'message_client_once') return store()
    if (constraintOf(error) === 'message_media_once') throw new AppError('chat-file-gone')
    throw error
  }
  const { stored, changed } = await store().catch(recoverFromConflict)
  if (!stored) throw new AppError('chat-ended')
  const latest = changed.find(({ seq }) => seq === stored.seq) ?? stored
  const earlier = pair.isMasked ? changed.filter((one) => one !== latest) : []
  const [message, ...others] = await toReadable(db, [latest, ...earlier], () => pair.isMasked)
  if (!message) throw new Error('stored message not readable')
  // Emitted again on a retry, because the first process may have died before emitting. Windows deduplicate by sequence number.
  realtime.emit(bothRooms(pair), 'message-added', message)
  for (const one of others) realtime.emit(bothRooms(pair), 'message-changed', one)
  // The specification's client draws its own messages and cannot deduplicate.
  if (stored.isNew) {
    const other = rows.otherSide(me.side)
    const receiver = registeredRoom({ side: other, id: other === 'family' ? pair.familyId : pair.mentorId })
    realtime.emit(receiver, 'receive-message', { sender: message.sender, message: message.message })
  }
  return message
}

const presets = ['chat-photo', 'chat-document'] as const

async function writeWithFile(
  tx: Transaction,
  { accountId }: Viewer,
  me: rows.Party,
  { url, ...message }: messages.NewMessage & { url: string },
) {
  const media = await attach(tx, { accountId, url, presets })
  if (!media) throw new AppError('chat-file-gone')
  const file = fileOf(media)
  const { maskedFileName } = maskedParts('', file.name)
  const written = await messages.writeMessage(tx, me, { ...message, maskedFileName, media: file })
  // Throwing rolls back the attachment.
  if (!written) throw new AppError('chat-ended')
  return written
}

const fileOf = ({ id, kind, fileName, bytes, width, height }: AttachedMedia): ChatFile => ({
  _id: id,
  kind: kind === 'image' ? 'image' : 'pdf',
  name: fileName,
  bytes,
  width,
  height,
})

type PageRange = { before?: number | undefined; after?: number | undefined; limit: number }

/**
 * A page of messages, oldest first: the newest, or those before or after a number. `next` is the `before` of the previous page;
 * null at the start.
 */
export async function history(db: Db, me: rows.Party, conversationId: string, { before, after, limit }: PageRange) {
  const { lastSeq, isMasked } = await conversationFor(db, me, conversationId)
  const until = after === undefined ? Math.min((before ?? lastSeq + 1) - 1, lastSeq) : Math.min(after + limit, lastSeq)
  const from = after === undefined ? Math.max(1, until - limit + 1) : after + 1
  const page = await messages.messageRows(db, conversationId, { from, until })
  return { page: await toReadable(db, page, () => isMasked), next: from > 1 && page.length > 0 ? from : null }
}

const batchSize = 200
const maxBatches = 5

const normalise = (text: string) => text.normalize('NFC').toLowerCase()

/** Messages whose masked text contains the query, newest first. Masked digits do not match, or a search could reveal a number digit by digit. */
export async function search(db: Db, me: rows.Party, id: string, text: string): Promise<ChatMessage[]> {
  const { isMasked, lastSeq } = await conversationFor(db, me, id)
  const found: ChatMessage[] = []
  let before = lastSeq + 1
  for (let round = 0; round < maxBatches && found.length < maxSearchHits; round++) {
    const batch = await messages.messagesContaining(db, id, text, before, batchSize)
    const readable = await toReadable(db, batch, () => isMasked)
    found.push(...readable.filter(({ message }) => normalise(message).includes(normalise(text))))
    before = batch.at(-1)?.seq ?? 0
    if (batch.length < batchSize) break
  }
  return found.slice(0, maxSearchHits)
}

/** Stores how far this side has received and read, and notifies the other. */
export async function updateMarks(
  { db, realtime }: ChatContext,
  viewer: Viewer,
  input: z.output<typeof contract.markInput>,
) {
  const me = partyOf(viewer)
  const { conversation, delivered = 0, read = 0 } = input
  const moved = await rows.moveMarks(db, me, conversation, { delivered, read })
  if (!moved) return
  const { familyId, mentorId, ...marks } = moved
  realtime.emit(bothRooms({ familyId, mentorId }), 'message-state', { conversation, side: me.side, ...marks })
}

/** Marks all conversations as delivered and notifies the other sides. */
export async function markAllDelivered({ db, realtime }: ChatContext, me: rows.Party): Promise<void> {
  for (const { familyId, mentorId, ...moved } of await rows.moveAllDelivered(db, me))
    realtime.emit(bothRooms({ familyId, mentorId }), 'message-state', { side: me.side, ...moved })
}

/** Mutes or unmutes a conversation; both sides' windows reload it. */
export async function setBlocked(db: Db, me: rows.Party, id: string, blocked: boolean): Promise<rows.ConversationRow> {
  return await transaction(db, async (tx) => {
    const hasChanged = await rows.setBlocked(tx, me, id, blocked)
    const found = await conversationFor(tx, me, id)
    if (hasChanged) await notifyLive(tx, bothRooms(found), 'chat-changed', { conversation: id })
    return found
  })
}
