import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Channel, listenForChanges } from './changes.ts'

/** A page as everybody who is not logged in sees it. */
type Page = {
  status: number
  headers: [name: string, value: string][]
  etag: string
  body: Buffer
  br: Buffer
  isKept: boolean
}
/** Renders an address for nobody in particular: only the theme is known. */
type Render = (request: { theme: string; nonce: string }) => Promise<Response>

const maxCachedBytes = 48 * 1024 * 1024
// What nobody tells about (counters, the date) is never older than this.
const maxAgeMs = 60_000
const channel: Channel = 'public_pages'
const maxAddressLength = 500
/** Pages that are the same for all visitors, with and without language; `.data` is what the router asks for. */
const sharedPaths =
  /^(\/hi)?(\/|\/_root|\/mentors(\/[^/]+)?|\/selected-mentors|\/tutors(\/[^/]+){0,2}|\/about-us|\/contact-us|\/terms-conditions|\/terms-and-conditions|\/privacy-policy|\/refund|\/offline)?(\.data)?$/
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const cookieOf = (request: FastifyRequest, name: string) => request.cookies[name]
const isPersonal = (request: FastifyRequest) =>
  ['session', '__Host-session', 'shortlist'].some((name) => cookieOf(request, name) !== undefined)

/**
 * The policy allows inline scripts by their hashes instead of a nonce, so that a page can be kept. Only scripts that
 * carry the nonce of the rendering are ours: one that came in with somebody's text stays forbidden.
 */
function withoutNonce(html: string, nonce: string): { html: string; hashes: string[] } {
  const own = new RegExp(`<script(?=[^>]* nonce="${nonce}")(?![^>]* src=)[^>]*>([^]*?)</script>`, 'g')
  const hashes = [...html.matchAll(own)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), hashes: [...new Set(hashes)] }
}

/** An eighth fewer bytes for a tenth of a second beside: worth it where many visitors get the same. Not every filter has many. */
const quality = { plain: 11, filtered: 7 }

async function toPage(response: Response, nonce: string, kind: keyof typeof quality): Promise<Page> {
  const { html, hashes } = withoutNonce(await response.text(), nonce)
  const headers = new Headers(response.headers)
  const policy = headers.get('content-security-policy')
  if (policy !== null) headers.set('content-security-policy', policy.replace(`'nonce-${nonce}'`, hashes.join(' ')))
  // Something the page shows could not be read just now.
  const isWhole = !headers.has('x-incomplete')
  const isKept = response.status === 200 && isWhole && !headers.has('set-cookie')
  headers.set('cache-control', isKept ? 'public, max-age=0, must-revalidate' : 'private, no-store')
  const body = Buffer.from(html)
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality[kind], [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return {
    status: response.status,
    headers: [...headers],
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    body,
    br: await brotli(body, { params }),
    isKept,
  }
}

async function send(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (page.isKept) {
    reply.header('etag', page.etag).header('vary', 'cookie, accept-encoding')
    // Without the policy: the one that came with the kept body stays in force.
    const known = request.headers['if-none-match'] ?? ''
    if (known.split(/,\s*/).includes(page.etag)) {
      return reply.code(304).header('cache-control', 'public, max-age=0, must-revalidate').send()
    }
  }
  reply.code(page.status)
  for (const [name, value] of page.headers) reply.header(name, value)
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (page.body.length === 0) return reply.send()
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.br)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await gzipped(page.body))
  return reply.header('content-encoding', 'identity').send(page.body)
}

/**
 * Public pages for visitors who are not logged in, rendered once and kept until something they show changes, a minute
 * at most. Visitors who ask for the same page at once wait for one rendering.
 */
export function createPageCache(databaseUrl: string) {
  const kept = new LRUCache<string, Page>({
    ttl: maxAgeMs,
    maxSize: maxCachedBytes,
    sizeCalculation: ({ body, br }) => body.length + br.length + 1,
  })
  const underWay = new Map<string, Promise<Page>>()
  // What was being rendered before a change may show the time before it, and is not kept.
  let changes = 0
  const listener = listenForChanges(databaseUrl, channel, () => {
    changes += 1
    kept.clear()
    underWay.clear()
  })

  async function make(key: string, theme: string, render: Render): Promise<Page> {
    const before = changes
    const nonce = randomBytes(16).toString('hex')
    const page = await toPage(await render({ theme, nonce }), nonce, key.includes('?') ? 'filtered' : 'plain')
    if (page.isKept && listener.isListening() && changes === before) kept.set(key, page)
    return page
  }

  return {
    /** Whether this request gets the page everybody gets. */
    covers(request: FastifyRequest, path: string): boolean {
      const [pathname = ''] = path.split('?')
      return (
        request.method === 'GET' && path.length < maxAddressLength && sharedPaths.test(pathname) && !isPersonal(request)
      )
    },
    async answer(request: FastifyRequest, reply: FastifyReply, path: string, render: Render): Promise<FastifyReply> {
      const theme = /^(light|dark)$/.test(cookieOf(request, 'theme') ?? '') ? `theme=${cookieOf(request, 'theme')}` : ''
      const key = `${theme} ${path}`
      let page = kept.get(key)
      if (page === undefined) {
        const making = underWay.get(key) ?? make(key, theme, render)
        underWay.set(key, making)
        page = await making.finally(() => underWay.get(key) === making && underWay.delete(key))
      }
      return await send(page, request, reply)
    },
    stop: () => listener.stop(),
  }
}
export type PageCache = ReturnType<typeof createPageCache>
