import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { markArchived, removeOldMarks, waitingSegments } from '#server/platform/postgres-archive.ts'
import type { Store } from '#server/providers/storage/file-store.ts'
import { listTarget, putPacked, type Target } from './target.ts'

const segmentKey = (segment: string) => `wal/${segment.toLowerCase()}`

/** Segments and timeline histories in the backup. */
export async function listSegments(target: Target): Promise<{ segment: string; key: string }[]> {
  const found = await listTarget(target, 'wal/')
  return found.map(({ key }) => {
    const [number = '', ...rest] = key.slice('wal/'.length).split('.')
    return { segment: [number.toUpperCase(), ...rest].join('.'), key }
  })
}

/** Sends the WAL segments that wait, and lets the server remove them. @returns how many */
export async function sendSegments(target: Target, cluster: string): Promise<number> {
  const waiting = waitingSegments(cluster)
  for (const segment of waiting) {
    // A file about a base backup; the manifest has its content.
    if (!segment.endsWith('.backup'))
      await putPacked(target, segmentKey(segment), await readFile(join(cluster, 'pg_wal', segment)))
    markArchived(cluster, segment)
  }
  removeOldMarks(cluster)
  return waiting.length
}

/** Sends uploaded files that rows name, each once, as they lie in the store. */
export function fileSender(target: Target, store: Store) {
  let sent: Set<string> | null = null
  // Rows that were being written at the last look become visible later.
  const overlapMinutes = 60
  let since: Date | null = null
  return async (client: Pick<pg.ClientBase, 'query'>): Promise<number> => {
    sent ??= new Set((await listTarget(target, '')).map(({ key }) => key))
    const { rows } = await client.query<{ now: Date; key: string | null }>(
      `select now(), key from (select now()) as time left join (select unnest(store_keys) as key from media
        where ready_at >= coalesce($1::timestamptz - make_interval(mins => ${overlapMinutes}), '-infinity') and erased_at is null) as file on true`,
      [since],
    )
    let count = 0
    for (const { key } of rows) {
      if (key === null || sent.has(key)) continue
      if (await sendFile(target, store, key)) count++
      sent.add(key)
    }
    since = rows[0]?.now ?? null
    return count
  }
}

/** @returns false if the file was removed meanwhile */
async function sendFile(target: Target, store: Store, key: string): Promise<boolean> {
  const found = await store.get(key)
  if (!found) return false
  const path = join(target.folder, randomUUID())
  try {
    await pipeline(found.body, createWriteStream(path, { mode: 0o600 }))
    await target.store.put(`${key}.sealed`, { path, contentType: 'application/octet-stream' })
    return true
  } finally {
    await rm(path, { force: true })
  }
}
