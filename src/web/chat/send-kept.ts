import { chatWire } from './chat-wire.ts'
import { keptMessages, keptOthers } from './kept-chat.ts'

/** Sends what this device still keeps for conversations that are not open: whoever wrote it may never come back to them. */
export async function sendKept(me: string, open: string | null): Promise<void> {
  for (const other of keptOthers(me)) {
    if (other === open) continue
    const kept = keptMessages(me, other)
    for (const one of kept.all()) {
      if (one.error) continue
      const reply = await chatWire(me, other).send(one)
      // What is refused waits in its conversation, where its writer sees why.
      if (!reply.ok) break
      kept.remove(one.clientId)
    }
  }
}
