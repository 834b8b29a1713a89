import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { io as connect } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChatMessage } from '#contract/wire/live.ts'
import {
  collectEvents,
  flushEvents,
  makePair,
  nextEvent,
  openSocket,
  sendMessage,
  writeMessages,
} from '#test/chat-windows.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ listen: true })
})
afterAll(() => app.stop())

test("names the children of a family's bookings to a family with several, and to the mentor by first name", async () => {
  const { family, mentor, mentorId } = await makePair(app)
  const booking = await app.paidBooking(family, mentorId, { amount: 4500, plan: 'monthly' })
  await sendMessage(await openSocket(app, family), { receiver: mentorId, message: 'Namaste' })
  const students = async (who: LoggedIn) => (await who.get('/api/chat/conversations')).body.data[0].students
  await sql`update learner set name = 'Md. Aarav Khan' where id = (select learner_id from booking where id = ${booking})`.execute(
    app.db,
  )
  expect([await students(family), await students(mentor)]).toEqual([[], ['Md. Aarav']])
  await sql`insert into learner (family_id, name) values (${family.id}, 'Ananya')`.execute(app.db)
  expect([await students(family), await students(mentor)]).toEqual([['Md. Aarav Khan'], ['Md. Aarav']])
  await sql`update learner set name = 'Aarav Khan' where family_id = ${family.id} and name like 'Md.%'`.execute(app.db)
  expect(await students(mentor)).toEqual(['Aarav'])
  // A name that is contact details is not shown.
  for (const name of ['9826014210', '९८२६०१४२१०'])
    for (const of of [sql`update learner set name = ${name}`, sql`update booking set student_name = ${name}`]) {
      await sql`${of} where family_id = ${family.id}`.execute(app.db)
      expect(await students(mentor)).toEqual([])
    }
  await sql`update booking set status = 'cancelled' where id = ${booking}`.execute(app.db)
  expect(await students(mentor)).toEqual([])
})

test('delivers messages live in both directions and stores them', async () => {
  const { family, mentor, mentorId } = await makePair(app)
  const theirs = await openSocket(app, mentor)
  const own = await openSocket(app, family)
  const heard = nextEvent<ChatMessage>(theirs, 'message-added')
  const sent = await sendMessage(own, { receiver: mentorId, message: '  Namaste ma’am  ' })
  expect(sent).toMatchObject({
    ok: true,
    data: { seq: 1, message: 'Namaste ma’am', sender: family.id, side: 'family' },
  })
  expect(await heard).toMatchObject({ sender: family.id, message: 'Namaste ma’am', seq: 1 })
  const answered = nextEvent<ChatMessage>(own, 'message-added')
  await sendMessage(theirs, { receiver: family.id, message: 'Namaste ji', replyTo: 1 })
  expect(await answered).toMatchObject({ sender: mentorId, message: 'Namaste ji', seq: 2, replyTo: 1 })
  for (const one of [family, mentor]) {
    const { status, body } = await one.post('/api/chat/history', { user1: family.id, user2: mentorId })
    expect([status, body.map((each: ChatMessage) => each.message)]).toEqual([200, ['Namaste ma’am', 'Namaste ji']])
  }
  const inbox = await mentor.get('/api/chat/conversations')
  expect(inbox.body).toMatchObject({ total: 1, data: [{ unread: 1, last: { message: 'Namaste ji' }, isOnline: true }] })
  await sendMessage(own, { receiver: mentorId, message: 'Kal milte hain' })
  const unreadOf = async (who: LoggedIn) => [
    (await who.get('/api/chat/unread')).body.data.unread,
    (await who.get('/api/chat/conversations')).body.data[0].unread,
  ]
  expect([await unreadOf(mentor), await unreadOf(family)]).toEqual([
    [2, 2],
    [1, 1],
  ])
  const conversation = inbox.body.data[0]._id
  await theirs.emitWithAck('mark', { conversation, read: 1 })
  await own.emitWithAck('mark', { conversation, read: 2 })
  expect([await unreadOf(mentor), await unreadOf(family)]).toEqual([
    [1, 1],
    [0, 0],
  ])
})

