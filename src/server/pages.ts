import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import compress from '@fastify/compress'
import { normalizeIP } from '@fastify/rate-limit'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { catalogueChanges } from '#contract/reference/catalogue-changes.ts'
import { brand } from '#contract/wire/brand.ts'
import { errorText, retryAfterSeconds } from '#contract/wire/errors.ts'
import { placesRevision } from '#server/reference/places/gazetteer.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { isSameOrigin } from './platform/guards.ts'
import type { Limiter } from './platform/limiter.ts'
import type { OverloadWatch } from './platform/overload.ts'
import { createPageCache, keepPrefetched, type PageCache } from './platform/page-cache.ts'
import { atPrimary } from './platform/replicas.ts'
import { withOneViewer } from './platform/sessions.ts'

const root = join(import.meta.dirname, '../..')
// The largest form, twelve answers to cases in both languages with the ones before, takes 377 kB.
const bodyLimitBytes = 512 * 1024
/** Forms one address may send in a minute, as many as it may write to the API. */
const formsPerMinute = 300
const formType = /^application\/x-www-form-urlencoded\b/

type Mode = 'development' | 'production'
/** The built site: the exports of `src/web/ssr.ts`. */
type Site = {
  handle: (request: Request, given: Record<string, unknown>) => Promise<Response>
  olderNote: (path: string) => string
}

/** The origin comes from the configuration, because clients control the Host header. */
function webRequest(request: FastifyRequest, url: URL, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'host' && name !== 'connection') headers.set(name, [value].flat().join(', '))
  }
  // The guard has checked the origin; the router compares it with the URL again.
  if (headers.has('origin')) headers.set('origin', url.origin)
  if (request.method === 'GET' || request.method === 'HEAD')
    return new Request(url, { method: request.method, headers, signal })
  const body = Readable.toWeb(request.raw)
  return new Request(url, { method: request.method, headers, signal, body, duplex: 'half' } as RequestInit)
}

type Mounted = {
  app: FastifyInstance
  config: Config
  mode: Mode
  cache: PageCache | undefined
  styles: ReadonlyMap<string, string>
  overload: OverloadWatch
  forms: Limiter
}

