// @module-tag full
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { projectMentors } from '#server/mentors/search/projection.ts'
import { transaction } from '#server/platform/database.ts'
import { idOfAddress, publish } from '#server/reference/media/media.ts'
import { makePdf, makePhoto, makeVideo } from '#test/uploads.ts'
import type { Locale } from '#web/locale.ts'
import { expectAccessible, expectNoSidewaysScroll, pageReady, type Site, startSite, type Visit } from './site.ts'

let site: Site
let folder: string
beforeAll(async () => {
  site = await startSite()
  folder = await mkdtemp(join(tmpdir(), 'mentorsetu-upload-'))
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})

const slow = { timeout: 20_000 }
let phones = 9811300000

/** A user with a verified phone at a section of the application. */
async function applicant(section: string, width: number, locale: Locale = 'en'): Promise<Visit> {
  const visit = await site.visit({ width })
  const { page } = visit
  const phone = String(++phones)
  await site.login(page, phone, 'mentor')
  await page.goto(`${locale === 'hi' ? '/hi' : ''}/signup/${section}`)
  await pageReady(page)
  return visit
}

const field = (page: Page, path: string) => page.locator(`[id="${path}"]`)
const chooser = (page: Page, path: string) => field(page, path).locator('input[type=file]:not([capture])')
const addressOf = (page: Page, path: string) => page.locator(`input[type=hidden][name="${path}"]`).inputValue()
const words = (text: (input: object, options: { locale: Locale }) => string, locale: Locale = 'en') =>
  text({}, { locale })

