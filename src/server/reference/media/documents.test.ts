import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxDocumentsPerHour, maxUnusedBytes, maxUploadsPerHour } from '#contract/wire/uploads.ts'
import { newPhone } from '#test/builders.ts'
import { eicar, startClamd } from '#test/clamd.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { makePdf, makePhoto, makeVideo, sendFile } from '#test/uploads.ts'
import { checkPdf } from './pdf-check.ts'

let app: TestApp
let clamd: Awaited<ReturnType<typeof startClamd>>
let mentor: LoggedIn
beforeAll(async () => {
  clamd = await startClamd()
  app = await testApp({ variables: { CLAMD_URL: `tcp://127.0.0.1:${clamd.port}` } })
  mentor = await app.login(newPhone(), 'mentor')
})
afterAll(async () => {
  await app.stop()
  await clamd.stop()
})

const send = (file: Buffer, kind: 'raw' | 'image' = 'raw') =>
  sendFile(mentor, { kind, preset: 'mentor-document', file })
const pathOfStored = async (id: string) => {
  const folder = join(app.dataDir, 'media/files', id)
  return join(folder, (await readdir(folder))[0] ?? '')
}
async function open(who: LoggedIn, id: string) {
  const url = new URL((await who.get(`/api/media/${id}/link`)).body.data.url)
  return await app.app.inject({ url: url.pathname + url.search, headers: { cookie: who.cookie() } })
}
const canary = 'Canary of Asha'
const withText = () => makePdf(1, `/Lang (${canary})`)

describe('a stored document', () => {
  test('is unreadable in the store, and the original through its link', async () => {
    const { body } = await send(withText())
    const stored = await readFile(await pathOfStored(body.public_id))
    expect([stored.includes('%PDF'), stored.includes(canary), stored.includes('Catalog')]).toEqual([
      false,
      false,
      false,
    ])
    const opened = await open(mentor, body.public_id)
    expect([opened.statusCode, opened.rawPayload.includes('%PDF-1')]).toEqual([200, true])
    expect(opened.rawPayload.length).toBe(body.bytes)
  })

  test('carries the name of the admin who opens it, and the time', { tags: ['full'] }, async () => {
    const admin = await app.admin()
    const pdf = (await send(makePdf(2))).body
    const marked = await getDocumentProxy(new Uint8Array((await open(admin, pdf.public_id)).rawPayload))
    for (const number of [1, 2]) {
      const { items } = await (await marked.getPage(number)).getTextContent()
      const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
      expect(text).toMatch(/\S+.* · \d+ \w+ \d{4}, .* · MentorSetu/)
    }
    const photo = (await send(await makePhoto(1200, 900), 'image')).body
    const own = await open(mentor, photo.public_id)
    const seen = await open(admin, photo.public_id)
    const pixels = async (bytes: Buffer) => await sharp(bytes).greyscale().raw().toBuffer()
    const before = await pixels(own.rawPayload)
    const after = await pixels(seen.rawPayload)
    expect(after.length).toBe(before.length)
    const changed = before.filter((value, at) => Math.abs(value - (after[at] ?? 0)) > 25).length
    expect(changed / before.length).toBeGreaterThan(0.005)
  })
})

const hex = (name: string) => [...name].map((letter) => `#${letter.charCodeAt(0).toString(16)}`).join('')
const action = '4 0 R'

/** Objects after the page that make a PDF active, and what its catalog or page says. */
const active: [string, string, string[]][] = [
  ['a script when it opens', `/OpenAction ${action}`, ['<< /S /JavaScript /JS (app.alert(1)) >>']],
  [
    'a script in escaped names',
    `/OpenAction ${action}`,
    [`<< /S /${hex('JavaScript')} /${hex('JS')} (app.alert(1)) >>`],
  ],
  ['a script by name', '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>', ['<< /S /JavaScript /JS (1) >>']],
  [
    'a chain of actions',
    `/OpenAction ${action}`,
    ['<< /S /GoTo /D [3 0 R /Fit] /Next 5 0 R >>', '<< /S /JavaScript /JS (1) >>'],
  ],
  ['additional actions', '/AA << /WC 4 0 R >>', ['<< /S /GoTo /D [3 0 R /Fit] >>']],
  ['a program to start', `/OpenAction ${action}`, ['<< /S /Launch /F (cmd.exe) >>']],
  ['a form that is sent', `/OpenAction ${action}`, ['<< /S /SubmitForm /F (http://a.example) >>']],
  ['data to import', `/OpenAction ${action}`, ['<< /S /ImportData /F (a) >>']],
  ['another document', `/OpenAction ${action}`, ['<< /S /GoToR /F (a.pdf) /D [0 /Fit] >>']],
  ['an embedded document', `/OpenAction ${action}`, ['<< /S /GoToE /T << /R /C /N (a) >> >>']],
  [
    'an attachment',
    '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>',
    ['<< /Type /Filespec /F (a) /EF << /F 5 0 R >> >>', '<< /Length 1 >>\nstream\na\nendstream'],
  ],
  [
    'an associated file',
    '/AF [4 0 R]',
    ['<< /Type /Filespec /F (a) /EF << /F 5 0 R >> >>', '<< /Length 1 >>\nstream\na\nendstream'],
  ],
  ['an XFA form', '/AcroForm << /XFA 4 0 R /Fields [] >>', ['<< /Length 1 >>\nstream\na\nendstream']],
  ['rich media', '', ['<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >>']],
  ['a film', '', ['<< /Type /Annot /Subtype /Movie /Rect [0 0 9 9] >>']],
  ['a script nobody refers to', '', ['<< /S /JavaScript /JS (1) >>']],
]
const innocent: [string, string, string[]][] = [
  ['nothing else', '', []],
  ['a first page to open at', '/OpenAction [3 0 R /Fit]', []],
  ['outlines and a language', '/Lang (hi-IN) /PageMode /UseOutlines', []],
  ['a form without scripts', '/AcroForm << /Fields [] >>', []],
  ['the words in a text', '', ['<< /Length 24 >>\nstream\nBT (JavaScript) Tj ET    \nendstream']],
]

