import type pg from 'pg'
import { getManifest, listBases } from './manifest.ts'
import { listSegments } from './sending.ts'
import { listTarget, removeFrom, type Target } from './target.ts'

const dayMs = 86_400_000

/** Removes what is not needed to restore any time of the last days. @returns the number of removed objects */
export async function removeOld(target: Target, client: Pick<pg.ClientBase, 'query'>, now: Date): Promise<number> {
  const limit = new Date(now.getTime() - target.days * dayMs)
  const bases = await Promise.all((await listBases(target)).map((id) => getManifest(target, id)))
  // The newest base backup before the limit is where the first kept times start from.
  const first = bases.findLast(({ endedAt }) => new Date(endedAt) <= limit) ?? bases[0]
  if (!first) return 0
  const kept = bases.slice(bases.indexOf(first))
  const { rows } = await client.query<{ key: string }>(
    'select unnest(store_keys) as key from media where erased_at is null',
  )
  const files = new Set([...rows.map(({ key }) => key), ...kept.flatMap((base) => base.files)])
  const keptIds = new Set(kept.map(({ id }) => id))
  const oldest = first.startSegment.slice(8)
  const old: string[] = []
  for (const { segment, key } of await listSegments(target))
    if (/^[\dA-F]{24}$/.test(segment) && segment.slice(8) < oldest) old.push(key)
  for (const { key, storedAt } of await listTarget(target, '')) {
    const [folder = ''] = key.split('/')
    if (folder === 'wal' || folder === 'database' || storedAt > limit) continue
    if (folder.startsWith('base-') ? !keptIds.has(folder) : !files.has(key)) old.push(key)
  }
  // A base backup stops existing with its manifest, before its parts are removed.
  old.sort((a, b) => Number(b.endsWith('/manifest')) - Number(a.endsWith('/manifest')))
  for (const key of old) await removeFrom(target, key)
  return old.length
}