async function saved(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

/** The bytes of a private file, as its uploader downloads them. */
async function stored(page: Page, address: string): Promise<Buffer> {
  const id = /[\da-f-]{36}/.exec(address)?.[0]
  const { data } = await (await page.request.get(`/api/media/${id}/link`)).json()
  return await (await page.request.get(data.url)).body()
}

test('a photo uploads when chosen, survives a reload, is replaced by drag and drop, and removed by keyboard', async () => {
  const { page, problems } = await applicant('personal', 360)
  const kept = page.waitForResponse((reply) => reply.request().postData()?.includes('640.jpg') ?? false)
  await chooser(page, 'profilePhoto').setInputFiles(await saved('me.jpg', await makePhoto(600, 750)))
  await field(page, 'profilePhoto').getByText(words(m.upload_done), { exact: true }).first().waitFor()
  await field(page, 'profilePhoto').getByText('me.jpg').waitFor()
  const first = await addressOf(page, 'profilePhoto')
  expect(first).toMatch(/\/media\/[\da-f-]{36}\/640\.jpg$/)
  await kept
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.reload()
  await expect.poll(() => addressOf(page, 'profilePhoto'), slow).toContain(new URL(first).pathname)
  const natural = () => page.evaluate(`document.querySelector('#profilePhoto img')?.naturalWidth`)
  await expect.poll(natural, slow).toBe(600)

  // Before scripts run nothing handles a drop, and the buttons are disabled.
  await expect.poll(() => chooser(page, 'profilePhoto').isEnabled(), slow).toBe(true)
  const other = (await makePhoto(300, 300)).toString('base64')
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${other}'), (letter) => letter.charCodeAt(0))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([bytes], 'new.jpg', { type: 'image/jpeg' }))
    document.querySelector('#profilePhoto .file-box').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  })()`)
  await expect.poll(() => addressOf(page, 'profilePhoto'), slow).not.toContain(new URL(first).pathname)
  const remove = field(page, 'profilePhoto').getByRole('button', { name: /^Remove/ })
  await chooser(page, 'profilePhoto').focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe(await remove.getAttribute('aria-label'))
  await page.keyboard.press('Enter')
  expect(await addressOf(page, 'profilePhoto')).toBe('')
  expect(problems).toEqual([])
})

test('a video upload resumes after a lost connection and arrives unchanged', async () => {
  const { page, context } = await applicant('details', 360)
  const file = makeVideo(7_000_000)
  const ranges: string[] = []
  page.on('request', (request) => {
    const range = request.headers()['content-range']
    if (range) ranges.push(range)
  })
  const devtools = await context.newCDPSession(page)
  const network = (offline: boolean, uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
  await devtools.send('Network.enable')
  await network(false, 2_000_000)
  const share = field(page, 'teachingVideo').locator('progress')
  await chooser(page, 'teachingVideo').setInputFiles(await saved('class.mp4', file))
  await field(page, 'teachingVideo').getByText(words(m.upload_busy), { exact: true }).first().waitFor()
  await expect.poll(async () => Number(await share.getAttribute('value')), slow).toBeGreaterThan(55)
  await network(true, 0)
  await field(page, 'teachingVideo').getByText(words(m.upload_waiting), { exact: true }).first().waitFor()
  await expectAccessible(page)
  const before = ranges.length
  await network(false, -1)
  await expect.poll(() => addressOf(page, 'teachingVideo'), slow).toMatch(/video\.mp4$/)
  const resumedAt = Number(/\d+/.exec(ranges[before] ?? '')?.[0])
  expect(resumedAt).toBeGreaterThan(2_000_000)
  expect((await stored(page, await addressOf(page, 'teachingVideo'))).equals(file)).toBe(true)
  // Choosing the same file again completes at once, because the server already has it.
  await field(page, 'teachingVideo')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await chooser(page, 'teachingVideo').setInputFiles(join(folder, 'class.mp4'))
  await expect.poll(() => addressOf(page, 'teachingVideo'), slow).toMatch(/video\.mp4$/)
  expect(ranges.at(-1)).toMatch(/^bytes 0-/)
})

test('a refused file shows the reason at its field, in Hindi too, and the previous file stays', async () => {
  const { page } = await applicant('personal', 360, 'hi')
  const error = field(page, 'mentorId').locator('.field-error')
  const refused = async (name: string, bytes: Buffer, reason: string) => {
    await chooser(page, 'mentorId').setInputFiles(await saved(name, bytes))
    await error.getByText(`${words(m.upload_failed, 'hi')}: ${reason}`).waitFor()
  }
  await refused('tiny.jpg', await makePhoto(20, 20), 'यह फ़ोटो बहुत छोटी है।')
  expect(
    await field(page, 'mentorId')
      .getByRole('button', { name: words(m.upload_retry, 'hi') })
      .count(),
  ).toBe(0)
  await refused('letter.pdf', makePdf(21), 'इस PDF में 20 से ज़्यादा पेज हैं।')
  await expectAccessible(page)
  await chooser(page, 'mentorId').setInputFiles(await saved('card.pdf', makePdf(1)))
  await field(page, 'mentorId').getByText(words(m.upload_done, 'hi'), { exact: true }).first().waitFor()
  expect(await error.count()).toBe(0)
  const kept = await addressOf(page, 'mentorId')
  await refused('letter.txt', Buffer.from('hello'), 'यहाँ इस तरह की फ़ाइल नहीं चलेगी।')
  await refused('empty.pdf', Buffer.alloc(0), 'यह फ़ाइल ख़ाली है।')
  await refused('large.pdf', Buffer.alloc(10 * 1024 ** 2 + 1), 'यह फ़ाइल 10 MB से बड़ी है।')
  expect(await addressOf(page, 'mentorId')).toBe(kept)
})

test('a failed upload can be resumed, and a running one can be cancelled', async () => {
  const { page } = await applicant('details', 1280)
  let isDown = true
  await page.route('**/api/media/**', (route) =>
    isDown
      ? route.fulfill({ status: 400, json: { error: { message: 'Not now', code: 'upload-limit' } } })
      : route.continue(),
  )
  await chooser(page, 'cv').setInputFiles(await saved('cv.pdf', makePdf(2)))
  await field(page, 'cv').getByText('Upload failed: Not now').waitFor()
  isDown = false
  await chooser(page, 'cv').setInputFiles(join(folder, 'cv.pdf'))
  await field(page, 'cv').getByText('cv.pdf').waitFor()

  await page.route('**/api/media/video/upload', () => {})
  await chooser(page, 'teachingVideo').setInputFiles(await saved('stopped.mp4', makeVideo(100_000)))
  await field(page, 'teachingVideo')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await field(page, 'teachingVideo').getByText(words(m.upload_choose_video)).waitFor()
  expect(await addressOf(page, 'teachingVideo')).toBe('')
})

/** A one-second video as a browser records it, with location metadata at its end. */
async function recorded(page: Page): Promise<Buffer> {
  const text = await page.evaluate<string>(`new Promise((done, failed) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
    const pen = canvas.getContext('2d')
    const drawing = setInterval(() => {
      pen.fillStyle = 'hsl(' + (performance.now() / 5 % 360) + ' 70% 40%)'
      pen.fillRect(0, 0, 320, 180)
    }, 40)
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
    const parts = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.onerror = failed
    recorder.onstop = () => {
      clearInterval(drawing)
      const reader = new FileReader()
      reader.onload = () => done(reader.result.split(',')[1])
      reader.readAsDataURL(new Blob(parts))
    }
    recorder.start(100)
    setTimeout(() => recorder.stop(), 1500)
  })`)
  return Buffer.concat([Buffer.from(text, 'base64'), Buffer.from('\x12\x54\xc3\x67\x8b\x67\xc8\x88+22.7196', 'latin1')])
}

test.each([
  ['en', 1280],
  ['hi', 360],
] as const)(
  'a published teaching video plays on the profile (%s, %i px) without location metadata or layout shift',
  async (locale, width) => {
    const { page, problems } = await applicant('details', width)
    const file = await recorded(page)
    await chooser(page, 'teachingVideo').setInputFiles(await saved('class.webm', file))
    await expect.poll(() => addressOf(page, 'teachingVideo'), slow).toMatch(/video\.webm$/)
    const address = new URL(await addressOf(page, 'teachingVideo')).pathname
    const { rows } = await sql<{
      id: string
    }>`update mentor set teaching_video = ${address}, teaching_video_published = true
    where slug = 'sunita-deshpande' returning id`.execute(site.db)
    await transaction(site.db, (tx) => publish(tx, idOfAddress(address) ?? ''))
    await projectMentors(site.db, [rows[0]?.id ?? ''])

    const answers: string[] = []
    page.on('response', async (reply) => {
      if (reply.url().endsWith(address)) answers.push(`${reply.status()} ${reply.headers()['content-range']}`)
    })
    await page.goto(`${locale === 'hi' ? '/hi' : ''}/mentors/sunita-deshpande`)
    await pageReady(page)
    const video = page.getByLabel(words(m.profile_video, locale))
    await page.getByRole('heading', { name: words(m.profile_video, locale) }).scrollIntoViewIfNeeded()
    const before = await video.boundingBox()
    expect((before?.width ?? 0) / (before?.height ?? 1)).toBeCloseTo(16 / 9, 1)
    // The video is fetched only when played.
    expect(answers).toEqual([])
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.evaluate(`document.querySelector('video').play()`)
    await expect.poll(() => page.evaluate(`document.querySelector('video').currentTime`), slow).toBeGreaterThan(0.3)
    expect(answers[0]).toBe(`206 bytes 0-${file.length - 1}/${file.length}`)
    expect(await video.boundingBox()).toEqual(before)
    const bytes = await (await page.request.get(address)).body()
    expect(bytes.includes('+22.7196')).toBe(false)
    expect(bytes.subarray(0, -16).equals(file.subarray(0, -16))).toBe(true)
    expect(problems).toEqual([])
  },
)
