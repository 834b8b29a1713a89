import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Config } from '#server/config.ts'
import { checkedKey, type Store } from './file-store.ts'

// For an answer's first line; a body may take as long as it moves.
const answerMs = 15_000
const putMs = 10 * 60_000

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

type S3Config = NonNullable<Config['s3']>

/** A bucket that speaks S3, each request signed (AWS Signature Version 4) with the hash of what it carries. */
export function s3Store(s3: S3Config): Store {
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

  /** One request; a failure names the store's own code and nothing that is secret. */
  async function call(method: string, key: string, init: RequestInit & { mostMs: number }): Promise<Response> {
    const url = `${base}/${checkedKey(key)}`
    const { headers } = await client.sign(url, { method, headers: init.headers ?? {} })
    const gone = new AbortController()
    const late = setTimeout(() => gone.abort(new Error(`the file store did not answer ${method}`)), init.mostMs)
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
      // A blob over a file is read piece by piece, and its length is known to the request.
      const body = await openAsBlob(path, { type: contentType })
      const headers = { 'content-type': contentType, 'x-amz-content-sha256': await sha256Of(path) }
      const reply = await call('PUT', key, { headers, body, mostMs: putMs })
      await reply.body?.cancel()
      if (reply.status === 404) throw new Error('the file store has no such bucket')
    },
    async get(key, range) {
      const headers = range ? { range: `bytes=${range.first}-${range.last}` } : {}
      const reply = await call('GET', key, { headers, mostMs: answerMs })
      if (reply.status === 404 || !reply.body) {
        await reply.body?.cancel()
        return null
      }
      // true: the same stream under the name Node gives it
      const body = Readable.fromWeb(reply.body as ReadableStream<Uint8Array>)
      return { body, bytes: Number(reply.headers.get('content-length')) }
    },
    async remove(key) {
      const reply = await call('DELETE', key, { mostMs: answerMs })
      await reply.body?.cancel()
    },
  }
}
