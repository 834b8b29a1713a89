import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kept } from './kept.ts'

/** A cached page for visitors without a login. */
type Page = {
  status: number
  headers: [name: string, value: string][]
  etag: string
  body: Buffer
  br: Buffer
  isCompressedWell: boolean
  /** It, or a part of it, was refused by a limit of the visitor who asked. */
  isLimited: boolean
  /** Failed, limited, or a part of it could not be loaded. */
  isBroken: boolean
  isCacheable: boolean
}
/** Renders a page for an anonymous visitor with a theme. */
type Render = (request: { theme: string; nonce: string }) => Promise<Response>

type Question = {
  path: string
  render: Render
  /** Whether there is time to render; if so, the request counts as work. */
  mayRender: (reply: FastifyReply) => boolean
  note: (path: string) => string
}

const prefetched = 'private, max-age=10'
const maxAddressLength = 500
/** The wait for a fresh page before an older one is sent. */
const patienceMs = 800
/** Pages identical for all visitors, with and without language; `.data` is the router's data request. */
const sharedPaths =
  /^(\/hi)?(\/|\/_root|\/mentors(\/[^/]+)?|\/selected-mentors|\/tutors(\/[^/]+){0,2}|\/about-us|\/contact-us|\/terms-conditions|\/terms-and-conditions|\/privacy-policy|\/refund|\/grievance|\/accessibility|\/ranking|\/offline)?(\.data)?$/
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const cookieOf = (request: FastifyRequest, name: string) => request.cookies[name]
const isPersonal = (request: FastifyRequest) =>
  ['session', '__Host-session', 'shortlist'].some((name) => cookieOf(request, name) !== undefined)

/** Hashes of the inline scripts or styles with a nonce, for a content security policy. */
function hashesOf(kind: 'script' | 'style', html: string, nonce: string): string {
  const own = new RegExp(`<${kind}(?=[^>]* nonce="${nonce}")(?![^>]* src=)[^>]*>([^]*?)</${kind}>`, 'g')
  const hashes = [...html.matchAll(own)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return [...new Set(hashes)].join(' ')
}

/**
 * Allows inline scripts and styles by hash instead of nonce, so that the page can be cached. Only those with the nonce of the
 * rendering are allowed; what is injected through user text stays blocked.
 */
function withoutNonce(policy: string, html: string, nonce: string): string {
  return policy.replace(/(script|style)-src [^;]*/g, (rule, kind: 'script' | 'style') =>
    rule.replace(`'nonce-${nonce}'`, hashesOf(kind, html, nonce)).trim(),
  )
}

/** Brotli quality: 11 saves an eighth of the bytes for a quarter of a second of work. */
const quality = { quick: 5, best: 11 }
const compressed = (body: Buffer, kind: keyof typeof quality): Promise<Buffer> =>
  brotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality[kind], [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })

/** Compresses a page that a second visitor asks for once more, as well as possible, for those who follow. */
function compressWell(page: Page): void {
  if (page.isCompressedWell) return
  page.isCompressedWell = true
  compressed(page.body, 'best').then(
    (br) => {
      page.br = br
    },
    () => {}, // the quick one stays
  )
}

async function toPage(response: Response, nonce: string): Promise<Page> {
  const html = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const policy = headers.get('content-security-policy')
  if (policy !== null) headers.set('content-security-policy', withoutNonce(policy, html, nonce))
  // Part of the page could not be loaded.
  const isWhole = !headers.has('x-incomplete')
  const isLimited = response.status === 429 || headers.get('x-incomplete') === '429'
  const isCacheable = response.status === 200 && isWhole && !headers.has('set-cookie')
  headers.set('cache-control', isCacheable ? 'public, max-age=0, must-revalidate' : 'private, no-store')
  const body = Buffer.from(html.replaceAll(` nonce="${nonce}"`, ''))
  return {
    status: response.status,
    headers: [...headers],
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    body,
    br: await compressed(body, 'quick'),
    isCompressedWell: false,
    isLimited,
    isBroken: response.status >= 500 || isLimited || !isWhole,
    isCacheable,
  }
}

