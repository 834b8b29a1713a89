import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { open as openFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Keys } from '#server/config.ts'
import type { Store } from './file-store.ts'

/** Ending of the keys of files that are encrypted in the store. */
export const sealedEnding = '.sealed'

// A sealed file: magic, name of the key, salt; then blocks of 64 kB, each followed by its tag (AES-256-GCM).
const magic = Buffer.from('MSF1')
const saltBytes = 16
const nameBytes = 4
const headerBytes = magic.length + nameBytes + saltBytes
const blockBytes = 64 * 1024
const tagBytes = 16
const sealedBlockBytes = blockBytes + tagBytes

type Key = { name: Buffer; secret: string }
const keyOf = (secret: string): Key => ({
  name: Buffer.from(hkdfSync('sha256', secret, '', 'file key name', nameBytes)),
  secret,
})

const fileKey = ({ secret }: Key, salt: Buffer) => Buffer.from(hkdfSync('sha256', secret, salt, 'file', 32))

/** Nonce and extra data of a block: a block moved within the file or to another one, and a cut file, cannot be opened. */
function blockOf(storeKey: string, index: number, isLast: boolean) {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 8)
  return { nonce, extra: Buffer.from(`${storeKey}\n${isLast ? 'last' : ''}`) }
}

/** Length of the text of a sealed file. */
const openedBytes = (sealed: number): number => {
  const body = sealed - headerBytes
  return Math.max(0, body - Math.ceil(body / sealedBlockBytes) * tagBytes)
}

/**
 * Encrypts files whose keys end in `sealedEnding` before they reach `inner`. `secrets` are the file keys, the newest first:
 * it encrypts, and all of them open. @throws Error if a file was changed, or its key is missing
 */
export function sealedStore(inner: Store, secrets: Keys): Store {
  const newest = keyOf(secrets[0])
  const keys = secrets.map(keyOf)
  const isSealed = (key: string) => key.endsWith(sealedEnding)

  async function seal(storeKey: string, path: string, target: string): Promise<void> {
    const salt = randomBytes(saltBytes)
    const secret = fileKey(newest, salt)
    const from = await openFile(path)
    const to = await openFile(target, 'wx', 0o600)
    try {
      const { size } = await from.stat()
      await to.write(Buffer.concat([magic, newest.name, salt]))
      const buffer = Buffer.alloc(blockBytes)
      for (let index = 0, done = 0; index === 0 || done < size; index++) {
        const { bytesRead } = await from.read(buffer, 0, blockBytes, done)
        done += bytesRead
        const { nonce, extra } = blockOf(storeKey, index, done >= size)
        const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(extra)
        await to.write(
          Buffer.concat([cipher.update(buffer.subarray(0, bytesRead)), cipher.final(), cipher.getAuthTag()]),
        )
        if (bytesRead === 0) break
      }
    } finally {
      await from.close()
      await to.close()
    }
  }

  return {
    async put(key, file) {
      if (!isSealed(key)) return await inner.put(key, file)
      const target = `${file.path}${sealedEnding}`
      try {
        await seal(key, file.path, target)
        await inner.put(key, { path: target, contentType: 'application/octet-stream' })
      } finally {
        await rm(target, { force: true })
      }
    },
    async get(storeKey, range) {
      if (!isSealed(storeKey)) return await inner.get(storeKey, range)
      const whole = await inner.get(storeKey)
      if (!whole) return null
      const size = openedBytes(whole.bytes)
      const first = range?.first ?? 0
      const last = Math.min(range?.last ?? size - 1, size - 1)
      const bytes = Math.max(0, last - first + 1)
      return { body: Readable.from(cut(open(storeKey, whole.body, whole.bytes), first, bytes)), bytes }
    },
    remove: (key) => inner.remove(key),
  }

  /** Decrypts a sealed file block by block. */
  async function* open(storeKey: string, body: Readable, sealedBytes: number): AsyncGenerator<Buffer> {
    let pending = Buffer.alloc(0)
    let index = 0
    let left = sealedBytes - headerBytes
    let secret: Buffer | null = null
    for await (const part of body as AsyncIterable<Buffer>) {
      pending = Buffer.concat([pending, part])
      if (!secret && pending.length >= headerBytes) {
        secret = secretOf(pending.subarray(0, headerBytes))
        pending = pending.subarray(headerBytes)
      }
      while (secret && left > 0 && pending.length >= Math.min(sealedBlockBytes, left)) {
        const length = Math.min(sealedBlockBytes, left)
        const sealed = pending.subarray(0, length - tagBytes)
        const tag = pending.subarray(length - tagBytes, length)
        const { nonce, extra } = blockOf(storeKey, index, left === length)
        const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes })
        decipher.setAAD(extra).setAuthTag(tag)
        yield Buffer.concat([decipher.update(sealed), decipher.final()])
        pending = pending.subarray(length)
        left -= length
        index++
      }
    }
    if (!secret || left > 0) throw new Error('a stored file is cut off')
  }

  function secretOf(header: Buffer): Buffer {
    const key = keys.find(({ name }) => header.subarray(magic.length, magic.length + nameBytes).equals(name))
    if (!header.subarray(0, magic.length).equals(magic) || !key) throw new Error('a stored file has an unknown key')
    return fileKey(key, header.subarray(magic.length + nameBytes))
  }
}

/** `length` bytes of a stream from `skip` on. */
async function* cut(blocks: AsyncIterable<Buffer>, skip: number, length: number): AsyncGenerator<Buffer> {
  let before = skip
  let left = length
  for await (const block of blocks) {
    const wanted = block.subarray(Math.min(before, block.length))
    before -= block.length - wanted.length
    const part = wanted.subarray(0, left)
    left -= part.length
    if (part.length > 0) yield part
    if (left <= 0) return
  }
}
