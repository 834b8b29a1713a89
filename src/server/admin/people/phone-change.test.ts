import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withLines } from '#test/batch-lines.ts'
import { agePayoutAccounts, makeEarning, makeMentor, newPhone } from '#test/builders.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let owner: LoggedIn
let operations: LoggedIn
let support: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ name: 'owner', role: 'owner' })
  operations = await app.admin({ name: 'operations', role: 'operations' })
  support = await app.admin({ name: 'support', role: 'support' })
})
afterAll(() => app.stop())

const reason = 'The SIM is lost'
const own = '/api/profile/phone-change'
const read = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(app.db)).rows
const accountOf = async (phone: string) =>
  (await read(sql<{ id: string }>`select id from account where phone = ${phone}`))[0]?.id ?? ''
const phoneOf = async (account: string) =>
  (await read(sql<{ phone: string }>`select phone from account where id = ${account}`))[0]?.phone
/** A login later than the last code of that phone. */
async function loginAgain(phone: string, as: 'student' | 'mentor') {
  await sql`update otp_challenge set sent_at = sent_at - interval '1 minute' where phone = ${phone}`.execute(app.db)
  return await app.login(phone, as)
}
async function mentorToMove() {
  const made = await makeMentor(app.db)
  const mentor = await app.login(made.phone, 'mentor')
  const account = await accountOf(made.phone)
  const phone = newPhone()
  const path = `/api/admin/accounts/${account}/phone`
  return { made, mentor, account, phone, path }
}
const dayLater = () =>
  sql`update phone_change set made_at = made_at - interval '25 hours' where done_at is null`.execute(app.db)

test('gives an unconfirmed new number its own account at login, and notifies the old number', async () => {
  const { made, mentor, account, phone, path } = await mentorToMove()
  expect((await operations.put(path, { phone, reason })).status).toBe(200)
  expect((await app.login(phone, 'mentor')).id).toBeNull()
  expect(await phoneOf(account)).toBe(made.phone)
  expect((await mentor.get('/api/session')).body.data).not.toBeNull()
  const told = await read(sql<{ channel: string; text: string }>`
    select channel, text from outbox where recipient = ${made.phone} and template = 'phone-change-asked'`)
  expect(told).toEqual([{ channel: 'sms', text: expect.stringContaining(phone.slice(-4)) }])
  expect(told[0]?.text).not.toContain(phone)
})

test('needs a login newer than the request to confirm, then moves the account at the new number’s login', async () => {
  const { made, mentor, account, phone, path } = await mentorToMove()
  expect((await mentor.get(own)).body.data).toBeNull()
  await operations.put(path, { phone, reason })
  const ending = phone.slice(-4)
  expect((await mentor.get(own)).body.data).toEqual({ ending, isConfirmed: false, canConfirm: false })
  const early = await mentor.post(own, { ending, isMine: true })
  expect([early.status, early.body.code]).toEqual([409, 'phone-confirm-login'])
  const again = await loginAgain(made.phone, 'mentor')
  expect((await again.post(own, { ending: '0000', isMine: true })).body.code).toBe('phone-change-gone')
  for (const _ of [1, 2])
    expect((await again.post(own, { ending, isMine: true })).body.data).toMatchObject({ isConfirmed: true })
  expect((await support.get(path.replace('/phone', ''))).body.data.phoneChange).toMatchObject({
    phone,
    isConfirmed: true,
    approvedBy: null,
    askedBy: { name: 'operations' },
  })
  expect((await app.login(phone, 'mentor')).id).toBe(made.id)
  expect(await phoneOf(account)).toBe(phone)
  const actions = await read(
    sql<{
      action: string
    }>`select action from audit where subject_id = ${account} and action <> 'account.look' order by id`,
  )
  expect(actions.map(({ action }) => action)).toEqual([
    ...['account.phone-asked', 'account.phone-confirmed', 'account.phone-changed'],
  ])
})

test('keeps the number when the person declines', async () => {
  const { mentor, account, phone, path } = await mentorToMove()
  await operations.put(path, { phone, reason })
  for (const _ of [1, 2])
    expect((await mentor.post(own, { ending: phone.slice(-4), isMine: false })).body.data).toBeNull()
  expect((await app.login(phone, 'mentor')).id).toBeNull()
  expect(await phoneOf(account)).not.toBe(phone)
})

