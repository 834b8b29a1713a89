import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { linkMinutes } from '#contract/wire/uploads.ts'

/** Signs and checks links to private files: an HMAC over the file id and the expiry time in seconds. */
export function createLinks(secretKey: string, publicUrl: string) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'media links', 32))
  const sign = (id: string, expires: number) => createHmac('sha256', key).update(`${id}\n${expires}`).digest()
  return {
    write(id: string): { url: string; expiresAt: Date } {
      const expires = Math.floor(Date.now() / 1000) + linkMinutes * 60
      const query = new URLSearchParams({
        expires: String(expires),
        signature: sign(id, expires).toString('base64url'),
      })
      return { url: `${publicUrl}/media/private/${id}?${query}`, expiresAt: new Date(expires * 1000) }
    },
    check(id: string, query: { expires?: string; signature?: string }): 'good' | 'expired' | 'false' {
      const expires = Number(query.expires)
      const signature = Buffer.from(query.signature ?? '', 'base64url')
      const expected = Number.isSafeInteger(expires) ? sign(id, expires) : null
      if (!expected || signature.length !== expected.length || !timingSafeEqual(signature, expected)) return 'false'
      return expires * 1000 > Date.now() ? 'good' : 'expired'
    },
  }
}