/** Sent at once, because the process has no time to render a page. */
const busyPage = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${retryAfterSeconds}"><title>${brand.name}</title>
<p>Too many people are using ${brand.name} right now. This page will try again in ${retryAfterSeconds} seconds.</p>
<p lang="hi">अभी बहुत ज़्यादा लोग ${brand.nameHi} इस्तेमाल कर रहे हैं। यह पेज ${retryAfterSeconds} सेकंड में फिर कोशिश करेगा।</p>`
const refuse = (reply: FastifyReply) =>
  reply
    .code(503)
    .headers({ 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(busyPage)

async function answer(
  site: Site,
  { app, config, mode, cache, styles, overload, forms }: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const path = request.raw.url ?? '/'
  const url = path.startsWith('/') ? URL.parse(config.publicUrl + path) : null
  if (url === null) return reply.code(400).send('Bad request')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    if (!isSameOrigin(config, request.headers)) return reply.code(403).send('Forbidden')
    if (request.headers['transfer-encoding'] !== undefined) return reply.code(411).send('Length required')
    if (Number(request.headers['content-length'] ?? 0) > bodyLimitBytes) return reply.code(413).send('Too large')
    if (!formType.test(request.headers['content-type'] ?? '')) return reply.code(415).send('Only forms')
    const waitMs = await forms.take(normalizeIP(request.ip))
    if (waitMs > 0) {
      const texts = [errorText('rate-limited', 'en'), errorText('rate-limited', 'hi')]
      return reply
        .code(429)
        .header('retry-after', Math.ceil(waitMs / 1000))
        .send(texts.join('\n'))
    }
  }
  const given = {
    inject: (one: InjectOptions) => app.inject(one),
    publicUrl: config.publicUrl,
    catalogue: catalogueChanges(),
    placesRevision: placesRevision(),
    logError: (error: unknown) => request.log.error(error, 'page failed'),
  }
  const mayRender = ({ raw }: FastifyReply) => {
    if (overload.isFull()) return false
    overload.count(raw)
    return true
  }
  if (cache?.covers(request, path)) {
    const render = ({ theme, nonce }: { theme: string; nonce: string }) =>
      site.handle(new Request(url), {
        ...given,
        nonce,
        sharedStyles: styles,
        headers: { cookie: theme, ip: request.ip, userAgent: '', acceptLanguage: '' },
        requestId: '',
      })
    const isSent = await cache.answer(request, reply, { path, mayRender, render, note: site.olderNote })
    return isSent ? reply : refuse(reply)
  }
  // A form that was sent is never lost.
  if (request.method === 'POST') overload.count(reply.raw)
  else if (!mayRender(reply)) return refuse(reply)
  const gone = new AbortController()
  reply.raw.once('close', () => reply.raw.writableFinished || gone.abort())
  const page = () =>
    site.handle(webRequest(request, url, gone.signal), {
      ...given,
      headers: {
        cookie: request.headers.cookie ?? '',
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        acceptLanguage: request.headers['accept-language'] ?? '',
      },
      nonce: mode === 'production' ? randomBytes(16).toString('base64') : undefined,
      requestId: request.id,
    })
  // A form may log in or out, or write, before the page is read.
  const response = await (request.method === 'POST' ? atPrimary(page) : withOneViewer(page))
  keepPrefetched(request, path, response)
  if (!response.headers.has('content-length')) return reply.send(response)
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  return reply.send(Buffer.from(await response.arrayBuffer()))
}

/** Runs Vite in this process: its middleware serves source files and passes everything else on to the pages. */
async function developmentSite(app: FastifyInstance, scope: FastifyInstance): Promise<() => Promise<Site>> {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const listening = [process.listeners('SIGTERM'), process.stdin.listeners('end')].flat()
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  // Remove the signal handlers of the router plugin's own Vite, which would end the process before requests and database are
  // closed.
  for (const one of process.listeners('SIGTERM')) if (!listening.includes(one)) process.off('SIGTERM', one)
  for (const one of process.stdin.listeners('end')) {
    if (!listening.includes(one)) process.stdin.off('end', one as () => void)
  }
  // The server waits for open sockets, and a page under development holds one.
  scope.addHook('preClose', () => vite.close())
  scope.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done))
  const { ssr } = vite.environments
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite cannot run the rendered site in this process')
  return () => ssr.runner.import<Site>(join(root, 'src/web/ssr.ts'))
}

/** The built styles by address. */
async function readStyles(): Promise<ReadonlyMap<string, string>> {
  const folder = join(root, 'build/client/assets')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.css'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return new Map(names.map((name, i) => [`/assets/${name}`, texts[i] ?? '']))
}

async function productionSite(app: FastifyInstance): Promise<() => Promise<Site>> {
  const client = join(root, 'build/client')
  await app.register(serveFiles, {
    root: client,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '.vite/**'],
    decorateReply: false,
    cacheControl: false,
    // Saves a header on each of about thirty replies of a first visit.
    acceptRanges: false,
    lastModified: false,
    setHeaders(reply, path) {
      const isHashed = path.startsWith(join(client, 'assets'))
      // Never cached, so that browsers find a new service worker at once.
      const isWorker = /\/sw\.js(\.br)?$/.test(path)
      if (isHashed) reply.removeHeader('etag')
      const plain = isWorker ? 'no-cache' : 'public, max-age=3600'
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : plain)
      reply.header('x-content-type-options', 'nosniff')
    },
  })
  const site: Site = await import(pathToFileURL(join(root, 'build/server/index.js')).href)
  return async () => site
}

/** Mounts the site as the fallback for every unclaimed URL. */
export async function mountPages(
  app: FastifyInstance,
  { config, kept, overload, limits }: Context,
  mode: Mode,
): Promise<void> {
  const forms = limits('form', { points: formsPerMinute, seconds: 60 })
  const cache = mode === 'production' ? createPageCache(kept) : undefined
  const styles = mode === 'production' ? await readStyles() : new Map()
  const productionLoad = mode === 'production' ? await productionSite(app) : undefined
  await app.register(async (scope) => {
    const load = productionLoad ?? (await developmentSite(app, scope))
    if (!scope.hasReplyDecorator('compress')) await scope.register(compress, { encodings: ['br', 'gzip'] })
    // Pages parse their forms from the untouched stream.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all('/assets/*', (_request, reply) => reply.code(404).send('Not found'))
    scope.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '*',
      handler: async (request, reply) =>
        answer(await load(), { app, config, mode, cache, styles, overload, forms }, request, reply),
    })
  })
}
