import { z } from 'zod'
import { StartError } from '#server/config.ts'
import { getPacked, listTarget, putPacked, type Target } from './target.ts'

const keys = z.tuple([z.string()], z.string())

/** Written last: a base backup without one does not exist. */
const manifest = z.object({
  id: z.string(),
  /** Major version of PostgreSQL. */
  version: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  /** WAL segment to start from; its first eight letters are the timeline. */
  startSegment: z.string(),
  /** Text of `backup_label`. */
  label: z.string(),
  parts: z.int().positive(),
  entries: z.int().positive(),
  bytes: z.int().positive(),
  packedBytes: z.int().positive(),
  secretKeys: keys,
  fileKeys: keys,
  /** Keys of uploaded files that rows name. */
  files: z.array(z.string()),
  /** Rows and their hash by table, at a restore point. */
  point: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.int(), hash: z.string() })),
})
export type Manifest = z.infer<typeof manifest>

export const partKey = (id: string, part: number): string => `${id}/part-${String(part).padStart(5, '0')}`
const manifestKey = (id: string) => `${id}/manifest`

export const putManifest = (target: Target, one: Manifest): Promise<void> =>
  putPacked(target, manifestKey(one.id), Buffer.from(JSON.stringify(one)))

export async function getManifest(target: Target, id: string): Promise<Manifest> {
  const bytes = await getPacked(target, manifestKey(id))
  if (!bytes) throw new StartError(`The backup ${id} has no manifest.`)
  const parsed = manifest.safeParse(JSON.parse(String(bytes)))
  if (!parsed.success) throw new StartError(`The manifest of the backup ${id} is incomplete.`)
  return parsed.data
}

/** Ids of complete base backups, the oldest first. */
export async function listBases(target: Target): Promise<string[]> {
  const found = await listTarget(target, 'base-')
  return found.flatMap(({ key }) => /^(base-[^/]+)\/manifest$/.exec(key)?.[1] ?? []).sort()
}

/** The newest base backup, or the newest that was complete at a time. @throws StartError if there is none */
export async function newestBase(target: Target, until: Date | null = null): Promise<Manifest> {
  const ids = await listBases(target)
  if (ids.length === 0) throw new StartError('The backup is empty: it holds no base backup.')
  for (const id of ids.reverse()) {
    const one = await getManifest(target, id)
    if (!until || new Date(one.endedAt) <= until) return one
  }
  throw new StartError(`The oldest base backup is from ${(await getManifest(target, ids.at(-1) ?? '')).endedAt}.`)
}
