import type { Kysely } from 'kysely'
import type { ChatMessage } from '#contract/wire/live.ts'
import type { DB } from '#server/platform/schema.ts'
import { type Masked, maskContacts } from './masking.ts'
import { maskAcross, reachAcross } from './masking-across.ts'
import { messagesAt, type TextRow, textsAround } from './message-rows.ts'
import type { MessageRow } from './queries.ts'

type Db = Kysely<DB>
type MessageKey = Pick<MessageRow, 'conversation' | 'seq'>
const keyOf = ({ conversation, seq }: MessageKey) => `${conversation} ${seq}`

/**
 * Messages as their readers may see them; stored texts stay unmasked. A phone number may be split over several messages, so the
 * sender's neighbouring messages decide too, and a message looks the same on every page, in search and in the inbox.
 */
export async function toReadable(
  db: Db,
  rows: readonly MessageRow[],
  isMasked: (row: MessageRow) => boolean,
): Promise<ChatMessage[]> {
  const maskedRows = rows.filter((row) => row.message !== '' && isMasked(row))
  const maskedTexts =
    maskedRows.length === 0 ? new Map<string, Masked>() : maskRuns(await textsAround(db, maskedRows, reachAcross))
  return rows.map((row) =>
    toChatMessage(row, maskedTexts.get(keyOf(row)) ?? { text: row.message, isMasked: false }, isMasked(row)),
  )
}

/** A new message, and the earlier ones that complete a phone number with it. */
export async function toReadableNew(db: Db, row: MessageRow, masksContacts: boolean) {
  const message = toChatMessage(row, { text: row.message, isMasked: false }, masksContacts)
  const plain: { message: ChatMessage; changed: ChatMessage[] } = { message, changed: [] }
  if (!masksContacts || row.message === '') return plain
  const run = (await textsAround(db, [row], reachAcross)).filter(({ seq }) => seq <= row.seq)
  const texts = run.map(({ text }) => text)
  const now = maskAcross(texts)
  const newest = now.at(-1)
  if (!newest) return plain
  const isAnyHidden = now.some(({ isMasked }, at) => isMasked && at < now.length - 1)
  const before = isAnyHidden ? maskAcross(texts.slice(0, -1)) : []
  const seqs = run.flatMap(({ seq }, at) => (before[at] && before[at].text !== now[at]?.text ? [seq] : []))
  const earlier = seqs.length === 0 ? [] : await messagesAt(db, row.conversation, seqs)
  return { message: toChatMessage(row, newest, true), changed: await toReadable(db, earlier, () => true) }
}

/** Masked text of each message, computed over consecutive messages of its sender. */
function maskRuns(rows: readonly TextRow[]): Map<string, Masked> {
  const runs: TextRow[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    // A gap in the sequence starts a new run.
    if (run && last?.conversation === row.conversation && last.sender === row.sender && last.seq === row.previous)
      run.push(row)
    else runs.push([row])
  }
  return new Map(
    runs.flatMap((run) => {
      const masked = maskAcross(run.map(({ text }) => text))
      return run.flatMap((row, at) => (masked[at] ? [[keyOf(row), masked[at]] as const] : []))
    }),
  )
}

/** A message without masking, for admins. */
export const toUnmasked = (row: MessageRow): ChatMessage =>
  toChatMessage(row, { text: row.message, isMasked: false }, false)

/** File names are masked like texts, for example `9826014210.pdf`. */
function toChatMessage(row: MessageRow, { text, isMasked }: Masked, masksContacts: boolean): ChatMessage {
  const name = row.file && masksContacts ? maskContacts(row.file.name) : null
  return {
    _id: row._id,
    conversation: row.conversation,
    seq: row.seq,
    sender: row.sender,
    side: row.side,
    message: text,
    isMasked: isMasked || name?.isMasked === true,
    clientId: row.clientId,
    replyTo: row.replyTo,
    file: row.file && name ? { ...row.file, name: name.text } : row.file,
    sentAt: row.sentAt.toISOString(),
  }
}
