import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorTable, errorText } from '#contract/wire/errors.ts'
import { isDocument } from '#contract/wire/uploads.ts'
import type { Context } from '#server/context.ts'
import { languageOf } from '#server/platform/errors.ts'
import { readViewer } from '#server/platform/sessions.ts'
import type { ByteRange } from '#server/providers/storage/file-store.ts'
import { uuidShape } from './addresses.ts'
import { createLinks } from './links.ts'
import { marked } from './marked.ts'
import { adminName, type MediaRow, mediaById, useLink } from './queries.ts'

const contentTypes: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }
// A file that contains HTML or a script must not run it, submit forms or load other addresses.
const sandbox =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; frame-ancestors 'self'; sandbox"

const refuse = (request: FastifyRequest, reply: FastifyReply, code: 'not-found' | 'link-expired') =>
  reply
    .code(errorTable[code][0])
    .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
    .send(errorText(code, languageOf(request)))

/** The requested bytes of a `Range` header; null for the whole file, `none` if the range is not satisfiable. */
function rangeOf(header: string | undefined, size: number): ByteRange | null | 'none' {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return null // several ranges get the whole file
  const from = found[1] ?? ''
  const to = found[2] ?? ''
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first > last || first >= size ? 'none' : { first, last }
}

/** Serves files of any store from the site's origin: public ones by path, private ones by signed link. */
export function mediaDelivery(app: FastifyInstance, { config, db, store }: Context): void {
  const links = createLinks(config.secretKeys, config.publicUrl)

  /** Sends a whole file or the range that a player requests. */
  async function sendRanged(
    request: FastifyRequest,
    reply: FastifyReply,
    row: MediaRow,
    headers: Record<string, string>,
  ) {
    const range = rangeOf(request.headers.range, row.bytes)
    reply.headers({ 'accept-ranges': 'bytes', 'content-type': row.contentType, ...headers })
    if (range === 'none') return reply.code(416).header('content-range', `bytes */${row.bytes}`).send()
    const length = range ? range.last - range.first + 1 : row.bytes
    reply.header('content-length', length)
    if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${row.bytes}`)
    if (request.method === 'HEAD') return reply.send()
    const file = await store.get(row.storeKeys[0] ?? '', range ?? undefined)
    if (!file) return refuse(request, reply.removeHeader('content-length').removeHeader('content-range'), 'not-found')
    return reply.send(file.body)
  }

  app.get<{ Params: { id: string; name: string } }>('/media/:id/:name', async (request, reply) => {
    const { id, name } = request.params
    const row = uuidShape.test(id) ? await mediaById(db, id) : null
    const key = `${id}/${name}`
    if (!row || row.isPrivate || !row.storeKeys.includes(key)) return refuse(request, reply, 'not-found')
    if (row.kind === 'video') {
      // Short, because a mentor may unpublish it.
      return await sendRanged(request, reply, row, {
        'cache-control': 'public, max-age=300',
        'content-security-policy': sandbox,
      })
    }
    const file = await store.get(key)
    if (!file) return refuse(request, reply, 'not-found')
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': contentTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        'content-length': file.bytes,
        'content-security-policy': sandbox,
      })
      .send(file.body)
  })

  type Signed = { Params: { id: string }; Querystring: { expires?: string; nonce?: string; signature?: string } }
  app.get<Signed>('/media/private/:id', async (request, reply) => {
    const { id } = request.params
    const viewer = await readViewer(db, config, request)
    const validity = uuidShape.test(id) ? links.check(id, request.query, viewer) : 'false'
    if (validity === 'expired') return refuse(request, reply, 'link-expired')
    const row = validity === 'good' ? await mediaById(db, id) : null
    if (!row || !viewer) return refuse(request, reply, 'not-found')
    const headers = {
      'cache-control': 'private, no-store',
      'content-disposition': `inline; filename="${row.preset}.${row.format}"`,
      'content-security-policy': sandbox,
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    }
    if (!isDocument(row.preset)) return await sendRanged(request, reply, row, headers)
    if (request.method === 'HEAD') return reply.headers(headers).type(row.contentType).send()
    if (!(await useLink(db, request.query.signature ?? ''))) return refuse(request, reply, 'link-expired')
    const file = await store.get(row.storeKeys[0] ?? '')
    if (!file) return refuse(request, reply, 'not-found')
    reply.headers(headers).type(row.contentType)
    // Whoever opens somebody else's document finds its own name in it.
    return reply.send(
      row.accountId === viewer.accountId ? file.body : await marked(file, row, await adminName(db, viewer.accountId)),
    )
  })
}
