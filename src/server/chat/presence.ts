import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { heartbeatSeconds } from '#contract/chat/chat-limits.ts'
import type { Log } from '#server/platform/log.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { onlinePartners, otherSide, type Party } from './queries.ts'

type PresenceContext = { db: Kysely<DB>; realtime: Realtime; log: Log }

const partyOf = ({ userType, familyId, mentorId }: Viewer): Party | null => {
  if (userType === 'student' && familyId) return { side: 'family', id: familyId }
  return userType === 'mentor' && mentorId ? { side: 'mentor', id: mentorId } : null
}

/** Tracks which parties have a window open on this process, and notifies their partners of changes. */
export function trackPresence(app: FastifyInstance, { db, realtime, log }: PresenceContext): void {
  const process = randomUUID()
  const open = new Map<string, number>()
  const write = (ids: string[]) =>
    sql`insert into presence (party_id, process_id, connections)
      select id, ${process}, connections from jsonb_to_recordset(${JSON.stringify(ids.map((id) => ({ id, connections: open.get(id) ?? 1 })))}::jsonb) as g(id uuid, connections int)
      on conflict (party_id, process_id) do update set beat_at = now(), connections = excluded.connections`.execute(db)
  const erase = (id: string) => sql`delete from presence where party_id = ${id} and process_id = ${process}`.execute(db)

  // Serialised, and each run reads the current state, so that a quick open and close cannot end inverted.
  let last: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<unknown>) => {
    last = last.then(work).then(
      () => {},
      (error) => log.warn({ err: error }, 'presence update failed'),
    )
  }

  async function settle(party: Party): Promise<void> {
    await (open.has(party.id) ? write([party.id]) : erase(party.id))
    const other = otherSide(party.side)
    for (const { conversation, otherId } of await onlinePartners(db, party))
      realtime.emit(`${other}:${otherId}`, 'chat-changed', { conversation })
  }

  const move = (viewer: Viewer, by: 1 | -1) => {
    const party = partyOf(viewer)
    if (!party) return
    const before = open.get(party.id) ?? 0
    const now = before + by
    if (now > 0) open.set(party.id, now)
    else open.delete(party.id)
    if ((before === 0) !== (now === 0)) inTurn(() => settle(party))
  }
  realtime.watch(
    (viewer) => move(viewer, 1),
    (viewer) => move(viewer, -1),
  )
  const beat = setInterval(() => {
    inTurn(async () => {
      if (open.size > 0) await write([...open.keys()])
      await deleteStalePresence(db)
    })
  }, heartbeatSeconds * 1000)
  beat.unref()
  app.addHook('onClose', async () => {
    clearInterval(beat)
    await last
  })
}

/** Deletes presence rows of processes that ended. */
export const deleteStalePresence = (db: Kysely<DB>) =>
  sql`delete from presence where beat_at < now() - interval '10 minutes'`.execute(db)
