import type { Kysely } from 'kysely'
import { maxSearchHits } from '#contract/chat/chat-limits.ts'
import type { ChatMessage } from '#contract/wire/live.ts'
import type { DB } from '#server/platform/schema.ts'
import { conversationFor } from './chat.ts'
import { toReadable } from './masked-messages.ts'
import { messagesContaining } from './message-rows.ts'
import type { Party } from './queries.ts'

const batch = 200
const maxBatches = 5

const normalise = (text: string) => text.normalize('NFC').toLowerCase()

/** Messages whose masked text contains the query, newest first. Masked digits do not match, or a search could reveal a number digit by digit. */
export async function search(db: Kysely<DB>, me: Party, id: string, text: string): Promise<ChatMessage[]> {
  const { isMasked, lastSeq } = await conversationFor(db, me, id)
  const found: ChatMessage[] = []
  let before = lastSeq + 1
  for (let round = 0; round < maxBatches && found.length < maxSearchHits; round++) {
    const rows = await messagesContaining(db, id, text, before, batch)
    const shown = await toReadable(db, rows, () => isMasked)
    found.push(...shown.filter(({ message }) => normalise(message).includes(normalise(text))))
    before = rows.at(-1)?.seq ?? 0
    if (rows.length < batch) break
  }
  return found.slice(0, maxSearchHits)
}