test('a client using only the specification’s events sends and receives each message once', async () => {
  const { family, mentor, mentorId } = await makePair(app)
  // The client library starts with polling by default.
  const [theirs, own] = await Promise.all(
    [mentor, family].map(async (one) => {
      const socket = connect(app.address, { forceNew: true, extraHeaders: { cookie: one.cookie() } })
      await nextEvent(socket, 'connect')
      socket.emit('register', one.phone)
      await flushEvents(socket)
      return { socket, heard: collectEvents<unknown>(socket, 'receive-message') }
    }),
  )
  if (!theirs || !own) throw new Error('two windows')
  own.socket.emit('send-message', { sender: family.phone, receiver: mentorId, message: 'Namaste ma’am' })
  await expect.poll(() => theirs.heard).toEqual([{ sender: family.id, message: 'Namaste ma’am' }])
  theirs.socket.emit('send-message', { sender: mentor.phone, receiver: family.id, message: 'Namaste ji' })
  await expect.poll(() => own.heard).toEqual([{ sender: mentorId, message: 'Namaste ji' }])
  // A retry after a lost acknowledgement is the same message.
  const clientId = randomUUID()
  const windowOfFamily = await openSocket(app, family)
  for (let times = 0; times < 2; times++)
    await sendMessage(windowOfFamily, { receiver: mentorId, message: 'Sent twice', clientId })
  await expect.poll(() => theirs.heard.length).toBe(2)
  await flushEvents(theirs.socket)
  expect(theirs.heard.slice(1)).toEqual([{ sender: family.id, message: 'Sent twice' }])
  const { body } = await family.post('/api/chat/history', { user1: family.phone, user2: mentorId })
  expect(body.map(({ sender, message }: ChatMessage) => ({ sender, message }))).toEqual([
    { sender: family.id, message: 'Namaste ma’am' },
    { sender: mentorId, message: 'Namaste ji' },
    { sender: family.id, message: 'Sent twice' },
  ])
  for (const { socket } of [theirs, own]) socket.close()
})

test('deduplicates a message resent from any window', async () => {
  const { family, mentorId } = await makePair(app)
  const sockets = await Promise.all([1, 2, 3].map(() => openSocket(app, family)))
  const clientId = randomUUID()
  const replies = await Promise.all(
    sockets.map((socket) => sendMessage(socket, { receiver: mentorId, message: 'once', clientId })),
  )
  expect(replies.map((one) => one.ok && one.data.seq)).toEqual([1, 1, 1])
  const { body } = await family.post('/api/chat/history', { user1: family.id, user2: mentorId })
  expect(body).toHaveLength(1)
})

test('a retry emits a message whose first process died before emitting', async () => {
  const pair = await makePair(app)
  await writeMessages(app, pair, ['Namaste'])
  const { rows } = await sql<{ clientId: string }>`select client_id as "clientId" from message t
    join conversation c on c.id = t.conversation_id where c.family_id = ${pair.family.id}`.execute(app.db)
  const own = await openSocket(app, pair.family)
  const theirs = await openSocket(app, pair.mentor)
  const heard = nextEvent<ChatMessage>(theirs, 'message-added')
  await sendMessage(own, { receiver: pair.mentorId, message: 'Namaste', clientId: rows[0]?.clientId })
  expect(await heard).toMatchObject({ seq: 1, message: 'Namaste' })
})

test('partners see presence changes at once, also rapid ones', async () => {
  const { family, mentor, mentorId } = await makePair(app)
  const own = await openSocket(app, family)
  await sendMessage(own, { receiver: mentorId, message: 'Namaste' })
  const isOnline = async () => (await family.get('/api/chat/conversations')).body.data[0].isOnline
  expect(await isOnline()).toBe(false)
  const comes = nextEvent(own, 'chat-changed')
  const first = await openSocket(app, mentor)
  await comes
  expect(await isOnline()).toBe(true)
  const second = await openSocket(app, mentor)
  first.disconnect()
  await flushEvents(second)
  expect(await isOnline()).toBe(true)
  const goes = nextEvent(own, 'chat-changed')
  second.disconnect()
  await goes
  expect(await isOnline()).toBe(false)
  // Rapid connects and disconnects end in the correct state.
  for (let i = 0; i < 10; i++) (await openSocket(app, mentor)).disconnect()
  await openSocket(app, mentor)
  await expect.poll(isOnline).toBe(true)
})
