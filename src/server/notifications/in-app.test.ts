import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InAppNotification } from '#contract/notifications/in-app.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { jobHandlers } from '#server/worker.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { monthWithClass } from '#test/marked-classes.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import type { Channel } from './channels.ts'
import { inBothLanguages, notify } from './notifications.ts'
import { sendDue } from './sending.ts'

let app: TestApp
let family: LoggedIn
let mentor: LoggedIn
beforeAll(async () => {
  app = await testApp({ listen: true })
  family = await app.login(newPhone(), 'student')
  mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
})
afterAll(() => app.stop())

const accountOf = async (who: LoggedIn) =>
  (await sql<{ id: string }>`select id from account where phone = ${who.phone}`.execute(app.db)).rows[0]?.id ?? ''
const values = inBothLanguages(() => ({ amount: '₹450', number: 'MS-1' }))
const tell = async (who: LoggedIn, onceKey: string, db: Db = app.db) =>
  transaction(db, async (tx) =>
    notify(tx, { event: 'refund-sent', accountId: await accountOf(who), side: 'family', onceKey, values }),
  )
const newsOf = async (
  who: LoggedIn,
  query = '',
): Promise<{ data: InAppNotification[]; unread: number; nextCursor: string }> =>
  (await who.get(`/api/news${query}`)).body
const unreadOf = async (who: LoggedIn) => (await who.get('/api/session')).body.data.unread

