import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readyApplication } from '#test/application.ts'
import { withLines } from '#test/batch-lines.ts'
import { agePayoutAccounts, makeEarning, makeMentor, makeTaxFacts, newPhone } from '#test/builders.ts'
import { inDays, type TestApp, testApp } from '#test/test-app.ts'
import { checkAccount, checkWaitingAccounts } from './accounts.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const bank = (accountNumber: string) => ({ method: 'bank', holder: 'Asha Verma', accountNumber, ifsc: 'SBIN0001234' })
const rowsOf = async (mentorId: string) =>
  (
    await sql<{ id: string; status: string; name: string; problem: string | null }>`
      select id, status, name_at_bank as name, problem from payout_account where mentor_id = ${mentorId} order by id`.execute(
      app.db,
    )
  ).rows

/** A mentor with a payout account, and the questions the bank got since. */
async function withAccount(account: object, name = 'Asha Verma') {
  const made = await makeMentor(app.db, { name })
  const mentor = await app.login(made.phone, 'mentor')
  const asked = vi.spyOn(app.context.bankCheck, 'check')
  const save = (one: object) => mentor.put('/api/mentor/payout-account', one)
  expect((await save(account)).status).toBe(200)
  return {
    ...made,
    mentor,
    asked,
    save,
    account: async () => (await mentor.get('/api/mentor/earnings')).body.accountCheck,
  }
}

test('pays an account only after the bank has confirmed the mentor’s name', async () => {
  const { id, account } = await withAccount(bank('003456789012'))
  const admin = await app.admin()
  await makeEarning(app.db, id, 10_000)
  await sql`update payout_account set created_at = created_at - interval '2 days' where mentor_id = ${id}`.execute(
    app.db,
  )
  const made = await withLines(admin, admin.post('/api/admin/payouts', { until: inDays(0) }))
  const [line] = made.body.data.lines
  expect(line).toMatchObject({ status: 'left_out', reason: 'unproven-account' })
  const putBack = () =>
    admin.post(`/api/admin/payouts/${made.body.data._id}/leave-out`, { payout: line._id, reason: null })
  expect((await putBack()).body.code).toBe('payout-account-unproven')
  expect((await admin.get(`/api/admin/payouts/${made.body.data._id}/bank-file`)).body).not.toContain('003456789012')
  expect(await account()).toEqual({ status: 'waiting', problem: null })
  await app.runJobs()
  expect(await rowsOf(id)).toMatchObject([{ status: 'proven', name: 'ASHA VERMA' }])
  expect((await putBack()).status).toBe(200)
  expect((await admin.get(`/api/admin/payouts/${made.body.data._id}/bank-file`)).body).toContain('003456789012')
})

test.each([
  ['7766666585146', 'account', 'could not find this account number'],
  ['7766667287515', 'ifsc', 'does not recognise this IFSC'],
  ['7766667989884', 'blocked', 'has blocked'],
  ['7766667755761', 'nre', 'NRE account'],
])('tells the mentor why the bank refuses %s', async (number, problem, words) => {
  const { id, phone, account } = await withAccount(bank(number))
  await app.runJobs()
  expect(await account()).toEqual({ status: 'refused', problem })
  const told = sql<{
    text: string
  }>`select text from outbox where recipient = ${phone} and template = 'payout-account-refused'`
  expect((await told.execute(app.db)).rows).toMatchObject([{ text: expect.stringContaining(words) }])
  expect(await rowsOf(id)).toMatchObject([{ status: 'refused', problem }])
})

test('refuses a UPI id that does not exist', async () => {
  const { account } = await withAccount({ method: 'upi', holder: 'Asha', upi: 'invalid@okaxis' })
  await app.runJobs()
  expect(await account()).toEqual({ status: 'refused', problem: 'upi' })
})

