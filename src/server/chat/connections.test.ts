import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { maxMessageLength, maxMessagesPerTenSeconds } from '#contract/chat/chat-limits.ts'
import type { ChatMessage, LiveReply } from '#contract/wire/live.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import {
  collectEvents,
  flushEvents,
  historyOf,
  makePair,
  nextEvent,
  openSocket,
  sendMessage,
  writeMessages,
} from '#test/chat-windows.ts'
import { type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ listen: true, variables: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => app.stop())

const code = (reply: LiveReply<unknown>) => (reply.ok ? 'ok' : reply.error.code)
const closed = (socket: Socket) => new Promise<string>((done) => socket.once('disconnect', (reason) => done(reason)))
const refusal = (cookie: string, headers: Record<string, string> = {}) =>
  new Promise<{ message: string; data?: { code: string } }>((done) => {
    app.open(cookie, headers).once('connect_error', done)
  })

describe('connecting', () => {
  test('refuses a missing or ended session and other origins', async () => {
    expect((await refusal('')).data).toMatchObject({ code: 'login-required', message: 'Please log in first.' })
    expect((await refusal('session=%00; session=x', { 'accept-language': 'hi' })).data).toMatchObject({
      message: 'पहले लॉग इन करें।',
    })
    const { family } = await makePair(app)
    const cookie = family.cookie()
    await family.post('/api/session/logout', {})
    expect((await refusal(cookie)).data?.code).toBe('login-required')
    const other = await app.login(newPhone(), 'student')
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await refusal(other.cookie(), headers)).message).toBe('websocket error')
  })

  test('a message that asks to join 21,000 times reads the session a few times', async () => {
    const url = `${app.address}/socket.io/?EIO=4&transport=polling`
    const headers = { cookie: 'session=x', 'content-type': 'text/plain' }
    const { sid } = JSON.parse((await (await fetch(url, { headers })).text()).slice(1))
    const connect = vi.spyOn(app.database.pool, 'connect')
    const body = Array(21_000).fill('40').join('\x1e')
    await fetch(`${url}&sid=${sid}`, { method: 'POST', headers, body })
    expect((await fetch(`${url}&sid=${sid}`, { headers })).status).toBe(400)
    expect(connect.mock.calls.length).toBeLessThan(5)
    vi.restoreAllMocks()
  })

  test('ending a session stops its events and its sending at once', async () => {
    const { family, mentor, mentorId } = await makePair(app)
    const theirs = await openSocket(app, mentor)
    const own = await openSocket(app, family)
    const first = nextEvent(theirs, 'message-added')
    await sendMessage(own, { receiver: mentorId, message: 'one' })
    await first
    const heard = collectEvents(theirs, 'message-added')
    const gone = closed(theirs)
    await mentor.post('/api/session/logout', {})
    expect(await gone).toBe('io server disconnect')
    await sendMessage(own, { receiver: mentorId, message: 'two' })
    await flushEvents(own)
    expect(heard).toEqual([])
    // A session that ends without a notification is rejected at its next event.
    await sql`alter table session disable trigger session_end_told`.execute(app.db)
    await sql`update session set revoked_at = now()`.execute(app.db)
    await sql`alter table session enable trigger session_end_told`.execute(app.db)
    expect(code(await sendMessage(own, { receiver: mentorId, message: 'three' }))).toBe('login-required')
    const { rows } = await sql`select text from message where text = 'three'`.execute(app.db)
    expect(rows).toEqual([])
  })

  test('switching roles reconnects in the new role', async () => {
    const made = await makeMentor(app.db)
    const person = await app.login(made.phone, 'mentor')
    const socket = await openSocket(app, person)
    expect(await socket.emitWithAck('register')).toEqual({ ok: true, data: { _id: made.id, side: 'mentor' } })
    const gone = closed(socket)
    expect((await person.post('/api/session/switch', { userType: 'student' })).status).toBe(200)
    expect(await gone).toBe('io server disconnect')
    const again = await openSocket(app, person)
    expect(await again.emitWithAck('register')).toMatchObject({ ok: true, data: { side: 'family' } })
  })

  test('an admin can connect but not chat', async () => {
    const socket = await openSocket(app, await app.admin())
    const events = {
      register: null,
      'send-message': { receiver: randomUUID(), message: 'x' },
      mark: { conversation: randomUUID(), read: 1 },
      typing: { conversation: randomUUID() },
      heads: {},
    }
    for (const [event, given] of Object.entries(events))
      expect([event, code(await socket.emitWithAck(event, given))]).toEqual([event, 'not-allowed'])
  })
})

