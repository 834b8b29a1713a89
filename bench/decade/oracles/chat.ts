import { sql } from 'kysely'
import type { Sim } from '../sim.ts'

/** Every message whose sender was told that it is stored is there once, in its order, and nothing else. */
export async function chatFaults({ market, chats }: Sim): Promise<string[]> {
  const { rows } = await sql<{ id: string; seqs: number[]; clients: string[]; texts: string[]; last: number }>`
    select c.id, c.last_seq as last, array_agg(m.seq order by m.seq) as seqs, array_agg(m.client_id::text order by m.seq) as clients,
      array_agg(m.text order by m.seq) as texts
    from conversation c join message m on m.conversation_id = c.id where c.last_at > now() - interval '2 days' group by c.id`.execute(
    market.db,
  )
  return rows.flatMap(({ id, seqs, clients, texts, last }) => {
    const chat = chats.find((one) => one.id === id)
    if (!chat) return [`conversation ${id} is nobody's`]
    const isGapless = seqs.every((seq, i) => seq === i + 1) && last === seqs.length
    const missing = chat.written.filter(({ clientId }) => !clients.includes(clientId)).length
    const isDoubled = new Set(clients).size < clients.length || clients.length > chat.written.length
    const isChanged = chat.written.some(({ clientId, text, side }) => {
      const at = clients.indexOf(clientId)
      const isGone = (side === 'family' ? chat.family : chat.mentor).isErased
      return at >= 0 && texts[at] !== text && !isGone
    })
    return [
      ...(isGapless ? [] : [`conversation ${id} has numbers ${seqs.join(' ')} up to ${last}`]),
      ...(missing > 0 ? [`conversation ${id} misses ${missing} messages`] : []),
      ...(isDoubled ? [`conversation ${id} has ${clients.length} messages, ${chat.written.length} were written`] : []),
      ...(isChanged ? [`conversation ${id} has other texts than were written`] : []),
    ]
  })
}
