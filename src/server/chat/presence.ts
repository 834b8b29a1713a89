import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { beatSeconds } from '#contract/chat-limits.ts'
import type { Log } from '#server/platform/log.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'

type Given = { db: Kysely<DB>; realtime: Realtime; log: Log }

/** Keeps who has a window open on this process, so that the other side of a conversation sees "online". */
export function keepPresence(app: FastifyInstance, { db, realtime, log }: Given): void {
  const process = randomUUID()
  const open = new Map<string, number>()
  const idOf = ({ userType, familyId, mentorId }: Viewer) =>
    userType === 'student' ? familyId : userType === 'mentor' ? mentorId : null
  const failed = (error: unknown) => log.warn(error, 'presence was not kept')
  const write = (ids: string[]) =>
    sql`insert into presence (party_id, process_id, connections)
      select id, ${process}, connections from jsonb_to_recordset(${JSON.stringify(ids.map((id) => ({ id, connections: open.get(id) ?? 1 })))}::jsonb) as g(id uuid, connections int)
      on conflict (party_id, process_id) do update set beat_at = now(), connections = excluded.connections`.execute(db)
  const erase = (id: string) => sql`delete from presence where party_id = ${id} and process_id = ${process}`.execute(db)

  const move = (viewer: Viewer, by: 1 | -1) => {
    const id = idOf(viewer)
    if (!id) return
    const before = open.get(id) ?? 0
    const now = before + by
    if (now > 0) open.set(id, now)
    else open.delete(id)
    if (before === 0 && now === 1) write([id]).catch(failed)
    if (now === 0) erase(id).catch(failed)
  }
  realtime.watch(
    (viewer) => move(viewer, 1),
    (viewer) => move(viewer, -1),
  )
  const beat = setInterval(() => {
    if (open.size > 0) write([...open.keys()]).catch(failed)
    sql`delete from presence where beat_at < now() - interval '10 minutes'`.execute(db).catch(failed)
  }, beatSeconds * 1000)
  beat.unref()
  app.addHook('onClose', async () => clearInterval(beat))
}
