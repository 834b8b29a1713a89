import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Version of the key in front of every sealed text, so that a later key can be told from this one. */
const version = 'v1'

const keyOf = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `sealed ${version}`, 32))

/**
 * Encrypts a text for storage (AES-256-GCM). `owner` names what it belongs to: a sealed text moved to another row cannot be
 * opened.
 */
export function seal(secretKey: string, owner: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
}

/** Text of `seal`. @throws Error if it was changed, or sealed with another key or for another owner */
export function unseal(secretKey: string, owner: string, sealed: string): string {
  const [found, content = ''] = sealed.split('.')
  if (found !== version) throw new Error('a sealed text has an unknown key version')
  const bytes = Buffer.from(content, 'base64url')
  const opened = createDecipheriv('aes-256-gcm', keyOf(secretKey), bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([opened.update(bytes.subarray(28)), opened.final()]).toString('utf8')
}
