import { chownSync, createReadStream, mkdirSync } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { StartError } from '#server/config.ts'
import { archivedFolder } from '#server/platform/postgres-archive.ts'
import type { PostgresUser } from '#server/platform/postgres-user.ts'
import { partKey } from './manifest.ts'
import { getRaw, putRaw, reasonOf, type Target } from './target.ts'

const partBytes = 64_000_000
// What pg_basebackup leaves out, and what is ours.
const emptied = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp']
const emptiedToo = ['pg_subtrans', 'pg_wal/archive_status', 'pg_wal/summaries']
const isOmitted = (path: string) =>
  ['postmaster.pid', 'postmaster.opts', 'server.log', 'backup_label', archivedFolder, 'exchange'].includes(path) ||
  /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*|t\d+_\d+(_\w+)?(\.\d+)?)$/.test(path)

type Packed = { parts: number; entries: number; bytes: number; packedBytes: number }
type Entry = { path: string; bytes: number | null }

/** Sends a folder of a running server as numbered parts. Its files may change meanwhile: WAL repairs them. */
export async function packFolder(target: Target, id: string, folder: string): Promise<Packed> {
  const packed: Packed = { parts: 0, entries: 0, bytes: 0, packedBytes: 0 }
  let waiting: Buffer[] = []
  let waitingBytes = 0
  const send = async () => {
    await putRaw(target, partKey(id, packed.parts), Buffer.concat(waiting))
    packed.parts++
    packed.packedBytes += waitingBytes
    ;[waiting, waitingBytes] = [[], 0]
  }
  const source = Readable.from(entriesOf(folder, packed), { objectMode: false })
  const zstd = createZstdCompress()
  source.on('error', (error) => zstd.destroy(error))
  for await (const chunk of source.pipe(zstd) as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes >= partBytes) await send()
  }
  if (waitingBytes > 0) await send()
  return packed
}

async function* entriesOf(root: string, packed: Packed): AsyncGenerator<Buffer> {
  async function* walk(folder: string): AsyncGenerator<Buffer> {
    for (const name of (await readdir(join(root, folder))).sort()) {
      const path = folder ? `${folder}/${name}` : name
      if (isOmitted(path)) continue
      const stats = await lstat(join(root, path)).catch(() => null)
      if (stats?.isDirectory()) {
        yield header({ path, bytes: null })
        packed.entries++
        if (!emptied.includes(path) && !emptiedToo.includes(path)) yield* walk(path)
        else if (path === 'pg_wal') for (const below of emptiedToo.slice(1)) yield header({ path: below, bytes: null })
      } else if (stats?.isFile()) {
        yield header({ path, bytes: stats.size })
        packed.entries++
        packed.bytes += stats.size
        yield* contentOf(join(root, path), stats.size)
      } else if (stats) throw new Error(`${path} is no file: tablespaces are not backed up`)
    }
  }
  yield* walk('')
}

/** Exactly `bytes` of a file: what grew is cut, and what shrank or was removed is filled with zeros. */
async function* contentOf(path: string, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  if (bytes > 0) {
    try {
      for await (const chunk of createReadStream(path, { end: bytes - 1, highWaterMark: 1_000_000 })) {
        left -= chunk.length
        yield chunk
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  for (; left > 0; left -= Math.min(left, 1_000_000)) yield Buffer.alloc(Math.min(left, 1_000_000))
}

function header(entry: Entry): Buffer {
  const text = Buffer.from(JSON.stringify(entry))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text])
}

/** Writes the files of a base backup below `folder`. @throws StartError if a part is missing, damaged or empty */
export async function unpackTo(
  target: Target,
  { id, parts, entries }: { id: string; parts: number; entries: number },
  folder: string,
  user: PostgresUser,
): Promise<void> {
  async function* packed() {
    for (let part = 0; part < parts; part++) {
      const bytes = await getRaw(target, partKey(id, part))
      if (!bytes) throw new StartError(`${partKey(id, part)} is missing in the backup.`)
      yield bytes
    }
  }
  const source = Readable.from(packed(), { objectMode: false })
  const zstd = createZstdDecompress()
  source.on('error', (error) => zstd.destroy(error))
  const read = reader(source.pipe(zstd))
  let count = 0
  try {
    for (let length = await read(4); length; length = await read(4)) {
      const text = await read(length.readUInt32BE())
      const { path, bytes } = JSON.parse(String(text)) as Entry // safe: only `header` writes it, and it was authenticated
      if (normalize(path).startsWith('..') || path.startsWith(sep)) throw new Error(`${path} is outside`)
      const to = join(folder, path)
      if (bytes === null) mkdirSync(to, { recursive: true, mode: 0o700 })
      else await writeEntry(to, bytes, read)
      if (user) chownSync(to, user.uid, user.gid)
      if (!emptiedToo.slice(1).includes(path)) count++
    }
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`The backup ${id} is damaged: ${reasonOf(error)}.`)
  }
  if (count !== entries) throw new StartError(`The backup ${id} is incomplete: ${count} of ${entries} files.`)
}

type Read = (bytes: number) => Promise<Buffer | null>

async function writeEntry(path: string, bytes: number, read: Read): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  try {
    for (let left = bytes; left > 0; ) {
      const part = await read(Math.min(left, 1_000_000))
      if (!part) throw new Error('it is cut off')
      await file.write(part)
      left -= part.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Reads exactly so many bytes of a stream; null at its end. */
function reader(stream: AsyncIterable<Buffer>): Read {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (bytes) => {
    const parts = [rest]
    let length = rest.length
    while (length < bytes) {
      const { value, done } = await chunks.next()
      if (done) break
      parts.push(value)
      length += value.length
    }
    const all = Buffer.concat(parts)
    if (all.length < bytes && all.length > 0) throw new Error('it is cut off')
    if (all.length === 0 && bytes > 0) return null
    rest = all.subarray(bytes)
    return all.subarray(0, bytes)
  }
}
