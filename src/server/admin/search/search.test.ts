import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let operations: LoggedIn
let family: LoggedIn
let mentor: Awaited<ReturnType<typeof makeMentor>>
let booking: string
beforeAll(async () => {
  app = await testApp()
  operations = await app.admin({ name: 'Kavita Menon', role: 'operations' })
  mentor = await makeMentor(app.db, { name: 'Sunita Deshpande' })
  family = await app.login(newPhone(), 'student')
  const person = { name: 'Meera Sharma', email: null, address: null, area: null, city: 'Indore' }
  await family.put('/api/profile/family', person)
  booking = await app.paidBooking(family, mentor.id)
})
afterAll(() => app.stop())

type Found = Record<string, Record<string, unknown>[]>
async function search(q: string): Promise<Found> {
  const { status, body } = await operations.get(`/api/admin/search?q=${encodeURIComponent(q)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const ids = (found: Found) =>
  Object.fromEntries(Object.entries(found).map(([kind, rows]) => [kind, rows.map(({ _id }) => String(_id))])) as Record<
    string,
    string[]
  >
async function rowOf(table: string, id: string) {
  const { rows } = await sql<Record<string, string>>`select * from ${sql.raw(table)} where id = ${id}`.execute(app.db)
  return rows[0] ?? {}
}

test('finds a family, its booking and order by phone, name and every id', async () => {
  const order = String((await rowOf('booking', booking)).order_id)
  const { rows } = await sql<{ id: string }>`select id from account where phone = ${family.phone}`.execute(app.db)
  const account = rows[0]?.id ?? ''
  for (const q of [family.phone, `+91 ${family.phone}`, 'meera sh', account, family.id])
    expect(ids(await search(q)), q).toMatchObject({ accounts: [account], bookings: [booking], orders: [order] })
  // Whoever has a number that begins so.
  expect(ids(await search(family.phone.slice(-4))).accounts).toContain(account)
  const { accounts, bookings, orders } = await search('Meera')
  expect(accounts?.[0]).toMatchObject({ name: 'Meera Sharma', phone: family.phone, is: ['family'], isSuspended: false })
  expect(bookings?.[0]).toMatchObject({ mentor: 'Sunita Deshpande', family: 'Meera Sharma' })
  expect(orders?.[0]).toMatchObject({ account, booking, status: 'paid', amount: 99 })
  for (const q of [booking, order]) expect(ids(await search(q)).bookings, q).toEqual([booking])
})

test('finds a mentor by name, phone and number, with its subjects', async () => {
  const { number, account_id } = await rowOf('mentor', mentor.id)
  for (const q of [mentor.phone, 'deshpande', mentor.id])
    expect(ids(await search(q)), q).toMatchObject({ accounts: [account_id], mentors: [mentor.id], bookings: [booking] })
  for (const q of [`MS-${number}`, `ms ${number}`]) expect(ids(await search(q)).mentors, q).toEqual([mentor.id])
})

test('finds orders and cases by number, and cases by the sender’s name and phone', async () => {
  const { number } = await rowOf('payment_order', String((await rowOf('booking', booking)).order_id))
  expect(ids(await search(String(number).toLowerCase()))).toMatchObject({ accounts: [], bookings: [booking] })
  expect((await search(String(number))).orders?.[0]).toMatchObject({ number })
  const phone = newPhone()
  const ticket = { topic: 'payment', name: 'Ramesh Verma', phone, message: 'Paid twice for November' }
  const made = await app.browser().post('/api/support-tickets', ticket)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  for (const q of [made.body.data.number, phone, 'ramesh'])
    expect((await search(q)).cases?.[0], q).toMatchObject({ number: made.body.data.number, name: 'Ramesh Verma' })
})

test('finds Devanagari names by the start of their words, in lists too', async () => {
  const other = await app.login(newPhone(), 'student')
  await sql`update family set name = 'सीमा कुशवाह' where id = ${other.id}`.execute(app.db)
  for (const q of ['कुशवाह', 'सीमा कुश', 'कुशवाह सीमा']) {
    expect((await search(q)).accounts?.[0], q).toMatchObject({ name: 'सीमा कुशवाह', phone: other.phone })
    const { body } = await operations.get(`/api/admin/families?q=${encodeURIComponent(q)}`)
    expect(body.data, q).toMatchObject([{ name: 'सीमा कुशवाह' }])
  }
  for (const q of ['शवाह', "कुश' | गीता'", '👍👍👍']) expect((await search(q)).accounts, q).toEqual([])
})

test('finds Devanagari names by their sound in Latin letters, and phones by their end, never by other parts', async () => {
  const names = ['Pooja Rathore', 'Suneeta Vishwakarma', 'Ashok Kulkarni', 'Jyoti Chauhan']
  const made = await Promise.all(names.map((name) => makeMentor(app.db, { name })))
  for (const [i, q] of ['पूजा', 'सुनीता विश्व', 'कुलकर्णी', 'ज्योति'].entries())
    expect(ids(await search(q)).mentors, q).toEqual([made[i]?.id])
  expect((await search('राठौर')).mentors?.[0]).toMatchObject({ name: 'Pooja Rathore' })
  for (const q of ['पूनम', 'गीता']) expect((await search(q)).mentors, q).toEqual([])
  const phone = family.phone
  const found = async (q: string) => {
    const { body } = await operations.get(`/api/admin/families?q=${q}`)
    return [(await search(q)).accounts, body.data].map((rows: { phone: string }[]) =>
      rows.some((one) => one.phone === phone),
    )
  }
  expect(await found(phone.slice(-4))).toEqual([true, true])
  for (const q of [phone.slice(-5), phone.slice(3, 8), phone.slice(0, 9)])
    expect(await found(q), q).toEqual([false, false])
})

test('returns a few of each kind for a common name, and escapes pattern characters', async () => {
  for (let i = 0; i < 10; i++) await makeMentor(app.db, { name: `Pooja ${i} Rathore` })
  expect((await search('rathore')).mentors).toHaveLength(8)
  const { body } = await operations.get('/api/admin/search?q=rathore&limit=3')
  expect([body.data.mentors.length, body.data.accounts.length]).toEqual([3, 3])
  for (const q of ['%%%', '___', "o'; --", 'ऋतु', '9'.repeat(15)]) expect((await search(q)).accounts, q).toEqual([])
})

test.each([
  ['nothing', ''],
  ['two letters', '?q=ab'],
  ['a book', `?q=${'x'.repeat(81)}`],
  ['a zero byte', '?q=%00abc'],
  ['too many', '?q=abc&limit=9'],
])('a search for %s is refused', async (_, query) => {
  const { status, body } = await operations.get(`/api/admin/search${query}`)
  expect([status, body.code]).toEqual([400, 'bad-request'])
})

test('shows an admin its name, role and open work', async () => {
  const { body } = await operations.get('/api/admin/me')
  expect(body.data).toMatchObject({ name: 'Kavita Menon', role: 'operations', waiting: { mentors: 0, cases: 1 } })
  await makeMentor(app.db, { status: 'submitted' })
  expect((await operations.get('/api/admin/me')).body.data.waiting.mentors).toBe(1)
})
