import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { heartbeatSeconds } from '#contract/chat/chat-limits.ts'
import type { Db } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { partyOrNull } from './chat.ts'
import { onlinePartners, otherSide, type Party } from './queries.ts'

type PresenceContext = { db: Db; realtime: Realtime; log: Log }

/** Tracks which parties have a window open on this process, and notifies their partners of changes. */
export function trackPresence(app: FastifyInstance, { db, realtime, log }: PresenceContext): void {
  const processId = randomUUID()
  const connections = new Map<string, number>()
  const upsert = (ids: string[]) =>
    sql`insert into presence (party_id, process_id, connections)
      select id, ${processId}, connections from jsonb_to_recordset(${JSON.stringify(ids.map((id) => ({ id, connections: connections.get(id) ?? 1 })))}::jsonb) as g(id uuid, connections int)
      on conflict (party_id, process_id) do update set beat_at = now(), connections = excluded.connections`.execute(db)
  const remove = (id: string) =>
    db.deleteFrom('presence').where('party_id', '=', id).where('process_id', '=', processId).execute()

  // Serialised, and each run reads the current state, so that a quick open and close cannot end inverted.
  let last: Promise<void> = Promise.resolve()
  const enqueue = (work: () => Promise<unknown>) => {
    last = last.then(work).then(
      () => {},
      (error) => log.warn({ err: error }, 'presence update failed'),
    )
  }

  async function sync(party: Party): Promise<void> {
    await (connections.has(party.id) ? upsert([party.id]) : remove(party.id))
    const other = otherSide(party.side)
    for (const { conversation, otherId } of await onlinePartners(db, party))
      realtime.emit(`${other}:${otherId}`, 'chat-changed', { conversation })
  }

  const update = (viewer: Viewer, change: 1 | -1) => {
    const party = partyOrNull(viewer)
    if (!party) return
    const before = connections.get(party.id) ?? 0
    const now = before + change
    if (now > 0) connections.set(party.id, now)
    else connections.delete(party.id)
    if ((before === 0) !== (now === 0)) enqueue(() => sync(party))
  }
  realtime.watch(
    (viewer) => update(viewer, 1),
    (viewer) => update(viewer, -1),
  )
  const heartbeat = setInterval(() => {
    enqueue(async () => {
      if (connections.size > 0) await upsert([...connections.keys()])
      await deleteStalePresence(db)
    })
  }, heartbeatSeconds * 1000)
  heartbeat.unref()
  app.addHook('onClose', async () => {
    clearInterval(heartbeat)
    await last
  })
}

/** Deletes presence rows of processes that ended. */
export const deleteStalePresence = (db: Db) =>
  sql`delete from presence where beat_at < now() - interval '10 minutes'`.execute(db)
