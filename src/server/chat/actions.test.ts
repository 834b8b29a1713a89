import { randomBytes, randomUUID } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { maxNewConversations, maxReportsPerDay } from '#contract/chat/chat-limits.ts'
import type { ChatMessage, LiveReply } from '#contract/wire/live.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import {
  type ChatPair,
  collectEvents,
  flushEvents,
  historyOf,
  makePair,
  nextEvent,
  openSocket,
  sendMessage,
  writeMessages,
} from '#test/chat-windows.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { makePdf, makePhoto, sendFile } from '#test/uploads.ts'

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp({ listen: true })
  admin = await app.admin()
})
afterAll(() => app.stop())

const code = (reply: LiveReply<unknown>) => (reply.ok ? 'ok' : reply.error.code)
const upload = async (who: LoggedIn, kind: 'image' | 'raw', preset: string, file: Buffer, fileName = 'page 4.jpg') => {
  const { status, body } = await sendFile(who, { kind, preset, file, fileName })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.secure_url as string
}
const load = async (who: LoggedIn, id: string) => {
  const sent = await who.get(`/api/chat/files/${id}`)
  if (sent.status !== 302) return { status: sent.status, contentType: '', bytes: Buffer.alloc(0) }
  const { statusCode, headers, rawPayload } = await app.app.inject({
    url: String(sent.headers.location),
    headers: { cookie: who.cookie() },
  })
  return { status: statusCode, contentType: headers['content-type'], bytes: rawPayload }
}

test('sending takes three statements, whether contacts are masked or not', async () => {
  const { family, mentorId } = await makePair(app)
  const own = await openSocket(app, family)
  const asks = async (message: string) => {
    await flushEvents(own)
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    await sendMessage(own, { receiver: mentorId, message })
    const texts = asked.mock.calls.map(([query]) => JSON.stringify(query))
    asked.mockRestore()
    // Ignores the statements of the realtime adapter, which batch many messages.
    return texts.filter((text) => !/pg_notify|presence|pgboss/.test(text)).length
  }
  await asks('first')
  expect(await asks('second')).toBe(3)
  await app.paidBooking(family, mentorId, { amount: 4500, plan: 'monthly' })
  expect(await asks('third')).toBe(3)
})

