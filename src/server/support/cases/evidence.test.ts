import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#server/platform/database.ts'
import { deleteUnused, keysToErase, recentUploads } from '#server/reference/media/queries.ts'
import { makePair, writeMessages } from '#test/chat-windows.ts'
import { refusal } from '#test/harness.ts'
import { monthWithClass } from '#test/marked-classes.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { deleteOldEvidence } from './queries.ts'

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})
afterAll(() => app.stop())

const accountOf = async (user: LoggedIn) =>
  (await sql<{ id: string }>`select id from account where phone = ${user.phone}`.execute(app.db)).rows[0]?.id ?? ''

/** A family and a mentor with a settled and a marked class, messages and a deleted file each. */
async function sidesWithEvidence() {
  const pair = await makePair(app)
  const { booking, lesson } = await monthWithClass(app, pair.family, pair.mentor)
  const conversation = await writeMessages(app, pair, ['Come alone', 'No'])
  const accounts = [await accountOf(pair.family), await accountOf(pair.mentor)] as const
  const files: string[] = []
  for (const account of accounts) {
    const { rows } = await sql<{ id: string }>`
      insert into media (account_id, preset, kind, format, content_type, bytes, sha256, file_name, store_keys, is_private, ready_at, unused_since, deleted_at)
      values (${account}, 'chat-photo', 'image', 'webp', 'image/webp', 9, ${Buffer.alloc(32)}, 'a.webp', '{a}', true, now(), null, now() - interval '2 days')
      returning id`.execute(app.db)
    files.push(rows[0]?.id ?? '')
  }
  return { pair, booking, lesson, conversation, accounts, files }
}
type Sides = Awaited<ReturnType<typeof sidesWithEvidence>>
const deletions = async ({ conversation, files }: Sides) => [
  await refusal(sql`delete from message where conversation_id = ${conversation}`.execute(app.db)),
  await refusal(sql`update message set text = '-' where conversation_id = ${conversation}`.execute(app.db)),
  ...(await Promise.all(
    files.map((id) => refusal(sql`update media set erased_at = now() where id = ${id}`.execute(app.db))),
  )),
]
const report = ({ pair, conversation }: Sides, reason = 'unsafe') =>
  pair.family.post(`/api/chat/conversations/${conversation}/report`, { reason })
const caseOf = async ({ pair }: Sides) =>
  (
    await sql<{
      id: string
      version: number
    }>`select id, version from support_case where mentor_id = ${pair.mentorId} order by id desc`.execute(app.db)
  ).rows[0] ?? { id: '', version: 0 }
const yearPasses = (id: string) =>
  sql`update support_case set resolved_at = resolved_at - interval '1 year' where id = ${id}`.execute(app.db)

test('a safety case keeps messages and files of both sides, and of nobody else, until a year after it is closed', async () => {
  const sides = await sidesWithEvidence()
  const others = await sidesWithEvidence()
  expect((await report(sides)).status).toBe(200)
  expect(await deletions(sides)).toEqual(Array(4).fill('evidence_held'))
  expect(await Promise.all(sides.files.map((id) => keysToErase(app.db, id)))).toEqual([null, null])
  // The nightly sweep leaves them alone, and takes the other pair's.
  const swept = await transaction(app.db, deleteUnused)
  expect(swept.filter((id) => [...sides.files, ...others.files].includes(id)).sort()).toEqual([...others.files].sort())
  const { id, version } = await caseOf(sides)
  const closed = { step: 'resolve', text: 'Looked into', version }
  expect((await admin.post(`/api/admin/cases/${id}/steps`, closed)).status).toBe(200)
  expect(await deletions(sides)).toEqual(Array(4).fill('evidence_held'))
  await yearPasses(id)
  expect(await transaction(app.db, deleteUnused)).toEqual(expect.arrayContaining(sides.files))
  expect(await deletions(sides)).toEqual(Array(4).fill('accepted'))
})

test('unused files of a held account stop counting against its uploads, and their bytes stay', {
  tags: ['full'],
}, async () => {
  const sides = await sidesWithEvidence()
  const [, file = ''] = sides.files
  const account = sides.accounts[1]
  await sql`update media set deleted_at = null, unused_since = now() - interval '3 days' where id = ${file}`.execute(
    app.db,
  )
  await report(sides)
  expect(await recentUploads(app.db, account)).toMatchObject({ unusedBytes: 9 })
  await transaction(app.db, deleteUnused)
  expect(await recentUploads(app.db, account)).toMatchObject({ unusedBytes: 0 })
  expect(await keysToErase(app.db, file)).toBeNull()
})

test('attendance and reviews of the sides change as usual, and the case shows what they were', {
  tags: ['full'],
}, async () => {
  const sides = await sidesWithEvidence()
  const { family } = sides.pair
  const write = (stars: number) =>
    family.post(`/api/class-bookings/${sides.booking}/review`, { stars, words: 'He is calm and explains every step.' })
  expect((await write(5)).status).toBe(200)
  const { rows } = await sql<{ id: string }>`select id from class_record where lesson_id = ${sides.lesson}`.execute(
    app.db,
  )
  const note = (text: string) =>
    sides.pair.mentor.put(`/api/class-records/${rows[0]?.id}/note`, { note: text, homework: '' })
  expect((await note('Come alone at eight')).status).toBe(200)
  await report(sides)
  expect((await note('')).status).toBe(200)
  expect((await write(2)).status).toBe(200)
  const undo = await admin.put(`/api/admin/classes/${sides.lesson}/attendance`, { held: false, reason: 'Wrong day' })
  expect(undo.status, JSON.stringify(undo.body)).toBe(200)
  const { id } = await caseOf(sides)
  const kept = async () =>
    (await admin.get(`/api/admin/cases/${id}`)).body.data.timeline
      .filter(({ kind }: { kind: string }) => kind === 'kept')
      .map(({ detail, text }: { detail: string; text: string }) => [detail, text])
  expect(await kept()).toEqual([
    ['class_record', expect.stringMatching(/\d\d:\d\d-\d\d:\d\d$/)],
    ['review', '5/5: He is calm and explains every step.'],
    ['class_record', expect.stringMatching(/\d\d:\d\d-\d\d:\d\d, Come alone at eight$/)],
  ])
  await deleteOldEvidence(app.db)
  expect(await kept()).toHaveLength(3)
  await sql`update support_case set status = 'resolved', resolved_at = now() where id = ${id}`.execute(app.db)
  await yearPasses(id)
  await deleteOldEvidence(app.db)
  expect(await kept()).toEqual([])
})

test('an ordinary report keeps nothing', async () => {
  const sides = await sidesWithEvidence()
  await report(sides, 'rude')
  expect(await deletions(sides)).toEqual(Array(4).fill('accepted'))
})