test('shows an account in another name to an admin, who accepts or refuses it', async () => {
  const accepted = await withAccount(bank('26291800001191'))
  const refused = await withAccount(bank('26291800001191'), 'Ravi Rao')
  const admin = await app.admin({ role: 'operations' })
  await app.runJobs()
  const listed = async () => (await admin.get('/api/admin/payout-accounts')).body.data
  const mine = (await listed()).filter((one: { mentorId: string }) => [accepted.id, refused.id].includes(one.mentorId))
  expect(mine).toMatchObject([
    { fullName: 'Asha Verma', nameAtBank: 'JOHN DOE', account: 'SBIN ••••1191' },
    { fullName: 'Ravi Rao', nameAtBank: 'JOHN DOE' },
  ])
  const decide = (i: number, decision: string) => admin.post(`/api/admin/payout-accounts/${mine[i]._id}`, { decision })
  expect([(await decide(0, 'accept')).status, (await decide(0, 'accept')).status]).toEqual([200, 200])
  expect((await decide(0, 'refuse')).body.code).toBe('payout-account-decided')
  expect((await decide(1, 'refuse')).status).toBe(200)
  expect([await accepted.account(), await refused.account()]).toEqual([
    { status: 'proven', problem: null },
    { status: 'refused', problem: 'name' },
  ])
  const audited = sql`select from audit where action = 'payout-account.decide' and subject_id = ${accepted.id}`
  expect((await audited.execute(app.db)).rows).toHaveLength(1)
})

test('an account refused after its batch was made is neither in the bank file nor paid', async () => {
  const renamed = await withAccount(bank('444455556666'))
  const kept = await withAccount(bank('111122223333'))
  const admin = await app.admin({ role: 'operations' })
  await app.runJobs()
  for (const { id } of [renamed, kept]) await makeEarning(app.db, id, 10_000)
  await agePayoutAccounts(app.db)
  const { open } = (await admin.get('/api/admin/payouts')).body
  await admin.post(`/api/admin/payouts/${open}/undo`, { bankDidNotPay: true })
  const made = await withLines(admin, admin.post('/api/admin/payouts', { until: inDays(0) }))
  const batch = `/api/admin/payouts/${made.body.data._id}`
  const statusOf = async () =>
    (await admin.get(`${batch}/lines?limit=100`)).body.data.find(
      (line: { mentorId: string }) => line.mentorId === renamed.id,
    )?.status
  expect(await statusOf()).toBe('open')
  await sql`update mentor set full_name = 'Sita Rao' where id = ${renamed.id}`.execute(app.db)
  const [account] = await rowsOf(renamed.id)
  expect((await admin.post(`/api/admin/payout-accounts/${account?.id}`, { decision: 'refuse' })).status).toBe(200)
  expect(await statusOf()).toBe('stopped')
  const { body: file } = await admin.get(`${batch}/bank-file`)
  expect(['444455556666', '111122223333'].map((number) => file.includes(number))).toEqual([false, true])
  const { amount } = (await admin.get(batch)).body.data
  const paid = await (await app.admin()).post(`${batch}/paid`, { reference: 'UTR00001', amount })
  expect([amount, paid.status, await statusOf()]).toEqual([made.body.data.amount - 100, 200, 'left_out'])
})

test('under another name an admin has to look at account and PAN again, also at an earlier account', async () => {
  const mentor = await app.login(newPhone(), 'mentor')
  const application = await readyApplication(app.db, mentor.phone)
  const { _id: id } = (await mentor.post('/api/mentor', application)).body.data
  await makeTaxFacts(app.db, id, { holder: 'individual' })
  const save = async (number: string) => {
    expect((await mentor.put('/api/mentor/payout-account', bank(number))).status).toBe(200)
    await app.runJobs()
  }
  const rename = (fullName: string) => mentor.put(`/api/mentor/${id}`, { application: { ...application, fullName } })
  for (const number of ['003456789012', '111122223333']) await save(number)
  expect((await rename('Asha Verma')).status).toBe(200)
  expect(await rowsOf(id)).toMatchObject([{ status: 'proven' }, { status: 'proven' }])
  expect((await rename('Sita Rao')).status).toBe(200)
  await save('003456789012')
  const last = (await rowsOf(id)).map(({ status }) => status)
  expect(last).toEqual(['look', 'look', 'look'])
  const admin = await app.admin({ role: 'operations' })
  const [listed] = (await admin.get('/api/admin/payout-accounts')).body.data.filter(
    (one: { mentorId: string }) => one.mentorId === id,
  )
  expect(listed).toMatchObject({ fullName: 'Sita Rao', nameAtBank: 'ASHA VERMA' })
  expect((await admin.get(`/api/admin/tax-facts?mentor=${id}`)).body.data).toMatchObject([{ doubts: ['name'] }])
  expect((await admin.post(`/api/admin/payout-accounts/${listed._id}`, { decision: 'accept' })).status).toBe(200)
  expect((await mentor.get('/api/mentor/earnings')).body.accountCheck).toEqual({ status: 'proven', problem: null })
})

