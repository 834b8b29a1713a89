import { randomUUID } from 'node:crypto'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChatMessage, LiveReply } from '#contract/live.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ listen: true })
})
afterAll(() => app.stop())

/** A family and a mentor, each with an open window. */
async function pair() {
  const made = await makeMentor(app.db)
  const mentor = await app.login(made.phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  return { family, mentor, slug: made.slug, mentorId: made.id }
}
const opened = async (one: LoggedIn) => {
  const socket = app.open(one.cookie())
  await new Promise<void>((done, fail) => {
    socket.once('connect', done)
    socket.once('connect_error', fail)
  })
  return socket
}
const say = (socket: Socket, given: Record<string, unknown>): Promise<LiveReply<ChatMessage>> =>
  socket.emitWithAck('send-message', { clientId: randomUUID(), ...given })
const next = <T>(socket: Socket, event: string) => new Promise<T>((done) => socket.once(event, done))

test('a family writes, the mentor hears it at once and answers, and both find it again', async () => {
  const { family, mentor, mentorId } = await pair()
  const [theirs, own] = [await opened(mentor), await opened(family)]
  const heard = next<ChatMessage>(theirs, 'receive-message')
  const sent = await say(own, { receiver: mentorId, message: '  Namaste ma’am  ' })
  expect(sent).toMatchObject({
    ok: true,
    data: { seq: 1, message: 'Namaste ma’am', sender: family.id, side: 'family' },
  })
  expect(await heard).toMatchObject({ sender: family.id, message: 'Namaste ma’am', seq: 1 })
  const answered = next<ChatMessage>(own, 'receive-message')
  await say(theirs, { receiver: family.id, message: 'Namaste ji', replyTo: 1 })
  expect(await answered).toMatchObject({ sender: mentorId, message: 'Namaste ji', seq: 2, replyTo: 1 })
  for (const one of [family, mentor]) {
    const { status, body } = await one.post('/api/chat/history', { user1: family.id, user2: mentorId })
    expect([status, body.map((each: ChatMessage) => each.message)]).toEqual([200, ['Namaste ma’am', 'Namaste ji']])
  }
  const inbox = await mentor.get('/api/chat/conversations')
  expect(inbox.body).toMatchObject({ total: 1, data: [{ unread: 1, last: { message: 'Namaste ji' }, isOnline: true }] })
})

test('the same message sent again, over any window, is one', async () => {
  const { family, mentorId } = await pair()
  const sockets = await Promise.all([1, 2, 3].map(() => opened(family)))
  const clientId = randomUUID()
  const replies = await Promise.all(
    sockets.map((socket) => say(socket, { receiver: mentorId, message: 'once', clientId })),
  )
  expect(replies.map((one) => one.ok && one.data.seq)).toEqual([1, 1, 1])
  const { body } = await family.post('/api/chat/history', { user1: family.id, user2: mentorId })
  expect(body).toHaveLength(1)
})
