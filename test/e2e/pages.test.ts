import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sized } from '#test/rounds.ts'
import { hrefIn } from '#web/locale.ts'
import { hideGoneMentor, looks, publicPages, statuses } from './public-pages.ts'
import { accessibilityFindings, expectNoSidewaysScroll, pageReady, type Site, startSite, type Visit } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await hideGoneMentor(site)
})
afterAll(() => site.stop())

// Each page in one look: on a phone in Hindi, or in `npm run test:full` in turn, two of three on a phone. `npm run axe` checks
// all twelve looks.
const phones = looks.filter(({ width }) => width < 600)
const wider = looks.filter(({ width }) => width > 600)
const hindi = looks.filter(({ width, dark, locale }) => width === 360 && !dark && locale === 'hi')
/** In `npm test`, one of the pages of law, of the lists and so on stands for the others. */
const alike = sized(
  /^\/(privacy|refund|terms-and|grievance|accessibility|cases|ranking|shortlist|signup\/(?!personal)|tutors\/music|mentors\?|mentors\/harpreet)/,
  /^$/,
)
const seen = publicPages
  .filter((path) => !alike.test(path))
  .flatMap((path, i) => {
    const fitting = sized(hindi, i % 3 === 2 ? wider : phones)
    const look = fitting[i % fitting.length]
    return look ? [{ path, ...look }] : []
  })

/** Pages of text, and others that look alike: checked for accessibility in `npm run test:full`. */
const plain = sized(/\?|^\/(terms|ranking|offline|selected|tutors|nowhere|admin)/, /^$/)

// One device per look, so that shared assets are loaded once.
const devices = new Map<string, Promise<Visit>>()
function deviceOf(look: { width: number; dark: boolean }): Promise<Visit> {
  const key = `${look.width} ${look.dark}`
  const device = devices.get(key) ?? site.visit(look)
  devices.set(key, device)
  return device
}

describe('public pages', () => {
  test.concurrent.each(seen)(
    '$path at $width px, dark $dark, language $locale',
    async ({ path, width, dark, locale }) => {
      const { page, problems } = await site.open((await deviceOf({ width, dark })).context)
      const reply = await page.goto(hrefIn(locale, path))
      const status = statuses[path] ?? 200
      expect(reply?.status()).toBe(status)
      const policy = reply?.headers()['content-security-policy'] ?? ''
      // Cacheable pages allow scripts by hash instead of nonce.
      expect(policy).toMatch(/script-src 'self' ('sha256-[^']+' ?)+;|script-src 'self' 'nonce-[^']+';/)
      expect(policy).not.toContain('unsafe-')
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default")
      expect(await page.locator('html').getAttribute('lang')).toBe(locale)
      await pageReady(page)
      await expectNoSidewaysScroll(page)
      if (!plain.test(path)) expect(await accessibilityFindings(page), page.url()).toEqual([])
      // The browser logs such a status, and the missing page logs its path.
      expect(status === 200 ? problems : []).toEqual([])
      await page.close()
    },
  )
})

test('a page of nobody else is sent in one piece, with its status', async () => {
  const ask = async (path: string, method = 'GET') => {
    const reply = await fetch(site.url + path, {
      method,
      redirect: 'manual',
      headers: { cookie: 'session=nobody', 'accept-encoding': 'identity' },
    })
    const { length } = Buffer.from(await reply.arrayBuffer())
    return { status: reply.status, length, told: Number(reply.headers.get('content-length')) }
  }
  for (const [path, status] of [
    ['/login', 200],
    ['/nowhere', 404],
  ] as const) {
    const whole = await ask(path)
    expect([whole.status, whole.told], path).toEqual([status, whole.length])
    expect(whole.length, path).toBeGreaterThan(5_000)
    expect(await ask(path, 'HEAD'), path).toMatchObject({ status, length: 0 })
  }
})

test('no text on Hindi pages is left in English', async () => {
  const { page, context } = await site.visit({ width: 1280 })
  for (const path of ['/hi', '/hi/login', '/hi/about-us']) {
    await page.goto(path)
    expect(await page.locator('h1').first().textContent()).toMatch(/[\u0900-\u097f]/)
  }
  await context.close()
})

test('without scripts: find a mentor, open a profile, get a code, log in', async () => {
  const { page, context } = await site.visit({ width: 360, scripts: false })
  await page.goto('/')
  await page.getByLabel('Class', { exact: true }).selectOption('8')
  await page.getByRole('button', { name: 'Find mentors' }).click()
  await page
    .getByRole('link', { name: /Sunita Deshpande/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Sunita Deshpande' }).waitFor()
  await page.goto('/login')
  await site.enterPhone(page, '9811100009')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('**/dashboard/student')
  await page.getByText('No classes booked yet').waitFor()
  await context.close()
})

test('filters live in the address: Back, reload and Reset follow', { tags: ['full'] }, async () => {
  const { page, context, problems } = await site.visit({ width: 1280 })
  await page.goto('/mentors')
  await page.getByLabel('Class', { exact: true }).selectOption('8')
  await page.waitForURL(/class=8/)
  await page.getByRole('checkbox', { name: /^Math/ }).check()
  await page.waitForURL(/subject=mathematics/)
  await page.goBack()
  await expect.poll(() => page.getByRole('checkbox', { name: /^Math/ }).isChecked()).toBe(false)
  await page.reload()
  expect(await page.getByLabel('Class', { exact: true }).inputValue()).toBe('8')
  await page.getByRole('link', { name: 'Reset', exact: true }).first().click()
  await expect.poll(() => page.getByLabel('Class', { exact: true }).inputValue()).toBe('')
  expect(problems).toEqual([])
  await context.close()
})

test('an uploaded photo comes in the size of the screen, and keeps its place when it is missing', async () => {
  const photo = '/media/0196f3a0-0000-7000-8000-000000000000/640.jpg'
  await sql`update mentor set photo = ${photo} where slug = 'imran-qureshi'`.execute(site.db)
  for (const [scale, width] of [
    [1, 160],
    [2, 320],
  ] as const) {
    const { page, context } = await site.visit({ width: 1280, scale })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/mentors/imran-qureshi')
    const picture = page.locator('main .photo').first()
    const { width: wide = 0, height = 0 } = (await picture.boundingBox()) ?? {}
    expect(asked).toContainEqual(expect.stringContaining(photo.replace('640.jpg', `${width}.avif`)))
    expect(height / wide).toBeCloseTo(5 / 4, 1)
    await context.close()
  }
})
