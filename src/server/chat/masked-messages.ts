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
 * Messages as people may read them; the stored texts stay as they were written. A number may stand in several messages,
 * so what a sender wrote before and after decides too: the same message looks the same on every page, in a search and in the inbox.
 */
export async function toReadable(
  db: Db,
  rows: readonly MessageRow[],
  hides: (row: MessageRow) => boolean,
): Promise<ChatMessage[]> {
  const hiding = rows.filter((row) => row.message !== '' && hides(row))
  const shown = hiding.length === 0 ? new Map<string, Masked>() : maskRuns(await textsAround(db, hiding, reachAcross))
  return rows.map((row) =>
    toChatMessage(row, shown.get(keyOf(row)) ?? { text: row.message, isMasked: false }, hides(row)),
  )
}

/** A message that was written this moment, and those before it of which it makes a number. */
export async function toReadableNew(db: Db, row: MessageRow, hidesContacts: boolean) {
  const message = toChatMessage(row, { text: row.message, isMasked: false }, hidesContacts)
  const plain: { message: ChatMessage; changed: ChatMessage[] } = { message, changed: [] }
  if (!hidesContacts || row.message === '') return plain
  const run = (await textsAround(db, [row], reachAcross)).filter(({ seq }) => seq <= row.seq)
  const texts = run.map(({ text }) => text)
  const now = maskAcross(texts)
  const shown = now.at(-1)
  if (!shown) return plain
  const isAnyHidden = now.some(({ isMasked }, at) => isMasked && at < now.length - 1)
  const before = isAnyHidden ? maskAcross(texts.slice(0, -1)) : []
  const seqs = run.flatMap(({ seq }, at) => (before[at] && before[at].text !== now[at]?.text ? [seq] : []))
  const earlier = seqs.length === 0 ? [] : await messagesAt(db, row.conversation, seqs)
  return { message: toChatMessage(row, shown, true), changed: await toReadable(db, earlier, () => true) }
}

/** What each text looks like among those of its sender next to it. */
function maskRuns(rows: readonly TextRow[]): Map<string, Masked> {
  const runs: TextRow[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    // A gap: what lies between is neither on this page nor near it.
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

/** A message as it was written, for those who may see all of it. */
export const toUnmasked = (row: MessageRow): ChatMessage =>
  toChatMessage(row, { text: row.message, isMasked: false }, false)

/** The name of a file is a text like any other: `9826014210.pdf`. */
function toChatMessage(row: MessageRow, { text, isMasked }: Masked, hidesContacts: boolean): ChatMessage {
  const name = row.file && hidesContacts ? maskContacts(row.file.name) : null
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
