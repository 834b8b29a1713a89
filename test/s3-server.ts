import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const keys = { keyId: 'AKIATEST', secret: 'a secret of the test', region: 'ap-south-1', bucket: 'mentorsetu-files' }
const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest('hex')
const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest()

/** The AWS Signature Version 4 signature, computed from the request alone. */
function signatureOf(request: IncomingMessage, date: string, signedHeaders: string): string {
  const url = new URL(request.url ?? '', 'http://x')
  url.searchParams.sort()
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [
    request.method,
    url.pathname,
    url.searchParams.toString(),
    headers.join(''),
    signedHeaders,
    request.headers['x-amz-content-sha256'],
  ]
  const scope = `${date.slice(0, 8)}/${keys.region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical.join('\n'))].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${keys.secret}`, date.slice(0, 8)), keys.region))
  return hmac(key, text).toString('hex')
}

/** A local store that speaks the S3 subset we use, as strictly as a strict server. */
export async function startS3() {
  const objects = new Map<string, { body: Buffer; type: string }>()
  let isDown = false
  let isNoisy = false

  function faultOf(request: IncomingMessage, body: Buffer): [number, string] | null {
    if (isDown) return [503, 'SlowDown']
    const found = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/[^,]+, SignedHeaders=([^,]+), Signature=(\w{64})$/.exec(
      request.headers.authorization ?? '',
    )
    const [, keyId = '', signedHeaders = '', signature] = found ?? []
    const date = String(request.headers['x-amz-date'])
    if (keyId !== keys.keyId) return [403, 'InvalidAccessKeyId']
    if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signedHeaders.split(';').includes(name)))
      return [403, 'AccessDenied']
    if (signature !== signatureOf(request, date, signedHeaders)) return [403, 'SignatureDoesNotMatch']
    if (request.method !== 'PUT') return null
    if (request.headers['content-length'] === undefined) return [411, 'MissingContentLength']
    if (Number(request.headers['content-length']) !== body.length) return [400, 'IncompleteBody']
    const declaredHash = request.headers['x-amz-content-sha256']
    return declaredHash === sha256(body) || declaredHash === 'UNSIGNED-PAYLOAD'
      ? null
      : [400, 'XAmzContentSHA256Mismatch']
  }

  /** Two keys a page, so that readers must ask for the next one. */
  function list({ searchParams }: URL, response: ServerResponse): void {
    const after = searchParams.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(searchParams.get('prefix') ?? '') && key > after)
    const page = keys.sort().slice(0, 2)
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified></Contents>`,
    )
    const next = keys.length > 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : ''
    response.writeHead(200).end(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    if (isNoisy && body.length > 0) body[0] = ~(body[0] ?? 0)
    const fault = faultOf(request, body)
    const [, bucket, ...rest] = new URL(request.url ?? '', 'http://x').pathname.split('/')
    const key = rest.join('/')
    if (request.method === 'GET' && key === '' && !fault) return list(new URL(request.url ?? '', 'http://x'), response)
    const object = objects.get(key)
    const fail = (status: number, code: string) =>
      void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
    if (fault) return fail(...fault)
    if (bucket !== keys.bucket) return fail(404, 'NoSuchBucket')
    if (request.method === 'PUT') {
      objects.set(key, { body, type: request.headers['content-type'] ?? '' })
      return void response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (!object) return fail(404, 'NoSuchKey')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const part = range ? object.body.subarray(Number(range[1]), Number(range[2]) + 1) : object.body
    response.writeHead(range ? 206 : 200, { 'content-length': part.length, 'content-type': object.type }).end(part)
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // safe: it listens on a port
  return {
    objects,
    variables: {
      MEDIA_STORE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: keys.bucket,
      S3_REGION: keys.region,
      S3_ACCESS_KEY_ID: keys.keyId,
      S3_SECRET_ACCESS_KEY: keys.secret,
    },
    goDown: (is: boolean) => {
      isDown = is
    },
    /** Flips a byte of every reply, as a faulty connection would. */
    makeNoise: (is: boolean) => {
      isNoisy = is
    },
    stop: () => new Promise((done) => server.close(done)),
  }
}
