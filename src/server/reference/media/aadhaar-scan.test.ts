import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { newPhone } from '#test/builders.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { sendFile } from '#test/uploads.ts'
import { scanForAadhaar } from './aadhaar-scan.ts'

const lines: string[] = []
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const pdfOf = (text: string) =>
  new Promise<Buffer>((resolve) => {
    const pdf = new PDFDocument()
    const parts: Buffer[] = []
    pdf.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)))
    pdf.text(text).end()
  })

/** The report of a night. */
async function report() {
  lines.length = 0
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  await scanForAadhaar({ ...app.context, log })
  return JSON.parse(lines.at(-1) ?? '{}')
}
const resultsOf = async (phone: string) =>
  (
    await sql<{ preset: string; version: number | null; result: string | null }>`
      select preset, scanned_with as version, scan_result as result from media
      where account_id = (select id from account where phone = ${phone}) order by created_at, id`.execute(app.db)
  ).rows

test('reads stored documents once for each version of the reader, and reports a number until its file is gone', {
  tags: ['full'],
}, async () => {
  const mentor = await app.login(newPhone(), 'mentor')
  const send = async (preset: string, file: Buffer) =>
    (await sendFile(mentor, { kind: 'raw', preset, file })).body.public_id
  await send('mentor-cv', await pdfOf('Teaches mathematics since 2012'))
  const kept = await send('mentor-document', await pdfOf('Passport'))
  expect(await report()).toMatchObject({ msg: '0 columns and 0 files with Aadhaar numbers', unread: 0, waiting: 0 })
  expect(await resultsOf(mentor.phone)).toEqual([
    { preset: 'mentor-cv', version: 1, result: 'clean' },
    { preset: 'mentor-document', version: 1, result: 'clean' },
  ])

  // As an earlier reader would have let it through.
  const path = join(app.dataDir, 'card.pdf')
  await writeFile(path, await pdfOf('My number: 2345 6789 0124'))
  const { rows } = await sql<{ key: string }>`select store_keys[1] as key from media where id = ${kept}`.execute(app.db)
  await app.context.store.put(rows[0]?.key ?? '', { path, contentType: 'application/pdf' })
  expect((await report()).msg).toMatch(/^0 columns/)
  await sql`update media set scanned_with = 0 where id = ${kept}`.execute(app.db)
  for (const _ of [1, 2])
    expect(await report()).toMatchObject({
      msg: 'the database or its files may have Aadhaar numbers',
      columns: [],
      files: [kept],
      unread: 0,
      waiting: 0,
    })
  await sql`update media set deleted_at = now() where id = ${kept}`.execute(app.db)
  expect((await report()).msg).toMatch(/^0 columns/)
})

test('reports a document that cannot be read or is lost, and goes on with the next', { tags: ['full'] }, async () => {
  const mentor = await app.login(newPhone(), 'mentor')
  const broken = (await sendFile(mentor, { kind: 'raw', preset: 'mentor-cv', file: await pdfOf('A') })).body.public_id
  await sendFile(mentor, { kind: 'raw', preset: 'mentor-cv', file: await pdfOf('B') })
  const path = join(app.dataDir, 'broken.pdf')
  await writeFile(path, 'not a PDF')
  const { rows } = await sql<{ key: string }>`select store_keys[1] as key from media where id = ${broken}`.execute(
    app.db,
  )
  await app.context.store.put(rows[0]?.key ?? '', { path, contentType: 'application/pdf' })
  const lost = (await sendFile(mentor, { kind: 'raw', preset: 'mentor-cv', file: await pdfOf('C') })).body.public_id
  await sql`update media set store_keys = '{gone}' where id = ${lost}`.execute(app.db)
  expect(await report()).toMatchObject({ unread: 2, waiting: 0 })
  expect((await resultsOf(mentor.phone)).map(({ result }) => result)).toEqual(['unread', 'clean', 'unread'])
})