test('takes a second admin’s approval for a lost number, effective a day after the notice', async () => {
  const { made, phone, path } = await mentorToMove()
  const approve = (who: LoggedIn, given = phone) => who.post(`${path}/approval`, { phone: given, reason })
  expect((await approve(owner)).body.code).toBe('phone-change-gone')
  await operations.put(path, { phone, reason })
  expect((await approve(support)).status).toBe(403)
  const refused = await approve(operations)
  expect([refused.status, refused.body.code]).toEqual([409, 'phone-own-approval'])
  expect((await approve(owner, newPhone())).body.code).toBe('phone-change-gone')
  for (const _ of [1, 2]) {
    const { body } = await approve(owner)
    expect(body.data.phoneChange).toMatchObject({ approvedBy: 'owner', isConfirmed: false })
    const hours = (Date.parse(body.data.phoneChange.countsFrom) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
  }
  expect((await app.login(phone, 'mentor')).id).toBeNull()
  await dayLater()
  expect((await loginAgain(phone, 'mentor')).id).toBe(made.id)
})

test('an erased account takes no changes, and a number that waits for it logs in to an account of its own', async () => {
  const { account, phone, path } = await mentorToMove()
  await operations.put(path, { phone, reason })
  expect((await owner.post(`${path}/approval`, { phone, reason })).status).toBe(200)
  await dayLater()
  await sql`update account set phone = 'erased-' || id, erased_at = now(), suspended_at = now() where id = ${account}`.execute(
    app.db,
  )
  expect((await app.login(phone, 'mentor')).id).toBeNull()
  const refused = [
    await operations.put(path, { phone: newPhone(), reason }),
    await owner.post(path.replace('/phone', '/restore'), { reason }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([404, 404])
})

test('lets an owner approve its own request only if no other admin could', async () => {
  const { phone, path } = await mentorToMove()
  await owner.put(path, { phone, reason })
  const approve = () => owner.post(`${path}/approval`, { phone, reason })
  expect((await approve()).body.code).toBe('phone-own-approval')
  const others = sql`role = 'operations'`
  await sql`update admin_user set removed_at = now() where ${others}`.execute(app.db)
  expect((await approve()).status).toBe(200)
  await sql`update admin_user set removed_at = null where ${others}`.execute(app.db)
})

test('holds payouts for a week after a phone change, or until an admin releases them', async () => {
  const { made, mentor, phone, path } = await mentorToMove()
  await makeEarning(app.db, made.id, 500_000)
  expect((await mentor.get('/api/mentor/earnings')).body.rest).toBeNull()
  await operations.put(path, { phone, reason })
  await sql`update phone_change set confirmed_at = now() where done_at is null`.execute(app.db)
  const moved = await app.login(phone, 'mentor')
  expect(
    (await moved.put('/api/mentor/payout-account', { method: 'upi', holder: 'Om', upi: 'om@okaxis' })).status,
  ).toBe(200)
  expect((await moved.get('/api/mentor/earnings')).body.rest).toMatchObject({ reason: 'new-phone' })
  const batch = async () => {
    const { body } = await withLines(operations, operations.post('/api/admin/payouts', { until: inDays(0) }))
    const line = body.data.lines.find((one: { mentorId: string }) => one.mentorId === made.id)
    await sql`update payout_batch set status = 'undone', ended_at = now(), ended_by = made_by where status = 'open'`.execute(
      app.db,
    )
    return line
  }
  expect(await batch()).toMatchObject({ status: 'left_out', reason: 'new-phone' })
  await sql`update phone_change set done_at = done_at - interval '8 days'`.execute(app.db)
  await agePayoutAccounts(app.db)
  expect((await moved.get('/api/mentor/earnings')).body.rest).toBeNull()
})

test('moves queued messages, open cases and calls to the new number', async () => {
  const { made, mentor, account, phone, path } = await mentorToMove()
  const ticket = { name: 'Asha', topic: 'login', message: 'I lost my phone, please help me' }
  const { number } = (await mentor.post('/api/support-tickets', ticket)).body.data
  const old = await accountCase(account, 'open')
  const done = await accountCase(account, 'resolved')
  expect(old).not.toBe(done)
  await sql`insert into call_request (name, phone, account_id, language) values ('Asha', ${made.phone}, ${account}, 'en')`.execute(
    app.db,
  )
  await sql`insert into outbox (channel, recipient, account_id, side, template, language, text, data, once_key)
    values ('sms', ${made.phone}, ${account}, 'mentor', 'class-scheduled', 'en', 'waiting', '{}', ${randomUUID()})`.execute(
    app.db,
  )
  await operations.put(path, { phone, reason })
  await sql`update phone_change set confirmed_at = now() where done_at is null`.execute(app.db)
  await app.login(phone, 'mentor')
  const phones = await read(sql<{ what: string; phone: string }>`
    select 'case' as what, phone from support_case where number = ${number}
    union all select 'done', phone from support_case where id = ${done}
    union all select 'call', phone from call_request where account_id = ${account}
    union all select 'message', recipient from outbox where text = 'waiting'
    union all select 'notice', recipient from outbox where template = 'phone-change-asked' and account_id = ${account} and channel = 'sms'
    order by 1`)
  expect(phones).toEqual([
    ...[
      { what: 'call', phone },
      { what: 'case', phone },
      { what: 'done', phone: made.phone },
    ],
    ...[
      { what: 'message', phone },
      { what: 'notice', phone: made.phone },
    ],
  ])
})

test('sends given-up messages again to the number and address of today, except warnings to the earlier ones', async () => {
  const { made, account, phone, path } = await mentorToMove()
  const family = await loginAgain(made.phone, 'student')
  const profile = { name: 'Asha', address: null, area: null, city: null }
  const email = (email: string | null) => family.put('/api/profile/family', { ...profile, email })
  expect((await email('old@home.example')).status).toBe(200)
  const giveUp = async (channel: string, recipient: string, template: string, side: string | null) =>
    (
      await read(sql<{ id: string }>`
        insert into outbox (channel, recipient, account_id, side, template, language, text, once_key, given_up_at)
        values (${channel}, ${recipient}, ${account}, ${side}, ${template}, 'en', '', ${randomUUID()}, now()) returning id`)
    )[0]?.id ?? ''
  const [personal, typed, late, warning, letter, notice] = await Promise.all([
    giveUp('sms', made.phone, 'class-scheduled', 'mentor'),
    giveUp('sms', made.phone, 'case-answered', null),
    // As if it had been given up before messages moved with the number.
    giveUp('sms', newPhone(), 'class-scheduled', 'mentor'),
    giveUp('sms', made.phone, 'phone-change-asked', 'mentor'),
    giveUp('email', 'old@home.example', 'booking-paid-family', 'family'),
    giveUp('email', 'old@home.example', 'email-changed', 'family'),
  ])
  expect((await email('new@home.example')).status).toBe(200)
  await operations.put(path, { phone, reason })
  await sql`update phone_change set confirmed_at = now() where done_at is null`.execute(app.db)
  await app.login(phone, 'mentor')
  const again = async (id: string) => {
    const { status, body } = await support.post(`/api/admin/messages/${id}/again`, undefined)
    const [sent] = await read(sql<{ recipient: string }>`select recipient from outbox where id = ${id}`)
    return status === 200 ? sent?.recipient : body.code
  }
  expect(await Promise.all([personal, typed, late].map(again))).toEqual([phone, phone, phone])
  expect(await again(warning)).toBe(made.phone)
  expect(await Promise.all([letter, notice].map(again))).toEqual(['new@home.example', 'old@home.example'])
  await sql`update family set email = null where account_id = ${account}`.execute(app.db)
  expect(await again(letter)).toBe('message-too-late')
})

/** A case of an account with the number it has now. */
async function accountCase(account: string, status: 'open' | 'resolved'): Promise<string> {
  const [row] = await read(sql<{ id: string }>`
    insert into support_case (kind, topic, text, name, phone, language, account_id, answer_by, status)
    select 'support', 'login', 'A question', 'Asha', phone, 'en', id, now(), ${status} from account where id = ${account} returning id`)
  return row?.id ?? ''
}

test('takes the number from an unused account, with its requests, but not from a used one', async () => {
  const { made, account, path } = await mentorToMove()
  const fresh = await app.login(newPhone(), 'student')
  const emptied = await accountOf(fresh.phone)
  const asked = await accountCase(emptied, 'open')
  const used = await app.login(newPhone(), 'student')
  await used.post('/api/users/learners', { name: 'Kabir', grade: '5', school: null, board: null })
  const suspended = await app.login(newPhone(), 'student')
  await operations.post(`/api/admin/accounts/${await accountOf(suspended.phone)}/suspend`, { reason })
  for (const { phone } of [used, suspended, operations]) {
    const refused = await operations.put(path, { phone, reason })
    expect([refused.status, refused.body.code]).toEqual([409, 'phone-has-account'])
  }
  expect((await operations.put(path, { phone: fresh.phone, reason })).status).toBe(200)
  // Asking changed nothing yet.
  expect((await fresh.get('/api/session')).body.data).not.toBeNull()
  await sql`update phone_change set confirmed_at = now() where done_at is null`.execute(app.db)
  expect((await loginAgain(fresh.phone, 'mentor')).id).toBe(made.id)
  expect((await fresh.get('/api/session')).body.data).toBeNull()
  expect(await accountOf(fresh.phone)).toBe(account)
  const [row] = await read(sql<{ id: string }>`select account_id as id from support_case where id = ${asked}`)
  expect(row?.id).toBe(account)
})

test('leaves the number with an account used since the request', async () => {
  const { made, account, path } = await mentorToMove()
  const fresh = await app.login(newPhone(), 'student')
  await operations.put(path, { phone: fresh.phone, reason })
  await sql`update phone_change set confirmed_at = now() where done_at is null`.execute(app.db)
  await fresh.post('/api/users/learners', { name: 'Kabir', grade: '5', school: null, board: null })
  expect((await loginAgain(fresh.phone, 'student')).id).toBe(fresh.id)
  expect(await phoneOf(account)).toBe(made.phone)
})