describe('identity', () => {
  test('comes from the session: the id or phone of someone else is rejected', async () => {
    const { family, mentor, mentorId } = await makePair(app)
    const socket = await openSocket(app, family)
    for (const name of [undefined, family.id, family.phone, Number(family.phone)])
      expect(await socket.emitWithAck('register', name)).toMatchObject({ ok: true, data: { _id: family.id } })
    for (const name of [mentorId, mentor.phone, Number(mentor.phone), '', {}, [family.id]]) {
      const reply = await socket.emitWithAck('register', name)
      expect([name, ['not-allowed', 'bad-request'].includes(code(reply))]).toEqual([name, true])
    }
    for (const sender of [mentorId, mentor.phone, randomUUID()])
      expect(code(await sendMessage(socket, { sender, receiver: mentorId, message: 'forged' }))).toBe('not-allowed')
    expect(code(await sendMessage(socket, { sender: family.phone, receiver: mentorId, message: 'mine' }))).toBe('ok')
  })

  test('history is readable by its two sides and not found for others', async () => {
    const pair = await makePair(app)
    await writeMessages(app, pair, ['one', 'two'])
    const { family, mentor, mentorId } = pair
    const other = await app.login(newPhone(), 'student')
    const otherMentor = (await makePair(app)).mentor
    const nobody = await historyOf(other, { ...pair, mentorId: randomUUID() })
    for (const who of [other, otherMentor]) {
      const reply = await historyOf(who, pair)
      expect([reply.status, { ...reply.body, requestId: '' }]).toEqual([404, { ...nobody.body, requestId: '' }])
    }
    // Naming oneself gives no access to other conversations, and a phone only finds acquaintances.
    const named = (who: typeof family, user1: string, user2: string) => who.post('/api/chat/history', { user1, user2 })
    expect((await named(other, other.id, family.id)).status).toBe(404)
    expect((await named(other, other.phone, mentor.phone)).status).toBe(404)
    expect((await named(mentor, mentor.phone, other.phone)).status).toBe(404)
    expect((await named(other, other.id, mentorId)).body).toEqual([])
    for (const [a, b] of [
      [family.phone, mentor.phone],
      [mentor.phone, family.phone],
      [mentorId, family.id],
    ] as const)
      expect((await named(family, a, b)).body).toHaveLength(2)
  })

  test('a mentor can only start with an acquainted family, and nobody can message their own account', async () => {
    const { family, mentor, mentorId } = await makePair(app)
    const socket = await openSocket(app, mentor)
    for (const receiver of [family.id, family.phone, randomUUID(), 'x', '%00'])
      expect(code(await sendMessage(socket, { receiver, message: 'Hello?' }))).toBe('not-found')
    await app.paidBooking(family, mentorId)
    expect(code(await sendMessage(socket, { receiver: family.id, message: 'Hello' }))).toBe('ok')
    // Closes the old windows first; a new one would be closed with them.
    const closed = nextEvent(socket, 'disconnect')
    await mentor.post('/api/session/switch', { userType: 'student' })
    await closed
    expect(code(await sendMessage(await openSocket(app, mentor), { receiver: mentorId, message: 'Me' }))).toBe(
      'not-found',
    )
  })

  test('conversations with a suspended mentor are read-only; unlisted mentors are not found', async () => {
    const pair = await makePair(app)
    const theirs = await openSocket(app, pair.mentor)
    const own = await openSocket(app, pair.family)
    await sendMessage(own, { receiver: pair.mentorId, message: 'one' })
    await sql`update mentor set status = 'suspended' where id = ${pair.mentorId}`.execute(app.db)
    expect(code(await sendMessage(own, { receiver: pair.mentorId, message: 'two' }))).toBe('chat-ended')
    expect(code(await sendMessage(theirs, { receiver: pair.family.id, message: 'two' }))).toBe('chat-ended')
    expect((await historyOf(pair.family, pair)).body).toHaveLength(1)
    const stranger = await openSocket(app, await app.login(newPhone(), 'student'))
    expect(code(await sendMessage(stranger, { receiver: pair.mentorId, message: 'two' }))).toBe('not-found')
  })

  test('rejects forged conversation ids', async () => {
    const pair = await makePair(app)
    const id = await writeMessages(app, pair, ['one'])
    const stranger = await openSocket(app, await app.login(newPhone(), 'student'))
    const theirs = collectEvents(await openSocket(app, pair.mentor), 'message-state')
    await stranger.emitWithAck('mark', { conversation: id, read: 1 })
    expect(code(await stranger.emitWithAck('typing', { conversation: id }))).toBe('not-found')
    expect(code(await stranger.emitWithAck('heads', { conversation: id }))).toBe('not-found')
    expect(code(await sendMessage(stranger, { receiver: id, message: 'x' }))).toBe('not-found')
    expect(theirs).toEqual([])
  })
})

