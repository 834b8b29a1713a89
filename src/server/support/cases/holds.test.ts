import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { constraintOf, transaction } from '#server/platform/database.ts'
import { deleteUnused, keysToErase } from '#server/reference/media/queries.ts'
import { makePair, writeMessages } from '#test/chat-windows.ts'
import { monthWithClass } from '#test/marked-classes.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { isHeld } from './cases.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => constraintOf(error),
  )
const accountOf = async (user: LoggedIn) =>
  (await sql<{ id: string }>`select id from account where phone = ${user.phone}`.execute(app.db)).rows[0]?.id ?? ''

/** A family and a mentor with a marked class, messages and a deleted file each. */
async function sidesWithEvidence() {
  const pair = await makePair(app)
  const { booking } = await monthWithClass(app, pair.family, pair.mentor)
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
  return { pair, booking, conversation, accounts, files }
}
type Sides = Awaited<ReturnType<typeof sidesWithEvidence>>
const heldOf = ({ accounts, booking, conversation }: Sides) =>
  Promise.all([
    ...accounts.map((accountId) => isHeld(app.db, { accountId })),
    isHeld(app.db, { bookingId: booking }),
    isHeld(app.db, { conversationId: conversation }),
  ])
const deletions = async ({ booking, conversation, files }: Sides) => [
  await refusal(sql`delete from message where conversation_id = ${conversation}`.execute(app.db)),
  await refusal(sql`update message set text = '-' where conversation_id = ${conversation}`.execute(app.db)),
  await refusal(sql`delete from class_record where booking_id = ${booking}`.execute(app.db)),
  ...(await Promise.all(
    files.map((id) => refusal(sql`update media set erased_at = now() where id = ${id}`.execute(app.db))),
  )),
]

test('a safety case keeps messages, attendance and files of both sides, and of nobody else, until it is released', async () => {
  const sides = await sidesWithEvidence()
  const others = await sidesWithEvidence()
  expect(await heldOf(sides)).toEqual([false, false, false, false])
  const { status } = await sides.pair.family.post(`/api/chat/conversations/${sides.conversation}/report`, {
    reason: 'unsafe',
  })
  expect(status).toBe(200)
  expect([await heldOf(sides), await heldOf(others)]).toEqual([Array(4).fill(true), Array(4).fill(false)])
  expect(await deletions(sides)).toEqual(Array(5).fill('evidence_held'))
  expect(await Promise.all(sides.files.map((id) => keysToErase(app.db, id)))).toEqual([null, null])
  // The nightly sweep leaves them alone, and takes the other pair's.
  const swept = await transaction(app.db, deleteUnused)
  expect([swept.filter((id) => sides.files.includes(id)), others.files.every((id) => swept.includes(id))]).toEqual([
    [],
    true,
  ])
  await sql`update evidence_hold set released_at = now(), released_by = ${sides.accounts[0]}, reason = 'Closed'
    where case_id in (select id from support_case where mentor_id = ${sides.pair.mentorId})`.execute(app.db)
  expect(await heldOf(sides)).toEqual(Array(4).fill(false))
  const later = await transaction(app.db, deleteUnused)
  expect(sides.files.every((id) => later.includes(id))).toBe(true)
  expect(await deletions(sides)).toEqual(Array(5).fill('done'))
})

test('an ordinary report keeps nothing', async () => {
  const sides = await sidesWithEvidence()
  await sides.pair.family.post(`/api/chat/conversations/${sides.conversation}/report`, { reason: 'rude' })
  expect(await heldOf(sides)).toEqual(Array(4).fill(false))
})