describe('a PDF', () => {
  // In this process, because a child process takes a second.
  const checked = async (file: Buffer) => {
    const path = join(app.dataDir, 'checked.pdf')
    await writeFile(path, file)
    return await checkPdf(path, `${path}.target`, 20)
  }
  test.each(active)('with %s is active', async (_, catalog, more) => {
    expect(await checked(makePdf(1, catalog, more))).toEqual({ pages: 1, isActive: true })
  })
  test.each(innocent)('with %s is not active', async (_, catalog, more) => {
    expect(await checked(makePdf(1, catalog, more))).toEqual({ pages: 1, isActive: false })
  })

  test('of version 1.5 with a cross-reference stream is accepted', async () => {
    const modern = await (await PDFDocument.load(makePdf(2))).save({ useObjectStreams: true })
    expect(Buffer.from(modern).includes('/XRef')).toBe(true)
    expect((await send(Buffer.from(modern))).body).toMatchObject({ pages: 2 })
  })

  test('that is active is refused', async () => {
    const [, catalog = '', more] = active[3] ?? []
    const reply = await sendFile(mentor, { kind: 'raw', preset: 'mentor-cv', file: makePdf(1, catalog, more) })
    expect([reply.status, reply.body.error.code]).toEqual([422, 'pdf-active'])
  })

  test('is stored without links to the web and without bytes that belong to no object', {
    tags: ['full'],
  }, async () => {
    const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://canary.example) >> >>'
    const pdf = makePdf(1, '', [link])
    const at = pdf.indexOf('xref')
    const hidden = Buffer.concat([pdf.subarray(0, at), Buffer.from('% hidden canary\n'), pdf.subarray(at)])
    const { body } = await send(hidden)
    if (body.error) expect(body.error.code).toBe('file-broken')
    const clean = (await send(pdf)).body
    expect((await open(mentor, clean.public_id)).rawPayload.includes('canary')).toBe(false)
  })
})

test('a virus is refused and nothing of it is kept; without the scanner nothing is accepted', async () => {
  const infected = Buffer.concat([makeVideo(100_000), Buffer.from(eicar)])
  const sendVideo = () => sendFile(mentor, { kind: 'video', preset: 'mentor-video', file: infected })
  const before = await readdir(join(app.dataDir, 'media/files'))
  const refused = await sendVideo()
  expect([refused.status, refused.body.error.code]).toEqual([422, 'file-infected'])
  expect(await readdir(join(app.dataDir, 'media/files'))).toEqual(before)
  expect(await readdir(join(app.dataDir, 'media/incoming'))).toEqual([])
  const away = await testApp({ variables: { CLAMD_URL: 'tcp://127.0.0.1:1' } })
  const who = await away.login(newPhone(), 'mentor')
  const reply = await sendFile(who, { kind: 'raw', preset: 'mentor-cv', file: makePdf(1) })
  expect([reply.status, reply.body.error.code]).toEqual([502, 'upload-failed'])
  await away.stop()
})

test('unfinished uploads count in the quota', { tags: ['full'] }, async () => {
  const who = await app.login(newPhone(), 'mentor')
  const { rows } = await sql<{ id: string }>`select id from account where phone = ${who.phone}`.execute(app.db)
  const folder = join(app.dataDir, 'media/uploads', rows[0]?.id ?? '', 'upload')
  await mkdir(folder, { recursive: true })
  const sendCv = () => sendFile(who, { kind: 'raw', preset: 'mentor-cv', file: makePdf(1) })
  expect((await sendCv()).status).toBe(200)
  // A chunk's name says how much it holds.
  await writeFile(join(folder, `0-${maxUnusedBytes}-${2 * maxUnusedBytes}.sealed`), '')
  const refused = await sendCv()
  expect([refused.status, refused.body.error.code]).toEqual([429, 'upload-limit'])
})

test.each([
  ['documents', 'mentor-cv', maxDocumentsPerHour],
  ['uploads', 'chat-document', maxUploadsPerHour],
] as const)('%s side by side stay within the hourly limit', async (_, preset, most) => {
  const who = await app.login(newPhone(), 'mentor')
  await sql`insert into media (account_id, preset, kind, format, content_type, bytes, sha256, file_name, store_keys, is_private)
    select id, ${preset}, 'raw', 'pdf', 'application/pdf', 1, decode(repeat('00', 32), 'hex'), '', '{}', true
    from account, generate_series(1, ${most - 1}) where phone = ${who.phone}`.execute(app.db)
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => sendFile(who, { kind: 'raw', preset, file: makePdf(1) })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429])
})

test('the mark stands in the part of a page that readers show', async () => {
  const pdf = makePdf(1)
    .toString()
    .replace('/MediaBox [0 0 595 842]', '/MediaBox [0 0 6000 6000] /CropBox [100 100 400 500]')
  const { body } = await send(Buffer.from(pdf))
  const document = await getDocumentProxy(new Uint8Array((await open(await app.admin(), body.public_id)).rawPayload))
  const page = await document.getPage(1)
  const { items } = await page.getTextContent()
  const places = items.flatMap((item) => ('transform' in item ? [[item.transform[4], item.transform[5]]] : []))
  expect(places.filter(([x, y]) => x > 100 && x < 400 && y > 100 && y < 500).length).toBeGreaterThanOrEqual(3)
})