test('shows a message in the app once, in the language of the page, with its link', async () => {
  await tell(family, 'one')
  await tell(family, 'one')
  const english = await newsOf(family)
  expect(english).toMatchObject({ unread: 1, data: [{ kind: 'payments', href: '/dashboard/student/payments' }] })
  expect(english.data[0]?.text).toBe(
    'Your refund of ₹450 for order MS-1 is on its way to the account you paid from. Banks usually take 5 to 7 working days.',
  )
  const hindi = await family.call('GET', '/api/news', undefined, { headers: { 'accept-language': 'hi' } })
  expect(hindi.body.data[0].text).toMatch(/^ऑर्डर MS-1 के ₹450/)
  expect(await unreadOf(family)).toBe(1)

  const rolledBack = app.db.transaction().execute(async (tx) => {
    await tell(family, 'two', tx)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow()
  expect((await newsOf(family)).data).toHaveLength(1)
})

test('names the child it is about to a family with several', async () => {
  const parent = await app.login(newPhone(), 'student')
  const teacher = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const { booking } = await monthWithClass(app, parent, teacher, { isFirst: true })
  await sql`update learner set name = 'Aarav' where id = (select learner_id from booking where id = ${booking})`.execute(
    app.db,
  )
  const studentsOf = async (who: LoggedIn) => new Set((await newsOf(who)).data.map(({ student }) => student))
  expect(await studentsOf(parent)).toEqual(new Set([null]))
  await sql`insert into learner (family_id, name) values (${parent.id}, 'Ananya')`.execute(app.db)
  expect(await studentsOf(parent)).toEqual(new Set(['Aarav']))
  expect(await studentsOf(teacher)).toEqual(new Set([null]))
})

test('notifies open windows of new and read notifications after the commit', async () => {
  const reader = await app.login(newPhone(), 'student')
  const socket = app.open(reader.cookie())
  let heard = 0
  socket.on('news-changed', () => heard++)
  await new Promise((done) => socket.once('connect', () => done(null)))
  await app.db
    .transaction()
    .execute(async (tx) => {
      await tell(reader, 'never', tx)
      throw new Error('no')
    })
    .catch(() => {})
  await tell(family, 'of somebody else')
  await tell(reader, 'live')
  await expect.poll(() => heard).toBe(1)
  await tell(reader, 'live')
  const { data } = await newsOf(reader)
  await reader.post('/api/news/read', { newest: data[0]?._id })
  await expect.poll(() => heard).toBe(2)
  // Reading again by a reload or second tap emits no event; the next event received is another one.
  await reader.post('/api/news/read', { newest: data[0]?._id })
  await reader.post(`/api/news/${data[0]?._id}/read`, undefined)
  await tell(reader, 'next')
  await expect.poll(() => heard).toBe(3)
})

test('opens a notification once, for its reader and role only', async () => {
  const reader = await app.login(newPhone(), 'student')
  for (const key of ['a', 'b', 'c']) await tell(reader, key)
  const { data } = await newsOf(reader)
  const [newest, middle] = data
  expect((await mentor.post(`/api/news/${newest?._id}/read`, undefined)).status).toBe(404)
  await mentor.post('/api/news/read', { newest: newest?._id })
  expect(await unreadOf(reader)).toBe(3)
  for (const _ of [1, 2]) {
    const opened = await reader.post(`/api/news/${newest?._id}/read`, undefined)
    expect(opened.body.data).toMatchObject({ href: '/dashboard/student/payments', isRead: true })
  }
  // A mentor of the same account has a separate list.
  const { id: mentorId } = await makeMentor(app.db)
  await sql`update mentor set account_id = ${await accountOf(reader)} where id = ${mentorId}`.execute(app.db)
  await reader.post('/api/session/switch', { userType: 'mentor' })
  expect(await newsOf(reader)).toMatchObject({ data: [], unread: 0 })
  expect((await reader.post(`/api/news/${middle?._id}/read`, undefined)).status).toBe(404)
  await reader.post('/api/session/switch', { userType: 'student' })
  // Notifications after the list was read stay unread.
  expect((await reader.post('/api/news/read', { newest: middle?._id })).body.data).toEqual({ unread: 0 })
  await tell(reader, 'd')
  expect((await reader.post('/api/news/read', { newest: middle?._id })).body.data).toEqual({ unread: 1 })
})

test("pages the list newest first and refuses another reader's cursor", async () => {
  const reader = await app.login(newPhone(), 'student')
  for (const key of ['1', '2', '3', '4', '5']) await tell(reader, key)
  const all = (await newsOf(reader)).data.map((one) => one._id)
  expect(all).toEqual([...all].sort().reverse())
  const first = await newsOf(reader, '?limit=3')
  const second = await newsOf(reader, `?limit=3&cursor=${first.nextCursor}`)
  expect([...first.data, ...second.data].map((one) => one._id)).toEqual(all)
  expect(second.nextCursor).toBeNull()
  expect((await mentor.get(`/api/news?cursor=${first.nextCursor}`)).status).toBe(400)
})

test('skips kinds that are turned off and deletes notifications after half a year', async () => {
  const reader = await app.login(newPhone(), 'student')
  const choose = (on: boolean) =>
    reader.put('/api/profile/messages', { messages: [{ kind: 'payments', channel: 'app', on }] })
  expect((await choose(false)).status).toBe(200)
  await tell(reader, 'off')
  expect(await newsOf(reader)).toMatchObject({ data: [], unread: 0 })
  await choose(true)
  await tell(reader, 'kept')
  await tell(reader, 'old')
  await sql`update news set created_at = now() - interval '181 days' where once_key like 'refund-sent:old:%'`.execute(
    app.db,
  )
  await jobHandlers(app.context)['privacy.retain']({})
  expect((await newsOf(reader)).data).toHaveLength(1)
})

test('applies quiet hours, opt-outs and retries to a new channel', async () => {
  const reader = await app.login(newPhone(), 'student')
  const seen: string[] = []
  let isDown = true
  const whatsapp: Channel = {
    name: 'whatsapp',
    rings: true,
    write: ({ sms }, { phone, language }, given) => {
      const text = sms?.[language]
      return text && phone ? { to: phone, text, data: given } : null
    },
    send: async (_, { to, data }) => {
      if (isDown) throw new Error('no answer')
      seen.push(`${to} ${data.amount}`)
      return 'sent'
    },
  }
  const message = { event: 'refund-sent', side: 'family', values } as const
  const write = async (onceKey: string) =>
    transaction(app.db, async (tx) =>
      notify(tx, { ...message, accountId: await accountOf(reader), onceKey }, [whatsapp]),
    )
  const send = (time: string) => sendDue(app.context, {}, new Date(`2026-11-20T${time}:00+05:30`), [whatsapp])
  const soon = () => sql`update outbox set due_at = now() where sent_at is null`.execute(app.db)
  await write('w')
  await write('w')
  await send('22:00')
  await send('12:00')
  await soon()
  isDown = false
  await send('12:00')
  await send('12:00')
  expect(seen).toEqual([`${reader.phone} ₹450`])
  await sql`insert into message_off values (${await accountOf(reader)}, 'payments', 'whatsapp')`.execute(app.db)
  await write('x')
  await send('12:00')
  expect(seen).toHaveLength(1)
})
