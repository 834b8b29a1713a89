import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/harness.ts'
import { notifyChange } from './changes.ts'
import { createKept } from './kept.ts'
import { createPageCache, type PageCache } from './page-cache.ts'

let database: TestDatabase
let cache: PageCache
let stop: () => Promise<void>
const app = fastify()
let renderings: string[] = []
let isFull = false
let render: (path: string, theme: string, nonce: string) => Promise<Response>

beforeAll(async () => {
  database = await testDatabase()
  const kept = createKept()
  stop = kept.listen(database.url)
  cache = createPageCache(kept)
  await app.register(cookie)
  await app.register(compress, { global: true, threshold: 1, encodings: ['br', 'gzip'] })
  app.get('*', async (request, reply) => {
    const path = request.raw.url ?? ''
    if (!cache.covers(request, path)) return reply.send('own')
    const question = {
      path,
      mayRender: () => !isFull,
      render: ({ theme, nonce }: { theme: string; nonce: string }) => render(path, theme, nonce),
      note: () => '<i>older</i>',
    }
    return (await cache.answer(request, reply, question)) ? reply : reply.code(503).send('full')
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await stop()
  await database.drop()
})

const pageOf = (nonce: string, text = 'page') =>
  new Response(
    `<style nonce="${nonce}">b{}</style><style>i{}</style><body><p>${text}</p><script nonce="${nonce}">go()</script><script>alert(1)</script></body>`,
    {
      headers: {
        'content-type': 'text/html',
        'content-security-policy': `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'`,
      },
    },
  )
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const slow = { timeout: 10_000 }
/** Pages are cached only while notifications of changes arrive. */
const heard = () =>
  vi.waitFor(async () => {
    const path = `/mentors?${Math.random()}`
    await get(path)
    const before = renderings.length
    await get(path)
    expect(renderings.length).toBe(before)
  }, slow)
/** Makes a change and waits until cached pages are dropped. */
async function change(): Promise<void> {
  const path = `/about-us?${Math.random()}`
  await get(path)
  await notifyChange(database.db, 'public_pages')
  await vi.waitFor(async () => {
    await get(path)
    expect(renderings.filter((one) => one.endsWith(path))).toHaveLength(2)
  }, slow)
}

beforeEach(async () => {
  render = async (path, theme, nonce) => {
    renderings.push(`${theme} ${path}`)
    return pageOf(nonce)
  }
  await heard()
  await change()
  renderings = []
})

test('what a link under the pointer fetches is fresh for the click that follows', async () => {
  const headers = { 'sec-purpose': 'prefetch' }
  expect((await get('/mentors/a.data', headers)).headers['cache-control']).toBe('private, max-age=10')
  expect((await get('/mentors/a.data')).headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  // Pages of somebody signed in are not answered here.
  expect((await get('/mentors/a.data', { ...headers, cookie: 'session=1' })).body).toBe('own')
})

test('shares one rendering among visitors without a login, also concurrently', async () => {
  const replies = await Promise.all([get('/mentors'), get('/mentors'), get('/mentors')])
  replies.push(await get('/mentors', { cookie: 'browser=1; other=2' }))
  expect(renderings).toEqual([' /mentors'])
  for (const reply of replies) expect(reply).toMatchObject({ statusCode: 200, body: replies[0]?.body })
  expect(replies[0]?.headers).toMatchObject({
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'cookie, accept-encoding',
  })
})

test('bypasses the cache for logins, shortlists and private pages', async () => {
  for (const one of ['session=a', '__Host-session=a', 'shortlist=a', 'theme=dark; session=a']) {
    expect((await get('/mentors', { cookie: one })).body).toBe('own')
  }
  for (const path of ['/dashboard/student', '/shortlist', '/login', '/pay/1', '/chat/a', '/mentors/a/b', '/admin']) {
    expect((await get(path)).body, path).toBe('own')
  }
  expect((await get(`/mentors?q=${'a'.repeat(600)}`)).body).toBe('own')
  expect(renderings).toEqual([])
})

test('caches by URL, language and theme', async () => {
  for (const [path, one] of [
    ['/', ''],
    ['/hi', ''],
    ['/mentors?class=8', ''],
    ['/mentors.data?class=8', ''],
    ['/', 'theme=dark'],
    ['/', 'theme=light'],
    ['/', 'theme=<script>'],
  ] as const) {
    await get(path, one === '' ? {} : { cookie: one })
  }
  const expected = [' /', ' /hi', ' /mentors?class=8', ' /mentors.data?class=8', 'theme=dark /', 'theme=light /']
  expect(renderings).toEqual(expected)
})

test('allows its own scripts and styles by hash and exposes no nonce', async () => {
  const { headers, body } = await get('/about-us')
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(headers['content-security-policy']).toBe(
    `default-src 'self'; script-src 'self' ${hash('go()')}; style-src 'self' ${hash('b{}')}`,
  )
  expect(body).toContain('<style>b{}</style><style>i{}</style>')
  expect(body).toContain('<script>go()</script><script>alert(1)</script>')
})

test('answers 304 without another policy', async () => {
  const first = await get('/mentors/a')
  const again = await get('/mentors/a', { 'if-none-match': `"x", ${first.headers.etag}` })
  expect(again).toMatchObject({ statusCode: 304, body: '' })
  expect(again.headers.etag).toBe(first.headers.etag)
  expect(again.headers['content-security-policy']).toBeUndefined()
})

test('compresses a page once per encoding', async () => {
  const plain = await get('/refund')
  const br = await get('/refund', { 'accept-encoding': 'gzip, br' })
  const gz = await get('/refund', { 'accept-encoding': 'gzip' })
  expect([br.headers['content-encoding'], gz.headers['content-encoding']]).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body)
  expect(renderings).toHaveLength(1)
})

test('drops pages on commit and not on rollback', async () => {
  await get('/mentors')
  const undone = database.db.transaction().execute(async (tx) => {
    await notifyChange(tx, 'public_pages')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await get('/mentors')
  expect(renderings).toHaveLength(1)
  await notifyChange(database.db, 'public_pages')
  await vi.waitFor(async () => {
    await get('/mentors')
    expect(renderings).toHaveLength(2)
  }, slow)
})

test('serves but does not cache a page that changed during its rendering', async () => {
  const plain = render
  let finish = () => {}
  const started = new Promise<void>((begun) => {
    render = async (path, theme, nonce) => {
      begun()
      await new Promise<void>((done) => {
        finish = done
      })
      return await plain(path, theme, nonce)
    }
  })
  const late = get('/tutors')
  await started
  render = plain
  await change()
  renderings = []
  finish()
  expect((await late).statusCode).toBe(200)
  await get('/tutors')
  expect(renderings).toEqual([' /tutors', ' /tutors'])
})

test('does not cache replies other than plain pages', async () => {
  for (const init of [
    { status: 404 },
    { status: 503 },
    { headers: { 'set-cookie': 'a=b' } },
    { headers: { 'x-incomplete': '1' } },
  ]) {
    renderings = []
    render = async () => {
      renderings.push('again')
      return new Response('x', init)
    }
    const { headers } = await get('/mentors/b')
    await get('/mentors/b')
    expect(renderings, JSON.stringify(init)).toHaveLength(2)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers.etag).toBeUndefined()
  }
})

test('fails all waiting requests of a failed rendering and renders again for the next', async () => {
  const plain = render
  render = async () => {
    throw new Error('broken')
  }
  const [a, b] = await Promise.all([get('/contact-us'), get('/contact-us')])
  expect([a.statusCode, b.statusCode]).toEqual([500, 500])
  render = plain
  expect((await get('/contact-us')).statusCode).toBe(200)
})

/** Ends the connection on which changes arrive, until the returned function is called. */
async function goDeaf(): Promise<() => Promise<void>> {
  const end = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'mentorsetu-changes'`.execute(database.db)
  let isOver = false
  const ending = (async () => {
    while (!isOver) await end()
  })()
  return async () => {
    isOver = true
    await ending
  }
}

test('renders anew while notifications are interrupted, and sends the older page, marked, when that fails', async () => {
  const plain = render
  await get('/mentors')
  const hear = await goDeaf()
  await vi.waitFor(async () => {
    const before = renderings.length
    await get('/mentors')
    await get('/mentors')
    expect(renderings.length).toBe(before + 2)
  }, slow)
  for (const [what, fail] of [
    ['an error page', async () => new Response('away', { status: 503 })],
    ['a page with a part missing', async () => new Response('half', { headers: { 'x-incomplete': '1' } })],
    ['a limit', async () => new Response('slow down', { status: 429 })],
    ['an exception', () => Promise.reject(new Error('away'))],
    ['silence', () => new Promise<never>(() => {})],
  ] as const) {
    render = fail
    const { statusCode, headers, body } = await get('/mentors')
    expect([statusCode, headers['cache-control'], headers.etag], what).toEqual([200, 'private, no-store', undefined])
    expect(Number(headers['x-stale']), what).toBeGreaterThanOrEqual(0)
    expect(body, what).toMatch(/<p>page<\/p>.*<i>older<\/i><\/body>$/)
    const br = await get('/mentors', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(br.rawPayload).toString(), what).toBe(body)
  }
  // Nothing older exists of this one.
  render = async () => new Response('away', { status: 503 })
  expect((await get('/mentors/never-read')).statusCode).toBe(503)
  // A page that is gone is not replaced by an older one.
  render = async () => new Response('gone', { status: 404 })
  expect((await get('/about-us')).statusCode).toBe(404)
  render = plain
  await hear()
  await vi.waitFor(heard, { timeout: 10_000, interval: 200 })
  expect((await get('/mentors')).headers['x-stale']).toBeUndefined()
})

test.each([
  ['page', { status: 429 }],
  ['part', { headers: { 'x-incomplete': '429' } }],
])('does not share a %s refused by the limit of whoever asked', async (_, init) => {
  const plain = render
  const refusals = [1, 2]
  let rendered = 0
  render = async (...of) => {
    rendered += 1
    return refusals.pop() ? new Response('slow down', init) : await plain(...of)
  }
  const replies = await Promise.all(Array.from({ length: 5 }, () => get('/ranking')))
  const page = expect.stringContaining('<p>page</p>')
  expect(replies.map(({ body }) => body)).toEqual(['slow down', 'slow down', page, page, page])
  expect(rendered).toBe(3)
})

test('never sends an older page that a change was about', async () => {
  await get('/mentors/suspended')
  await change()
  render = async () => new Response('away', { status: 503 })
  expect((await get('/mentors/suspended')).statusCode).toBe(503)
})

test('a full process sends fresh and older pages and renders none', slow, async () => {
  await heard()
  const path = '/mentors?full'
  await get(path)
  isFull = true
  try {
    expect((await get(path)).statusCode).toBe(200)
    await notifyChange(database.db, 'public_pages', '')
    await vi.waitFor(async () => expect((await get(path)).statusCode).toBe(503))
    expect((await get('/mentors?unknown')).body).toBe('full')
    expect(renderings.filter((one) => one === '/mentors?unknown')).toEqual([])
  } finally {
    isFull = false
  }
  expect((await get(path)).statusCode).toBe(200)
})
