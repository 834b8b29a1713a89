import type { Kysely } from 'kysely'
import { searchMost } from '#contract/chat/chat-limits.ts'
import type { ChatMessage } from '#contract/wire/live.ts'
import type { DB } from '#server/platform/schema.ts'
import { conversationFor } from './chat.ts'
import { messagesWith } from './message-rows.ts'
import type { Party } from './queries.ts'
import { readable } from './reading.ts'

const batch = 200
const batchesMost = 5

const plain = (text: string) => text.normalize('NFC').toLowerCase()

/**
 * Messages that contain a text as they are shown, the newest first. What is hidden is not found either, or asking for
 * digits would tell a number one by one.
 */
export async function search(db: Kysely<DB>, me: Party, id: string, text: string): Promise<ChatMessage[]> {
  const { isMasked, lastSeq } = await conversationFor(db, me, id)
  const found: ChatMessage[] = []
  let before = lastSeq + 1
  for (let round = 0; round < batchesMost && found.length < searchMost; round++) {
    const rows = await messagesWith(db, id, text, before, batch)
    const shown = await readable(db, rows, () => isMasked)
    found.push(...shown.filter(({ message }) => plain(message).includes(plain(text))))
    before = rows.at(-1)?.seq ?? 0
    if (rows.length < batch) break
  }
  return found.slice(0, searchMost)
}