test('pays one penny for an account, however often it is saved, by two workers, or after another one', async () => {
  const { id, asked, save } = await withAccount(bank('003456789012'))
  const [first] = await rowsOf(id)
  asked.mockClear()
  await Promise.all([1, 2].map(() => checkAccount(app.context, first?.id ?? '')))
  expect(asked).toHaveBeenCalledTimes(1)
  await save(bank('0034 5678 9012'))
  await save(bank('111122223333'))
  await save(bank('003456789012'))
  await app.runJobs()
  // The account between them is not asked about, because it is no longer the mentor's.
  expect(asked).toHaveBeenCalledTimes(1)
  expect(await rowsOf(id)).toMatchObject([{ status: 'proven' }, { status: 'waiting' }, { status: 'proven' }])
  for (const number of ['222233334444', '333344445555']) expect((await save(bank(number))).status).toBe(200)
  expect((await save(bank('444455556666'))).body.code).toBe('payout-account-limit')
})

test('asks about a refused account again after a day only', async () => {
  const { id, asked, save } = await withAccount(bank('7766667989884'))
  await app.runJobs()
  asked.mockClear()
  await save(bank('7766667989884'))
  await app.runJobs()
  expect([asked.mock.calls.length, (await rowsOf(id)).length]).toEqual([0, 1])
  await sql`update payout_account set asked_at = asked_at - interval '25 hours' where mentor_id = ${id}`.execute(app.db)
  await save(bank('7766667989884'))
  await app.runJobs()
  expect([asked.mock.calls.length, (await rowsOf(id)).length]).toEqual([1, 2])
})

test('asks again later when the bank does not answer', async () => {
  const { id, asked } = await withAccount(bank('003456789012'))
  const [row] = await rowsOf(id)
  asked.mockRejectedValueOnce(new Error('no answer'))
  await expect(checkAccount(app.context, row?.id ?? '')).rejects.toThrow('no answer')
  asked.mockResolvedValueOnce({ status: 'pending' })
  const later = () =>
    sql`update payout_account set asked_at = asked_at - interval '3 minutes' where id = ${row?.id}`.execute(app.db)
  for (const status of ['waiting', 'proven']) {
    await checkWaitingAccounts(app.context)
    expect(await rowsOf(id)).toMatchObject([{ status: 'waiting' }])
    await later()
    await checkWaitingAccounts(app.context)
    expect(await rowsOf(id)).toMatchObject([{ status }])
  }
})

test('tells the old number of a new account for a week after a phone change', async () => {
  const { id, phone, save } = await withAccount(bank('003456789012'))
  const told = async (to: string) =>
    (await sql`select from outbox where recipient = ${to} and template = 'payout-account-set'`.execute(app.db)).rows
      .length
  const old = newPhone()
  await sql`insert into phone_change (account_id, phone, old_phone, made_by, expires_at, done_at)
    select account_id, ${phone}, ${old}, account_id, now(), now() - interval '6 days' from mentor where id = ${id}`.execute(
    app.db,
  )
  await save(bank('111122223333'))
  expect([await told(phone), await told(old)]).toEqual([2, 1])
  await sql`update phone_change set done_at = now() - interval '8 days' where old_phone = ${old}`.execute(app.db)
  await save(bank('222233334444'))
  expect([await told(phone), await told(old)]).toEqual([3, 1])
})
