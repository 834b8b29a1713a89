import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { type Config, type Keys, StartError } from '#server/config.ts'
import type { ListedStore } from '#server/providers/storage/file-store.ts'
import { createBackupStore } from '#server/providers/storage/store.ts'

const pack = promisify(zstdCompress)
const unpack = promisify(zstdDecompress)
const ending = '.sealed'
const unsent = 'backing-up'

/** Where backups go. Everything in it is compressed and encrypted. */
export type Target = {
  store: ListedStore
  /** Folder for files that are being sent. */
  folder: string
  days: number
}

export type BackupConfig = Pick<Config, 'backup' | 'dataDir' | 's3' | 'secretKeys' | 'fileKeys'>

/** @throws StartError if no backups are configured */
export function openTarget({ backup, dataDir }: Pick<Config, 'backup' | 'dataDir'>): Target {
  if (!backup) throw new StartError('There is no backup: set BACKUP_TO and BACKUP_KEY, see .env.example.')
  const folder = join(dataDir, unsent)
  // The data folder stays open to the database's user, who passes through it.
  mkdirSync(dataDir, { recursive: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return { store: createBackupStore(backup), folder, days: backup.days }
}

/** Removes what a crash left unsent and unencrypted. Nothing may be sent meanwhile. */
export const forgetUnsent = (dataDir: string): void => rmSync(join(dataDir, unsent), { recursive: true, force: true })

/** Stores bytes as they are. */
export async function putRaw({ store, folder }: Target, key: string, bytes: Buffer): Promise<void> {
  const path = join(folder, randomUUID())
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    await store.put(`${key}${ending}`, { path, contentType: 'application/octet-stream' })
  } finally {
    await rm(path, { force: true })
  }
}

export const putPacked = async (target: Target, key: string, bytes: Buffer): Promise<void> =>
  await putRaw(target, key, await pack(bytes))

/** Bytes as they were stored, or null. @throws Error if they were changed or belong to another key */
export async function getRaw({ store }: Target, key: string): Promise<Buffer | null> {
  const found = await store.get(`${key}${ending}`)
  if (!found) return null
  try {
    return Buffer.concat(await found.body.toArray())
  } catch (error) {
    throw new StartError(`${key} in the backup cannot be opened: ${reasonOf(error)}.`)
  }
}

export async function getPacked(target: Target, key: string): Promise<Buffer | null> {
  const bytes = await getRaw(target, key)
  return bytes && (await unpack(bytes))
}

/** Keys of the backup that start with `prefix`, with the time when they were stored. */
export async function listTarget({ store }: Target, prefix: string): Promise<{ key: string; storedAt: Date }[]> {
  const found = await store.list(prefix)
  return found.flatMap(({ key, storedAt }) =>
    key.endsWith(ending) ? [{ key: key.slice(0, -ending.length), storedAt }] : [],
  )
}

export const removeFrom = ({ store }: Target, key: string): Promise<void> => store.remove(`${key}${ending}`)

/** The database of a backup, and the newest keys of its program. */
export type Owner = { system: string; secretKeys: Keys; fileKeys: Keys }
const ownerKey = 'database/keys'

export async function readOwner(target: Target): Promise<Owner | null> {
  const bytes = await getPacked(target, ownerKey)
  return bytes && (JSON.parse(String(bytes)) as Owner) // safe: only `claimTarget` writes it, and it was authenticated
}

/** Stores the keys. @throws StartError if the backup is of another database */
export async function claimTarget(target: Target, owner: Owner): Promise<void> {
  const earlier = await readOwner(target)
  if (earlier && earlier.system !== owner.system)
    throw new StartError('BACKUP_TO holds the backup of another database: set another folder or bucket.')
  if (JSON.stringify(earlier) !== JSON.stringify(owner))
    await putPacked(target, ownerKey, Buffer.from(JSON.stringify(owner)))
}

/** Identifier of a database server, which all its backups share: the first eight bytes of its control file. */
export function systemOf(cluster: string): string {
  const file = openSync(join(cluster, 'global/pg_control'), 'r')
  try {
    const bytes = Buffer.alloc(8)
    readSync(file, bytes, 0, 8, 0)
    return String(bytes.readBigUInt64LE())
  } finally {
    closeSync(file)
  }
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