test('a photo is resized, stripped of its location and readable by both sides only', async () => {
  const pair = await makePair(app)
  const { family, mentor, mentorId } = pair
  const socket = await openSocket(app, family)
  // A 12-megapixel phone photo with as much detail as fine handwriting.
  const width = 400
  const height = 300
  const page = await sharp(randomBytes(width * height), { raw: { width, height, channels: 1 } })
    .linear(0.2, 150)
    .resize(10 * width, 10 * height)
    .jpeg({ quality: 90 })
    .withExif({ IFD0: { Make: 'Canarycam' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 43/1 0/1' } })
    .toBuffer()
  const file = await upload(family, 'image', 'chat-photo', page)
  const sent = await sendMessage(socket, { receiver: mentorId, message: '', file })
  if (!sent.ok || !sent.data.file) throw new Error(JSON.stringify(sent))
  expect(sent.data.file).toMatchObject({ kind: 'image', name: 'page 4.jpg' })
  expect(sent.data.file.bytes).toBeLessThanOrEqual(150_000)
  for (const who of [family, mentor]) {
    const { status, contentType, bytes } = await load(who, sent.data.file._id)
    expect([status, contentType, bytes.length]).toEqual([200, 'image/webp', sent.data.file.bytes])
    const made = await sharp(bytes).metadata()
    expect([made.width, made.height, made.exif]).toEqual([sent.data.file.width, sent.data.file.height, undefined])
    expect(made.width).toBeGreaterThanOrEqual(1200)
    expect(bytes.includes('Canarycam')).toBe(false)
  }
  const stranger = await app.login(newPhone(), 'student')
  for (const who of [stranger, (await makePair(app)).mentor])
    expect((await load(who, sent.data.file._id)).status).toBe(404)
  expect((await load(admin, sent.data.file._id)).status).toBe(403)
  expect((await admin.get(`/api/media/${sent.data.file._id}/link`)).status).toBe(404)
  expect((await historyOf(mentor, pair)).body[0].file).toEqual(sent.data.file)
})

test('a PDF is sent with its pages; files of others and used files are rejected', { tags: ['full'] }, async () => {
  const pair = await makePair(app)
  const { family, mentor, mentorId } = pair
  const own = await openSocket(app, family)
  const theirs = await openSocket(app, mentor)
  const pdf = makePdf(2)
  const file = await upload(family, 'raw', 'chat-document', pdf)
  const clientId = randomUUID()
  const to = { receiver: mentorId, message: 'Chapter 3', file, clientId }
  const [sent, again] = await Promise.all([sendMessage(own, to), sendMessage(own, to)])
  expect(sent).toEqual(again)
  if (!sent.ok || !sent.data.file) throw new Error(JSON.stringify(sent))
  const received = (await load(mentor, sent.data.file._id)).bytes
  expect(sent.data.file).toMatchObject({ kind: 'pdf', bytes: received.length })
  expect((await PDFDocument.load(received)).getPageCount()).toBe(2)

  const small = await makePhoto(300, 300)
  const cv = await upload(family, 'image', 'mentor-document', small)
  const foreign = await upload(mentor, 'image', 'chat-photo', small)
  const nowhere = file.replace(/[\da-f]{12}$/, '000000000000')
  for (const url of [file, cv, foreign, nowhere, 'https://evil.example/media/x', 'data:text/html,<script>'])
    expect([url, code(await sendMessage(own, { receiver: mentorId, message: 'x', file: url }))]).toEqual([
      url,
      'chat-file-gone',
    ])
  expect(code(await sendMessage(theirs, { receiver: family.id, message: 'x', file }))).toBe('chat-file-gone')
  expect(code(await sendMessage(own, { receiver: mentorId, message: 'x', file: 'javascript' }))).toBe('bad-request')
  // HTML named as a photo is rejected.
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  const refused = await sendFile(family, { kind: 'image', preset: 'chat-photo', file: page, fileName: 'a.jpg' })
  expect([refused.status, refused.body.error.code]).toEqual([415, 'file-type'])
  expect((await historyOf(family, pair)).body).toHaveLength(1)
  // A file refused because the other side muted the conversation stays unused and is cleaned up.
  const waiting = await upload(family, 'image', 'chat-photo', small)
  await mentor.put(`/api/chat/conversations/${sent.data.conversation}/blocked`, { blocked: true })
  expect(code(await sendMessage(own, { receiver: mentorId, message: '', file: waiting }))).toBe('chat-ended')
  const { rows } =
    await sql`select 1 from media where id = ${waiting.split('/').at(-1)} and unused_since is null`.execute(app.db)
  expect(rows).toEqual([])
})

test('search finds visible text in both scripts, ignoring case, newest first, and never masked text', async () => {
  const pair = await makePair(app)
  const texts = ['Fractions on Monday', 'कल भिन्न पढ़ेंगे', '100% of FRACTIONS_done', 'call 9876543210', 'क़लम लाना']
  const id = await writeMessages(app, pair, [...texts, ...Array.from({ length: 60 }, (_, i) => `Page ${i}`)])
  const found = async (q: string, who: LoggedIn = pair.family) => {
    const { body } = await who.get(`/api/chat/conversations/${id}/search?q=${encodeURIComponent(q)}`)
    return body.data.map(({ seq }: ChatMessage) => seq)
  }
  expect(await found('fractions')).toEqual([3, 1])
  expect(await found('भिन्न', pair.mentor)).toEqual([2])
  expect(await found('0%')).toEqual([3])
  expect(await found('_d')).toEqual([3])
  expect(await found('\u0958लम')).toEqual([5])
  expect(await found('page')).toHaveLength(50)
  expect((await found('page'))[0]).toBe(65)
  for (const hidden of ['98', '9876543210', '43210']) expect([hidden, await found(hidden)]).toEqual([hidden, []])
  expect(await found('call')).toEqual([4])
  await app.paidBooking(pair.family, pair.mentorId, { amount: 4500, plan: 'monthly' })
  expect(await found('98765')).toEqual([4])
  const stranger = await app.login(newPhone(), 'student')
  expect((await stranger.get(`/api/chat/conversations/${id}/search?q=page`)).status).toBe(404)
})

test('masks numbers in file names until a booking, and in family names always', { tags: ['full'] }, async () => {
  const pair = await makePair(app)
  await sql`update family set name = '98260-14210 Rahul' where id = ${pair.family.id}`.execute(app.db)
  const own = await openSocket(app, pair.family)
  const theirs = await openSocket(app, pair.mentor)
  const heard = collectEvents(theirs, 'message-added')
  const file = await upload(pair.family, 'raw', 'chat-document', makePdf(1), 'call 98260-14210.pdf')
  const sent = await sendMessage(own, { receiver: pair.mentorId, message: '', file })
  await flushEvents(theirs)
  const inbox = await pair.mentor.get('/api/chat/conversations')
  const head = await pair.mentor.get(`/api/chat/with/${pair.family.id}`)
  expect([inbox.body.data[0].other.name, head.body.data.other.name]).toEqual([null, null])
  const seen = [sent, heard, (await historyOf(pair.mentor, pair)).body, inbox.body]
  expect(JSON.stringify(seen)).not.toContain('14210')
  expect(heard[0]).toMatchObject({ isMasked: true, file: { name: 'call ••••••••••.pdf' } })
  await app.paidBooking(pair.family, pair.mentorId, { amount: 4500, plan: 'monthly' })
  expect((await historyOf(pair.mentor, pair)).body[0]).toMatchObject({ file: { name: 'call 98260-14210.pdf' } })
})

test('muting stops messages, shows on both sides at once and can be undone', async () => {
  const pair = await makePair(app)
  const { family, mentor, mentorId } = pair
  const own = await openSocket(app, family)
  const sent = await sendMessage(own, { receiver: mentorId, message: 'one' })
  const id = sent.ok ? sent.data.conversation : ''
  // The mentor coming online emits the same event, which must not be counted.
  const comes = nextEvent(own, 'chat-changed')
  const theirs = await openSocket(app, mentor)
  await comes
  const changed = collectEvents<{ conversation: string }>(own, 'chat-changed')
  const block = (who: LoggedIn, blocked: boolean) => who.put(`/api/chat/conversations/${id}/blocked`, { blocked })
  for (let i = 0; i < 2; i++)
    expect((await block(mentor, true)).body.data).toMatchObject({ isBlockedByMe: true, isEnded: true })
  await expect.poll(() => changed.length).toBe(1)
  const seen = (await family.get(`/api/chat/with/${mentorId}`)).body.data.conversation
  expect(seen).toMatchObject({ isBlockedByMe: false, isEnded: true, isOnline: false })
  for (const [socket, receiver] of [
    [own, mentorId],
    [theirs, family.id],
  ] as const)
    expect(code(await sendMessage(socket, { receiver, message: 'two' }))).toBe('chat-ended')
  const typing = collectEvents(theirs, 'typing')
  await own.emitWithAck('typing', { conversation: id })
  expect((await block(family, false)).body.data).toMatchObject({ isBlockedByMe: false, isEnded: true })
  expect((await block(mentor, false)).body.data).toMatchObject({ isBlockedByMe: false, isEnded: false })
  expect(code(await sendMessage(own, { receiver: mentorId, message: 'two' }))).toBe('ok')
  await flushEvents(theirs)
  expect(typing).toEqual([])
  await expect.poll(() => changed.length).toBe(2)
  // One event per actual change.
  expect(changed).toEqual([{ conversation: id }, { conversation: id }])
  expect((await block(await app.login(newPhone(), 'student'), true)).status).toBe(404)
})

const reportOf = (who: LoggedIn, id: string, body: Record<string, unknown>) =>
  who.post(`/api/chat/conversations/${id}/report`, body)
const caseOf = async (number: string) => {
  const { rows } = await sql<{ id: string; kind: string; priority: string; text: string }>`
    select id, kind, priority, text from support_case where number = ${number}`.execute(app.db)
  return rows[0]
}

test('admins read a conversation only through a reported case, and each read is audited', async () => {
  const pair: ChatPair = await makePair(app)
  const id = await writeMessages(app, pair, ['one', 'call 9876543210', 'three'])
  const given = { reason: 'unsafe', text: '  He frightens\nmy son ', seq: 2 }
  const [first, second] = await Promise.all([reportOf(pair.family, id, given), reportOf(pair.family, id, given)])
  expect([first.status, second.body]).toEqual([200, first.body])
  const safety = await caseOf(first.body.data.number)
  expect(safety).toMatchObject({ kind: 'safety', priority: 'high', text: 'He frightens my son' })
  const sent =
    await sql`select 1 from outbox where template = 'case-opened' and recipient = ${pair.family.phone}`.execute(app.db)
  expect(sent.rows).toHaveLength(1)
  const other = await reportOf(pair.mentor, id, { reason: 'money' })
  expect(await caseOf(other.body.data.number)).toMatchObject({ kind: 'report', priority: 'normal', text: 'money' })

  const { status, body } = await admin.get(`/api/admin/cases/${safety?.id}/chat`)
  expect([status, body.data.reason, body.data.side, body.data.seq]).toEqual([200, 'unsafe', 'family', 2])
  // Unmasked.
  expect(body.data.messages.map((one: ChatMessage) => one.message)).toEqual(['one', 'call 9876543210', 'three'])
  expect(body.data.messages.map((one: { hasContact: boolean }) => one.hasContact)).toEqual([false, true, false])
  const looks = await sql`select 1 from audit where action = 'chat.look' and subject_id = ${safety?.id}`.execute(app.db)
  expect(looks.rows).toHaveLength(1)
  const ticket = { name: 'Meera', phone: newPhone(), topic: 'booking', message: 'How do I change the time?' }
  const plain = await caseOf((await app.browser().post('/api/support-tickets', ticket)).body.data.number)
  for (const nothing of [plain?.id, randomUUID()])
    expect((await admin.get(`/api/admin/cases/${nothing}/chat`)).status).toBe(404)
})

test('a report shows the conversation as it was then, and a further one with new messages is a case of its own', async () => {
  const pair = await makePair(app)
  const id = await writeMessages(app, pair, ['Come alone', 'No'])
  const rude = async () => (await reportOf(pair.family, id, { reason: 'rude' })).body.data.number as string
  const first = await rude()
  expect(await rude()).toBe(first)
  await sql`insert into message (conversation_id, seq, sender, client_id, text)
    select ${id}, n, 'mentor', gen_random_uuid(), 'Later' from generate_series(3, 62) as n`.execute(app.db)
  await sql`update conversation set last_seq = 62 where id = ${id}`.execute(app.db)
  const seqsOf = async (number: string) =>
    (await admin.get(`/api/admin/cases/${(await caseOf(number))?.id}/chat`)).body.data.messages.map(
      ({ seq }: ChatMessage) => seq,
    )
  expect(await seqsOf(first)).toEqual(Array.from({ length: 22 }, (_, i) => i + 1))
  const second = await rude()
  expect([second === first, (await seqsOf(second)).at(-1)]).toEqual([false, 62])
})

test('a family writes to so many mentors for the first time in a day, and always to those it booked', async () => {
  const family = await app.login(newPhone(), 'student')
  const socket = await openSocket(app, family)
  const to = async (receiver: string) => await sendMessage(socket, { receiver, message: 'Namaste' })
  const mentors = await Promise.all(Array.from({ length: maxNewConversations + 2 }, () => makeMentor(app.db)))
  for (const { id } of mentors.slice(0, maxNewConversations)) {
    await sql`insert into conversation (family_id, mentor_id) values (${family.id}, ${id})`.execute(app.db)
  }
  const [first] = mentors
  const [booked, other] = mentors.slice(maxNewConversations)
  expect(await to(other?.id ?? '')).toMatchObject({ ok: false })
  expect(await to(first?.id ?? '')).toMatchObject({ ok: true })
  await app.paidBooking(family, booked?.id ?? '')
  expect(await to(booked?.id ?? '')).toMatchObject({ ok: true })
  const { rows } = await sql`select from conversation where family_id = ${family.id}`.execute(app.db)
  expect(rows).toHaveLength(maxNewConversations + 1)
})

test('a case shows 50 messages before and 20 after; reports are limited per day and to participants', {
  tags: ['full'],
}, async () => {
  const pair = await makePair(app)
  const id = await writeMessages(
    app,
    pair,
    Array.from({ length: 200 }, (_, i) => `${i + 1}`),
  )
  const about = async (seq?: number) => {
    const reported = await reportOf(pair.family, id, { reason: 'rude', ...(seq && { seq }) })
    const { body } = await admin.get(`/api/admin/cases/${(await caseOf(reported.body.data.number))?.id}/chat`)
    const seqs = body.data.messages.map(({ seq }: ChatMessage) => seq)
    return [seqs[0], seqs.at(-1)]
  }
  expect([await about(100), await about(), await about(1)]).toEqual([
    [50, 120],
    [150, 200],
    [1, 21],
  ])
  expect((await reportOf(pair.family, id, { reason: 'rude', seq: 201 })).status).toBe(404)
  expect((await reportOf(await app.login(newPhone(), 'student'), id, { reason: 'rude' })).status).toBe(404)
  for (let seq = 2; seq <= maxReportsPerDay - 2; seq++) await reportOf(pair.family, id, { reason: 'other', seq })
  const over = await reportOf(pair.family, id, { reason: 'other', seq: 190 })
  expect([over.status, over.body.code]).toEqual([429, 'chat-report-limit'])
  // Repeating the same report does not count.
  expect((await reportOf(pair.family, id, { reason: 'other', seq: 2 })).status).toBe(200)
})

test('masks a number split over several messages on every page, in the inbox and in search', {
  tags: ['full'],
}, async () => {
  const pair = await makePair(app)
  const own = await openSocket(app, pair.family)
  const theirs = await openSocket(app, pair.mentor)
  const heard = collectEvents(theirs, 'message-added')
  const changed = collectEvents(theirs, 'message-changed')
  const to = (message: string) => sendMessage(own, { receiver: pair.mentorId, message })
  const dots = '•'.repeat(10)
  await to('Good evening')
  await to('98260')
  await sendMessage(theirs, { receiver: pair.family.id, message: 'Sorry?' })
  expect(await to('14210')).toMatchObject({ ok: true, data: { message: dots, isMasked: true } })
  await flushEvents(theirs)
  // Earlier parts are sent again, now masked.
  expect(heard.map(({ message }) => message)).toEqual(['Good evening', '98260', 'Sorry?', dots])
  expect(changed.map(({ seq, message, isMasked }) => [seq, message, isMasked])).toEqual([[2, dots, true]])

  const shown = ['Good evening', dots, 'Sorry?', dots]
  for (const page of [{}, { limit: 1, before: 3 }, { limit: 1 }, { after: 1, limit: 1 }, { after: 2 }]) {
    const { body } = await historyOf(pair.mentor, pair, page)
    expect(body.length).toBeGreaterThan(0)
    for (const { seq, message } of body) expect([page, seq, message]).toEqual([page, seq, shown[seq - 1]])
  }
  const inbox = (await pair.mentor.get('/api/chat/conversations')).body.data[0]
  expect(inbox.last).toMatchObject({ seq: 4, message: dots })
  const find = (q: string) => pair.mentor.get(`/api/chat/conversations/${inbox._id}/search?q=${q}`)
  expect([(await find('98260')).body.data, (await find('14')).body.data]).toEqual([[], []])
  expect((await find('evening')).body.data).toHaveLength(1)
})
