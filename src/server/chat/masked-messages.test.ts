import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maskingVersion } from '#server/platform/contacts/masking.ts'
import { historyOf, makePair, writeMessages } from '#test/chat-windows.ts'
import { type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const textsOf = (body: { message: string }[]) => body.map(({ message }) => message)

test('a page of messages shows the stored masked text and computes nothing', async () => {
  const pair = await makePair(app)
  const id = await writeMessages(app, pair, ['Call 98260 14210', 'Hello'])
  await sql`update message set masked_text = 'stored', masking_version = ${maskingVersion} where conversation_id = ${id} and seq = 1`.execute(
    app.db,
  )
  expect(textsOf((await historyOf(pair.family, pair)).body)).toEqual(['stored', 'Hello'])
})

test('messages masked by older rules are masked once more, and stored', async () => {
  const pair = await makePair(app)
  const id = await writeMessages(app, pair, ['Call 98260 14210', 'Hello'])
  expect(textsOf((await historyOf(pair.mentor, pair)).body)).toEqual(['Call ••••••••••', 'Hello'])
  const { rows } = await sql`select text, masked_text as masked, masking_version as version from message
    where conversation_id = ${id} order by seq`.execute(app.db)
  expect(rows).toEqual([
    { text: 'Call 98260 14210', masked: 'Call ••••••••••', version: maskingVersion },
    { text: 'Hello', masked: null, version: maskingVersion },
  ])
})

test('a number is readable while a month is booked, and masked again once it is cancelled', async () => {
  const pair = await makePair(app)
  await pair.family.post('/api/chat/messages', { receiver: pair.mentorId, message: 'Call 98260 14210' })
  const seen = async () => textsOf((await historyOf(pair.mentor, pair)).body)
  expect(await seen()).toEqual(['Call ••••••••••'])
  const booking = await app.paidBooking(pair.family, pair.mentorId, { amount: 4500, plan: 'monthly' })
  expect(await seen()).toEqual(['Call 98260 14210'])
  await sql`update booking set status = 'cancelled' where id = ${booking}`.execute(app.db)
  expect(await seen()).toEqual(['Call ••••••••••'])
})