async function send(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (page.isCacheable) {
    reply.header('etag', page.etag).header('vary', 'cookie, accept-encoding')
    // A 304 sends no policy: the one of the cached body stays in force.
    const known = request.headers['if-none-match'] ?? ''
    if (known.split(/,\s*/).includes(page.etag)) {
      return reply.code(304).header('cache-control', 'public, max-age=0, must-revalidate').send()
    }
  }
  reply.code(page.status)
  for (const [name, value] of page.headers) reply.header(name, value)
  // Fetched for a link under the pointer: the click needs no further request.
  if (page.isCacheable && request.headers['sec-purpose'] === 'prefetch') reply.header('cache-control', prefetched)
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (page.body.length === 0) return reply.send()
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.br)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await gzipped(page.body))
  return reply.header('content-encoding', 'identity').send(page.body)
}

/** A reply is a promise of its end: what is returned must not be one. */
async function sent(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<true> {
  await send(page, request, reply)
  return true
}

/** An older page, which says so in the header `x-stale` and in `note` at its end. */
async function asOlder(page: Page, ageSeconds: number, note: string): Promise<Page> {
  const isHtml = page.headers.some(([name, value]) => name === 'content-type' && value.startsWith('text/html'))
  const body = isHtml ? Buffer.from(page.body.toString().replace('</body>', () => `${note}</body>`)) : page.body
  return {
    ...page,
    headers: [
      ...page.headers.filter(([name]) => name !== 'cache-control'),
      ['cache-control', 'private, no-store'],
      ['x-stale', String(ageSeconds)],
    ],
    body,
    br: isHtml ? await compressed(body, 'quick') : page.br,
    isCacheable: false,
  }
}

const isShared = (path: string) => sharedPaths.test(path.split('?')[0] ?? '')

/** Lets the browser of somebody signed in keep a public page fetched for a link under the pointer, too. */
export function keepPrefetched(request: FastifyRequest, path: string, { status, headers }: Response): void {
  if (request.headers['sec-purpose'] !== 'prefetch' || status !== 200 || !isShared(path)) return
  headers.set('cache-control', prefetched)
  headers.append('vary', 'cookie')
}

/** Caches public pages for visitors without a login until public content changes. */
export function createPageCache(kept: Kept) {
  const pages = kept.of<Page>('page', ({ isCacheable, body, br }) => (isCacheable ? body.length + br.length : 0))

  async function make(theme: string, render: Render) {
    const nonce = randomBytes(16).toString('hex')
    return { value: await toPage(await render({ theme, nonce }), nonce), about: null }
  }

  return {
    /** Whether a request is served from the shared cache. */
    covers(request: FastifyRequest, path: string): boolean {
      return request.method === 'GET' && path.length < maxAddressLength && isShared(path) && !isPersonal(request)
    },
    /**
     * Answers with a fresh page, or with an older one and `note` when that fails, takes too long or may not begin. False if
     * there is neither: then nothing was sent.
     */
    async answer(
      request: FastifyRequest,
      reply: FastifyReply,
      { path, mayRender, render, note }: Question,
    ): Promise<boolean> {
      const theme = /^(light|dark)$/.test(cookieOf(request, 'theme') ?? '') ? `theme=${cookieOf(request, 'theme')}` : ''
      const key = `${theme} ${path}`
      const fresh = pages.fresh(key)
      if (fresh) {
        // Filtered lists are shared by few.
        if (!path.includes('?')) compressWell(fresh)
        return await sent(fresh, request, reply)
      }
      const isData = /\.data(\?|$)/.test(path)
      if (!pages.isUnderWay(key) && !mayRender(reply)) {
        const older = isData ? undefined : pages.older(key)
        if (older) await send(await asOlder(older.value, older.ageSeconds, note(path)), request, reply)
        return older !== undefined
      }
      // A limit of the visitor who asked first is no answer to the others.
      const ask = async (): Promise<Page> => {
        const isFirst = !pages.isUnderWay(key)
        const page = await pages.answer(key, () => make(theme, render))
        return page.isLimited && !isFirst ? await ask() : page
      }
      // Data of the router has no room for a note: a failure makes the browser load the whole page.
      if (!pages.older(key) || isData) return await sent(await ask(), request, reply)
      const timer = new AbortController()
      const page = await Promise.race([
        ask().catch(() => null),
        pause(patienceMs, null, { signal: timer.signal }).catch(() => null),
      ]).finally(() => timer.abort())
      if (page && !page.isBroken) return await sent(page, request, reply)
      // A change may have dropped it meanwhile.
      const older = pages.older(key)
      if (!older) return await sent(page ?? (await ask()), request, reply)
      return await sent(await asOlder(older.value, older.ageSeconds, note(path)), request, reply)
    },
  }
}
export type PageCache = ReturnType<typeof createPageCache>
