import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { Keys } from '#server/config.ts'

/** Derived once, because it costs more than sealing a short text. */
const keysFor = (secrets: Keys, purpose: string): [newest: KeyObject, ...earlier: KeyObject[]] => {
  const [newest, ...earlier] = secrets.map((secret) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
  )
  if (newest === undefined) throw new Error('no secret key')
  return [newest, ...earlier]
}

/**
 * Encrypts with AES-256-GCM and a key of its own for each purpose. The newest key seals, every key opens. `owner` names what a
 * text belongs to: sealed bytes moved to another row cannot be opened.
 */
export function cipherFor(secrets: Keys, purpose: string) {
  const keys = keysFor(secrets, purpose)
  const [newest] = keys
  function seal(owner: string, text: string, iv: Buffer = randomBytes(12)): Buffer {
    const cipher = createCipheriv('aes-256-gcm', newest, iv).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed])
  }
  function openWith(key: KeyObject, owner: string, bytes: Buffer): string | null {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), {
        authTagLength: 16,
      })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }
  function open(owner: string, bytes: Buffer): string {
    for (const key of keys) {
      const text = openWith(key, owner, bytes)
      if (text !== null) return text
    }
    throw new Error('sealed bytes were changed, or belong to another key or owner')
  }
  return {
    seal,
    /** Text of `seal`. @throws Error if it was changed, or sealed with an unknown key or for another owner */
    open,
    /** Seals again with the newest key; null if that is done already. @throws Error as `open` */
    reseal: (owner: string, bytes: Buffer): Buffer | null =>
      openWith(newest, owner, bytes) === null ? seal(owner, open(owner, bytes)) : null,
  }
}

/** HMAC-SHA-256 with a key of its own for each purpose. The newest key signs, every key's signature counts. */
export function signerFor(secrets: Keys, purpose: string) {
  const keys = keysFor(secrets, purpose)
  const [newest] = keys
  const signWith = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest()
  const all = (text: string): Buffer[] => keys.map((key) => signWith(key, text))
  return {
    sign: (text: string): Buffer => signWith(newest, text),
    /** Signatures of every key, the newest first. */
    all,
    isSigned: (text: string, signature: Buffer): boolean =>
      all(text).some((one) => one.length === signature.length && timingSafeEqual(one, signature)),
  }
}
