import { randomBytes } from 'node:crypto'
import { isDocument, linkSeconds, type UploadPreset } from '#contract/wire/uploads.ts'
import type { Keys } from '#server/config.ts'
import { signerFor } from '#server/platform/sealed.ts'
import type { Viewer } from '#server/platform/sessions.ts'

type Query = { expires?: string; nonce?: string; signature?: string }
type Opener = Pick<Viewer, 'sessionId'>

/** Signs and checks links to private files: an HMAC over file, session, expiry time in seconds and a random part. */
export function createLinks(keys: Keys, publicUrl: string) {
  const signer = signerFor(keys, 'media links')
  const textOf = (...parts: (string | number)[]) => parts.join('\n')
  return {
    write(id: string, preset: UploadPreset, { sessionId }: Opener): { url: string; expiresAt: Date } {
      const seconds = isDocument(preset) ? linkSeconds.document : linkSeconds.other
      const expires = Math.floor(Date.now() / 1000) + seconds
      const nonce = randomBytes(9).toString('base64url')
      const signature = signer.sign(textOf(id, sessionId, expires, nonce)).toString('base64url')
      const query = new URLSearchParams({ expires: String(expires), nonce, signature })
      return { url: `${publicUrl}/media/private/${id}?${query}`, expiresAt: new Date(expires * 1000) }
    },
    check(id: string, { expires: until, nonce = '', signature: sent = '' }: Query, opener: Opener | null) {
      const expires = Number(until)
      // One spelling of each link, because used ones are remembered as they were sent.
      if (!/^[\w-]{43}$/.test(String(sent)) || typeof sent !== 'string') return 'false'
      const signature = Buffer.from(sent, 'base64url')
      if (signature.toString('base64url') !== sent) return 'false'
      if (!opener || !Number.isSafeInteger(expires)) return 'false'
      if (!signer.isSigned(textOf(id, opener.sessionId, expires, nonce), signature)) return 'false'
      return expires * 1000 > Date.now() ? 'good' : 'expired'
    },
  }
}
