import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { applyCatalogue } from '#contract/reference/catalogue-changes.ts'
import { buildApp } from '#server/app.ts'
import { mountPages } from '#server/pages.ts'
import { unsealTotp } from '#server/people/accounts/sealed-totp.ts'
import { openQueue } from '#server/platform/queue.ts'
import type { UserType } from '#server/platform/sessions.ts'
import { builtIn, usePlaces } from '#server/reference/places/places.ts'
import { jobHandlers } from '#server/worker.ts'
import { accountConsent } from '#test/builders.ts'
import { demoDatabase, testConfig } from '#test/harness.ts'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // safe: it listens on a port
  await new Promise((done) => server.close(done))
  return port
}

/** One Chromium for all files of a worker; it ends with the worker. */
let chromiumOfWorker: Promise<Browser> | undefined
function launchOnce(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set: use npm test, which finds or installs Chromium')
  chromiumOfWorker ??= chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  return chromiumOfWorker
}

/**
 * The whole site on its own database with demo data, and a Chromium for it. `variables` are those of `.env.example`.
 */
export async function startSite({ variables = {} as Record<string, string> } = {}) {
  const browser = await launchOnce()
  const contexts: BrowserContext[] = []
  const database = await demoDatabase()
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'mentorsetu-site-'))
  const config = testConfig({ PORT: String(port), NODE_ENV: 'production', DATA_DIR: dataDir, ...variables })
  const queue = await openQueue(database.url)
  const { app, context } = await buildApp({ config, db: database.db, pool: database.pool, queue })
  await mountPages(app, context, 'production')
  await app.listen({ port, host: '127.0.0.1' })
  const deafen = [context.realtime.listen(database.url), context.kept.listen(database.url)]
  await queue.work(jobHandlers(context))
  const url = config.publicUrl

  /** Another page of a device; its console errors and failures are collected in `problems`. */
  async function open(context: BrowserContext): Promise<Omit<Visit, 'context'>> {
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
    return { page, problems }
  }

  /** A user with their own device; console errors and page failures are collected in `problems`. */
  async function visit(options: { width: number; dark?: boolean; scripts?: boolean; scale?: number }): Promise<Visit> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: options.width, height: options.width < 600 ? 740 : 900 },
      deviceScaleFactor: options.scale ?? 1,
      colorScheme: options.dark ? 'dark' : 'light',
      javaScriptEnabled: options.scripts ?? true,
      reducedMotion: 'reduce',
    })
    contexts.push(context)
    return { context, ...(await open(context)) }
  }

  /** The latest login code sent to a phone. */
  async function codeFor(phone: string): Promise<string> {
    const sent = (await (await fetch(`${url}/dev/outbox.json`)).json()) as {
      to: string
      template: string
      data: { code: string }
    }[] // safe: our own outbox
    const code = sent.find((one) => one.to === phone && one.template === 'otp')?.data.code
    if (!code) throw new Error(`no code was sent to ${phone}`)
    return code
  }

  /** Enters a phone number and the code sent to it. */
  async function enterPhone(page: Page, phone: string): Promise<void> {
    await page.getByLabel('Phone number').fill(phone)
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await page.getByLabel('6-digit OTP').waitFor()
    await page.getByLabel('6-digit OTP').fill(await codeFor(phone))
  }

  /** Logs in a page's device without the forms; an admin with the stored authenticator secret. */
  async function login(page: Page, phone: string, userType: UserType = 'student'): Promise<void> {
    // Codes are limited to one per 30 seconds, and an authenticator code works once.
    await sql`delete from otp_challenge`.execute(database.db)
    const { rows } = await sql<{ id: string; secret: string }>`
      update admin_user u set totp_used_step = 0 from account a where a.id = u.account_id and a.phone = ${phone} and ${userType === 'admin'}
      returning u.account_id as id, u.totp_secret as secret`.execute(database.db)
    const totp = rows[0] && {
      totp: new TOTP({ secret: unsealTotp(config.secretKeys, rows[0].id, rows[0].secret) ?? '' }).generate(),
    }
    const post = (path: string, data: object) => page.request.post(path, { data })
    const { verificationId } = await (await post('/api/otp/send-otp', { mobile: phone, userType })).json()
    const given = { verificationId, code: await codeFor(phone), phone, userType, consent: accountConsent(), ...totp }
    expect((await post('/api/otp/verify-otp', given)).ok()).toBe(true)
  }

  async function stop(): Promise<void> {
    await Promise.all(contexts.map((context) => context.close()))
    for (const stop of deafen) await stop()
    const closed = app.close()
    // Unread replies would delay closing by a minute.
    app.server.closeAllConnections()
    await closed
    await queue.stop()
    await database.drop()
    applyCatalogue(null)
    usePlaces(builtIn)
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, db: database.db, context, open, visit, codeFor, enterPhone, login, stop }
}
export type Site = Awaited<ReturnType<typeof startSite>>
export type Visit = { context: BrowserContext; page: Page; problems: string[] }

/** Injected once per page, and smaller than what the builder injects twice per check. */
const axe = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)
const axeSource = `if (!window.axe) { ${axe} }`

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

/** Every accessibility violation (WCAG 2.2 A and AA, and best practices) on the current page. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  // Contrast is wrong while something fades in. Chromium sometimes leaves a promise evaluated right after a navigation unanswered.
  await Promise.race([
    page.evaluate(
      `Promise.all(document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 5000).map((one) => one.finished.catch(() => {})))`,
    ),
    setTimeout(5000),
  ])
  // Reports violations only and from inside the page, because reporting passes takes longer than checking them.
  const isThere = page.frames().length === 1 && (await page.evaluate('"axe" in window'))
  const { violations } = await new AxeBuilder({ page, axeSource: isThere ? ';' : axeSource })
    .options({ runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .map((node) => `${id}: ${node.target.join(' ')} (${node.any[0]?.message ?? node.failureSummary ?? ''})`)
      // A toast or the tab bar covers something at any scroll position; it can be scrolled into view.
      .filter((finding) => !(id === 'target-size' && finding.includes('partially obscured'))),
  )
}

/**
 * Moves the pointer, because public pages load their scripts at the first sign of use, and waits until the page is
 * interactive (`entry.client.tsx` sets the mark).
 */
export async function pageReady(page: Page): Promise<void> {
  await page.mouse.move(1, 1)
  await page.mouse.move(0, 0)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

/** Runs only in `npm run test:full`; in `npm test`, axe.test.ts and pages.test.ts check the screens of families and mentors once. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!process.env.FULL) return
  expect(await accessibilityFindings(page), page.url()).toEqual([])
}

/** Opens the panel of a row of an admin list; the row has this text. */
export async function openRow(page: Page, text: string): Promise<Locator> {
  await page.locator('[data-row]').filter({ hasText: text }).first().locator('[data-open]').click()
  const panel = page.locator('.row-panel')
  await panel.waitFor()
  return panel
}

/** Fails when the page scrolls horizontally. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(over, page.url()).toBeLessThanOrEqual(0)
}

/** Every loaded screen must be free of horizontal scrolling, console errors and accessibility violations. */
export async function expectSound({ page, problems }: Visit): Promise<void> {
  await pageReady(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(problems).toEqual([])
}
