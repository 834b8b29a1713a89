import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const list = '/mentors?state=Madhya+Pradesh&city=Indore&class=8'
const viewLink = (nth: number) =>
  `[aria-labelledby=more-mentors] li:nth-child(${nth}) .mentor-card-foot .btn:last-child`

test('a link under the pointer fetches its profile once, so that the click needs no request of its data', async () => {
  const { page, context, problems } = await site.visit({ width: 1280 })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const asked = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength))
  const dataOf = (slug: string) => [...asked].filter(([, url]) => url.includes(`/mentors/${slug}.data`))
  await page.goto(list)
  await pageReady(page)
  const slugs = await page
    .locator('[aria-labelledby=more-mentors] .mentor-card-foot .btn:last-child')
    .evaluateAll((links) => links.map((link) => /\/mentors\/([^?]+)/.exec(link.getAttribute('href') ?? '')?.[1] ?? ''))
  const [first = '', second = ''] = slugs
  for (const nth of [1, 2]) {
    await page.locator(viewLink(nth)).hover()
    await expect.poll(() => dataOf(slugs[nth - 1] ?? '').length).toBe(1)
  }
  await page.waitForLoadState('networkidle')
  await page.locator(viewLink(2)).click()
  await page.waitForURL(`**/mentors/${second}?**`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // From the browser's cache, if at all.
  const transferred = (slug: string) => dataOf(slug).reduce((sum, [id]) => sum + (bytes.get(id) ?? 0), 0)
  const all = [...bytes.values()].reduce((sum, one) => sum + one, 0)
  expect(dataOf(second).filter(([id]) => (bytes.get(id) ?? 0) > 0)).toHaveLength(1)
  // One profile looked at but not opened.
  expect(transferred(first) / all).toBeLessThan(0.1)
  expect(problems).toEqual([])
  await context.close()
})

test('somebody signed in fetches a profile once too', async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await site.login(page, '9826014210')
  const reply = await page.request.get('/mentors/sunita-deshpande.data', { headers: { 'sec-purpose': 'prefetch' } })
  expect(reply.headers()).toMatchObject({
    'cache-control': 'private, max-age=10',
    vary: expect.stringContaining('cookie'),
  })
  const own = await page.request.get('/dashboard/student.data', { headers: { 'sec-purpose': 'prefetch' } })
  expect(own.headers()['cache-control']).toBe('private, no-store')
  await context.close()
})

/** Records what would keep a page out of the browser's memory for Back. */
const recordBlockers = `
  window.blockers = []
  const add = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (name, ...rest) {
    if (/^(before)?unload$/.test(name)) blockers.push(name)
    return add.call(this, name, ...rest)
  }
  window.WebSocket = class { constructor(url) { blockers.push(url) } }`

test('nothing keeps used public pages out of memory for Back; filters and scroll position stay', async () => {
  const { page, context, problems } = await site.visit({ width: 360 })
  await page.addInitScript(recordBlockers)
  for (const path of ['/', '/mentors/sunita-deshpande', '/tutors/mathematics/indore', list]) {
    const reply = await page.goto(path)
    expect(reply?.headers()['cache-control'], path).not.toContain('no-store')
    await pageReady(page)
    expect(await page.evaluate('[...blockers, window.onunload, window.onbeforeunload].filter(Boolean)'), path).toEqual(
      [],
    )
  }
  await page.evaluate('scrollTo(0, 1500)')
  await page.locator(viewLink(3)).evaluate((link) => location.assign(link.getAttribute('href') ?? ''))
  await page.waitForURL('**/mentors/*?**')
  await page.goBack()
  await page.waitForURL(list)
  await expect.poll(() => page.evaluate('scrollY')).toBe(1500)
  expect(problems).toEqual([])
  await context.close()
})
