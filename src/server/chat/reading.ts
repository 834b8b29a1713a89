import type { ChatMessage } from '#contract/live.ts'
import { maskContacts } from './masking.ts'
import type { MessageRow } from './queries.ts'

/** A message as people may read it; the stored text stays as it was written. */
export function readable(row: MessageRow, hidesContacts: boolean): ChatMessage {
  const { text, isMasked } = hidesContacts ? maskContacts(row.message) : { text: row.message, isMasked: false }
  return {
    _id: row._id,
    conversation: row.conversation,
    seq: row.seq,
    sender: row.sender,
    side: row.side,
    message: text,
    isMasked,
    clientId: row.clientId,
    replyTo: row.replyTo,
    file: row.file,
    sentAt: row.sentAt.toISOString(),
  }
}