describe('messages', () => {
  test('stores markup as text and rejects blank messages and 4,001 characters', async () => {
    const pair = await makePair(app)
    const socket = await openSocket(app, pair.family)
    const to = (message: string) => sendMessage(socket, { receiver: pair.mentorId, message })
    const script = '<script>alert(1)</script><img src=x onerror=alert(1)> &amp; \\u0000 {0}'
    expect(await to(script)).toMatchObject({ ok: true, data: { message: script } })
    for (const nothing of ['', ' \n\t ', '\u0000\u0007\ud800', '\u2003\u00a0'])
      expect(code(await to(nothing))).toBe('message-empty')
    expect(code(await to('अ'.repeat(maxMessageLength + 1)))).toBe('message-too-long')
    const most = '🙏'.repeat(maxMessageLength / 2)
    expect(await to(most)).toMatchObject({ ok: true, data: { message: most, seq: 2 } })
    expect(await to('a\r\nb\u0000c\u202e')).toMatchObject({ ok: true, data: { message: 'a\nbc\u202e' } })
    const { body } = await historyOf(pair.mentor, pair)
    expect(body.map((one: ChatMessage) => one.message)).toEqual([script, most, 'a\nbc\u202e'])
  })

  test('a one-megabyte payload closes the connection and is not stored', async () => {
    const pair = await makePair(app)
    const own = await openSocket(app, pair.family)
    const other = await openSocket(app, pair.family)
    const gone = closed(own)
    own.emit('send-message', { receiver: pair.mentorId, message: 'x'.repeat(1024 ** 2) })
    expect(['transport close', 'transport error']).toContain(await gone)
    expect(await sendMessage(other, { receiver: pair.mentorId, message: 'small' })).toMatchObject({
      ok: true,
      data: { seq: 1 },
    })
  })

  test('rate limits 1,000 messages; after retries none is lost or out of order', { tags: ['full'] }, async () => {
    const pair = await makePair(app)
    const socket = await openSocket(app, pair.family)
    const theirs = collectEvents(await openSocket(app, pair.mentor), 'message-added')
    const sent = Array.from({ length: 1000 }, (_, i) => ({ message: `${i}`, clientId: randomUUID() }))
    const replies = await Promise.all(sent.map((one) => sendMessage(socket, { receiver: pair.mentorId, ...one })))
    const taken = replies.filter(({ ok }) => ok).length
    expect(taken).toBe(maxMessagesPerTenSeconds)
    for (const reply of replies.slice(taken)) {
      expect(code(reply)).toBe('message-too-fast')
      if (!reply.ok) expect(Number(reply.error.details?.retryMs)).toBeGreaterThan(0)
    }
    // Resends everything, as a window does; messages already stored are deduplicated.
    const again = await Promise.all(
      sent.slice(0, 5).map((one) => sendMessage(socket, { receiver: pair.mentorId, ...one })),
    )
    expect(again.map(code)).toEqual(Array(5).fill('message-too-fast'))
    await flushEvents(socket)
    const { body } = await historyOf(pair.mentor, pair, { limit: 200 })
    const numbers = Array.from({ length: taken }, (_, i) => `${i}`)
    expect(body.map((one: ChatMessage) => one.message)).toEqual(numbers)
    expect(theirs.map(({ message }) => message)).toEqual(numbers)
  })

  test('answers malformed events with an error and keeps running', async () => {
    const pair = await makePair(app)
    const socket = await openSocket(app, pair.family)
    const names = JSON.parse('{"__proto__": {"receiver": "x"}, "constructor": 1}')
    const junk = [undefined, null, 0, 1e9, '', 'x', true, [], [[1]], names, { receiver: {} }, () => 1]
    for (const event of ['send-message', 'mark', 'typing', 'heads', 'register']) {
      for (const given of junk) {
        const reply = await socket.emitWithAck(event, given)
        if (event !== 'register') expect(code(reply)).toBe('bad-request')
      }
    }
    // Event names reserved by JavaScript, Socket.IO or Node.
    for (const event of ['__proto__', 'constructor', 'toString', 'error', 'join', 'data', '', 'message-added'])
      socket.emit(event, { message: 'x' }, 1, [2])
    // Nested deeper than any client of ours.
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    for (const event of ['send-message', 'register', 'x']) socket.io.engine.write(`2["${event}",${deep}]`)
    socket.io.engine.write('2[1e9,{}]')
    // An event that only the server emits.
    for (const payload of ['{', 'null', '5', '{"rooms":5}', '{"end":{}}'])
      await sql`select pg_notify('live', ${payload})`.execute(app.db)
    expect(await sendMessage(socket, { receiver: pair.mentorId, message: 'still here' })).toMatchObject({ ok: true })
  })

  test('a window closed while sending resends without loss, duplicates or reordering', async () => {
    const pair = await makePair(app)
    const socket = await openSocket(app, pair.family)
    const texts = Array.from({ length: 12 }, (_, i) => ({ message: `words ${i}`, clientId: randomUUID() }))
    const answers = texts.map((one) => sendMessage(socket, { receiver: pair.mentorId, ...one }).catch(() => null))
    await answers[2]
    socket.disconnect()
    await Promise.all(answers)
    const again = await openSocket(app, pair.family)
    for (const one of texts) expect(code(await sendMessage(again, { receiver: pair.mentorId, ...one }))).toBe('ok')
    const { body } = await historyOf(pair.mentor, pair)
    expect(body.map(({ message }: ChatMessage) => message)).toEqual(texts.map(({ message }) => message))
  })

  test('errors are in the language of the page', async () => {
    const pair = await makePair(app)
    const socket = app.open(pair.family.cookie(), { 'accept-language': 'en-GB' })
    socket.auth = { language: 'hi' }
    const { error } = (await sendMessage(socket, { receiver: pair.mentorId, message: ' ' })) as {
      error?: { message: string }
    }
    expect(error?.message).toBe('पहले कुछ लिखें।')
  })

  test('emits an error event if the client asked for no acknowledgement', async () => {
    const pair = await makePair(app)
    const socket = await openSocket(app, pair.family)
    const refused = nextEvent<{ event: string; error: { code: string } }>(socket, 'refused')
    socket.emit('send-message', { receiver: pair.mentorId, message: ' ' })
    expect(await refused).toMatchObject({ event: 'send-message', error: { code: 'message-empty' } })
    const heard = nextEvent<ChatMessage>(socket, 'message-added')
    socket.emit('send-message', { sender: pair.family.id, receiver: pair.mentorId, message: 'as in the spec' })
    expect(await heard).toMatchObject({ message: 'as in the spec', sender: pair.family.id })
  })
})

