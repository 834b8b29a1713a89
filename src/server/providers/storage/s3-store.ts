import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Config } from '#server/config.ts'
import { checkedKey, type ListedFile, type ListedStore } from './file-store.ts'

// Time limit until the reply starts; a body may take longer as long as it flows.
const answerMs = 15_000
const putMs = 10 * 60_000

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

type Request = RequestInit & { timeoutMs: number }
type S3Config = NonNullable<Config['s3']>

/** An S3-compatible bucket. Requests are signed with AWS Signature Version 4, including the payload's hash. */
export function s3Store(s3: S3Config): ListedStore {
  const client = new AwsClient({
    accessKeyId: s3.keyId,
    secretAccessKey: s3.secret,
    region: s3.region,
    service: 's3',
  })
  const endpoint = new URL(s3.endpoint)
  const base = s3.isPathStyle
    ? `${s3.endpoint}/${s3.bucket}`
    : `${endpoint.protocol}//${s3.bucket}.${endpoint.host}${endpoint.pathname.replace(/\/$/, '')}`

  /** Sends a request; errors name the store's error code and no secrets. */
  const call = (method: string, key: string, init: Request) => send(method, `${base}/${checkedKey(key)}`, init)
  async function send(method: string, url: string, init: Request): Promise<Response> {
    const { headers } = await client.sign(url, { method, headers: init.headers ?? {} })
    const gone = new AbortController()
    const late = setTimeout(() => gone.abort(new Error(`the file store did not answer ${method}`)), init.timeoutMs)
    try {
      const reply = await fetch(url, { ...init, method, headers, signal: gone.signal, redirect: 'error' })
      if (reply.ok || reply.status === 404) return reply
      const code = /<Code>(\w+)<\/Code>/.exec(await reply.text())?.[1] ?? ''
      throw new Error(`the file store answered ${method} with ${reply.status} ${code}`)
    } finally {
      clearTimeout(late)
    }
  }

  return {
    async put(key, { path, contentType }) {
      // A file-backed blob is streamed with a known length.
      const body = await openAsBlob(path, { type: contentType })
      const headers = { 'content-type': contentType, 'x-amz-content-sha256': await sha256Of(path) }
      const reply = await call('PUT', key, { headers, body, timeoutMs: putMs })
      await reply.body?.cancel()
      if (reply.status === 404) throw new Error('the file store has no such bucket')
    },
    async get(key, range) {
      const headers = range ? { range: `bytes=${range.first}-${range.last}` } : {}
      const reply = await call('GET', key, { headers, timeoutMs: answerMs })
      if (reply.status === 404 || !reply.body) {
        await reply.body?.cancel()
        return null
      }
      // safe: the same stream under the name Node gives it
      const body = Readable.fromWeb(reply.body as ReadableStream<Uint8Array>)
      return { body, bytes: Number(reply.headers.get('content-length')) }
    },
    async remove(key) {
      const reply = await call('DELETE', key, { timeoutMs: answerMs })
      await reply.body?.cancel()
    },
    async list(prefix) {
      const found: ListedFile[] = []
      let next: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(next ? { 'continuation-token': next } : {}) })
        const reply = await send('GET', `${base}/?${query}`, { timeoutMs: answerMs })
        const xml = await reply.text()
        if (reply.status === 404) throw new Error('the file store has no such bucket')
        found.push(...listedIn(xml))
        next = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1]
      } while (next)
      return found
    },
  }
}

/** Keys of this program contain nothing that XML escapes. */
function listedIn(xml: string): ListedFile[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, one = '']) => ({
    key: /<Key>([^<]*)</.exec(one)?.[1] ?? '',
    storedAt: new Date(/<LastModified>([^<]*)</.exec(one)?.[1] ?? ''),
  }))
}
