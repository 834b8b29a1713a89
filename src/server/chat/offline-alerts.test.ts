import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flushEvents, makePair, openSocket, sendMessage } from '#test/chat-windows.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { sendOfflineAlerts } from './offline-alerts.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ listen: true })
})
afterAll(() => app.stop())

const alertsTo = async ({ phone }: LoggedIn): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`select o.text from outbox o join account a on a.id = o.account_id
    where a.phone = ${phone} and o.template = 'message-waiting' order by o.created_at, o.channel desc`.execute(app.db)
  return rows.map(({ text }) => text)
}
const noon = new Date('2026-11-20T06:30:00Z')
/** Makes all messages 15 minutes older and runs the job in three processes at once. */
const runJobLater = async (now = noon) => {
  await sql`update message set sent_at = sent_at - interval '15 minutes'`.execute(app.db)
  await Promise.all([1, 2, 3].map(() => sendOfflineAlerts(app.context, now)))
}
const setOnline = ({ id }: LoggedIn) =>
  expect
    .poll(async () => (await sql`select 1 from presence where party_id = ${id}`.execute(app.db)).rows.length)
    .toBe(1)
const leave = async (socket: Awaited<ReturnType<typeof openSocket>>, { id }: LoggedIn) => {
  socket.disconnect()
  await expect
    .poll(async () => (await sql`select 1 from presence where party_id = ${id}`.execute(app.db)).rows.length)
    .toBe(0)
}

test('alerts an offline recipient once per absence with count and sender, never the text', async () => {
  const first = await makePair(app)
  const second = await makePair(app)
  const { family } = first
  await sql`update mentor set full_name = 'Sunita Deshpande' where id = ${first.mentorId}`.execute(app.db)
  await sql`update family set email = 'meera@example.com' where id = ${family.id}`.execute(app.db)
  const own = await openSocket(app, family)
  await sendMessage(own, { receiver: second.mentorId, message: 'Hello' })
  await sendMessage(own, { receiver: first.mentorId, message: 'Hello' })
  await own.emitWithAck('heads', {})
  await leave(own, family)
  const one = await openSocket(app, first.mentor)
  const two = await openSocket(app, second.mentor)
  for (const message of ['secret 1', 'secret 2']) await sendMessage(one, { receiver: family.id, message })
  await sendOfflineAlerts(app.context, noon)
  expect(await alertsTo(family)).toEqual([])
  await runJobLater(new Date('2026-11-20T15:31:00Z'))
  expect(await alertsTo(family)).toEqual([])
  await runJobLater()
  const [sms, mail, ...more] = await alertsTo(family)
  expect([sms?.slice(sms.indexOf(':')), more]).toEqual([
    ': Sunita Deshpande messaged you. Unread in your chat: 2. You can reply there.',
    [],
  ])
  expect(mail).toContain('Read and reply in your chat')
  expect(`${sms} ${mail}`).not.toContain('secret')

  // Further messages, from anyone, belong to the same absence.
  await sendMessage(one, { receiver: family.id, message: 'secret 3' })
  await sendMessage(two, { receiver: family.id, message: 'secret 4' })
  await runJobLater()
  expect(await alertsTo(family)).toHaveLength(2)

  const again = await openSocket(app, family)
  await again.emitWithAck('heads', {})
  await leave(again, family)
  await runJobLater()
  expect(await alertsTo(family)).toHaveLength(2)
  for (const [socket, message] of [
    [one, 'secret 5'],
    [two, 'secret 6'],
  ] as const)
    await sendMessage(socket, { receiver: family.id, message })
  await runJobLater()
  const texts = await alertsTo(family)
  expect(texts).toHaveLength(4)
  expect(texts[2]).toMatch(/ and 1 more messaged you\. Unread in your chat: 2/)
})

test('sends no alert to online or muted recipients, or for own messages', async () => {
  const pair = await makePair(app)
  const { family, mentor, mentorId } = pair
  const own = await openSocket(app, family)
  const theirs = await openSocket(app, mentor)
  await sendMessage(own, { receiver: mentorId, message: 'mine' })
  await flushEvents(theirs)
  await setOnline(mentor)
  await runJobLater()
  expect([await alertsTo(mentor), await alertsTo(family)]).toEqual([[], []])
  // The presence of a dead process expires with its heartbeat.
  await sql`update presence set beat_at = now() - interval '2 minutes' where party_id = ${mentorId}`.execute(app.db)
  await sql`update conversation set mentor_blocked_at = now() where mentor_id = ${mentorId}`.execute(app.db)
  await runJobLater()
  expect(await alertsTo(mentor)).toEqual([])
  await sql`update conversation set mentor_blocked_at = null where mentor_id = ${mentorId}`.execute(app.db)
  await runJobLater()
  expect((await alertsTo(mentor))[0]).toContain('a family messaged you. Unread in your chat: 1')
  await leave(own, family)
  await runJobLater()
  expect(await alertsTo(family)).toEqual([])
})