test('every window receives each message once, and history is paged', async () => {
  const pair = await makePair(app)
  const windows = await Promise.all([1, 2, 3].map(() => openSocket(app, pair.family)))
  const theirs = await openSocket(app, pair.mentor)
  const heard = [...windows, theirs].map((socket) => collectEvents(socket, 'message-added'))
  for (const [i, socket] of windows.entries()) await sendMessage(socket, { receiver: pair.mentorId, message: `f${i}` })
  await sendMessage(theirs, { receiver: pair.family.id, message: 'm' })
  await Promise.all([...windows, theirs].map(flushEvents))
  for (const each of heard) expect(each.map(({ message }) => message)).toEqual(['f0', 'f1', 'f2', 'm'])

  const read = async (more: Record<string, unknown>) => {
    const { body, headers } = await historyOf(pair.family, pair, more)
    return [body.map(({ seq }: ChatMessage) => seq).join(), headers['x-next-cursor']]
  }
  expect(await read({ limit: 3 })).toEqual(['2,3,4', '2'])
  expect(await read({ limit: 3, before: 2 })).toEqual(['1', undefined])
  expect(await read({ before: 1 })).toEqual(['', undefined])
  expect(await read({ after: 2, limit: 1 })).toEqual(['3', '3'])
  expect(await read({ after: 4 })).toEqual(['', undefined])
  expect((await historyOf(pair.family, pair, { before: 1, after: 1 })).status).toBe(400)
})

test('one address opens 600 connections in a minute', async () => {
  const open = async (address: string) => {
    const headers = { 'x-forwarded-for': `9.9.9.9, ${address}` }
    return (await fetch(`${app.address}/socket.io/?EIO=4&transport=polling`, { headers })).status
  }
  const statuses = await Promise.all(Array.from({ length: 602 }, () => open('10.9.1.1')))
  expect(statuses.filter((status) => status === 403)).toHaveLength(2)
  expect(await open('10.9.1.2')).toBe(200)
})
