import { afterAll, beforeAll, expect, test } from 'vitest'
import { testConfig } from '#test/harness.ts'
import { type ProviderReply, startProvider } from '#test/provider-server.ts'
import { createBankCheck } from './bank-check.ts'

let reply: ProviderReply
let provider: Awaited<ReturnType<typeof startProvider>>
beforeAll(async () => {
  provider = await startProvider(() => reply)
})
afterAll(() => provider.stop())

const id = '0199aaaa-0000-7000-8000-000000000001'
const account = { method: 'bank', accountNumber: '26291800001191', ifsc: 'YESB0000001' } as const
const checker = (timeoutMs?: number) =>
  createBankCheck(
    testConfig({
      BANK_CHECK_PROVIDER: 'cashfree',
      BANK_CHECK_CLIENT_ID: 'id-1',
      BANK_CHECK_CLIENT_SECRET: 'secret-1',
      BANK_CHECK_BASE_URL: provider.url,
    }),
    () => Promise.reject(new Error('no memory')),
    timeoutMs,
  )

test('asks Cashfree about a bank account as documented', async () => {
  reply = {
    body: {
      reference_id: 23,
      name_at_bank: 'JOHN DOE',
      account_status: 'VALID',
      account_status_code: 'ACCOUNT_IS_VALID',
    },
  }
  expect(await checker().check(id, account, 'Jöhn "Doe"')).toEqual({ status: 'valid', nameAtBank: 'JOHN DOE' })
  const sent = provider.seen.at(-1)
  expect([sent?.method, sent?.url.pathname]).toEqual(['POST', '/bank-account/sync'])
  expect(sent?.headers).toMatchObject({ 'x-client-id': 'id-1', 'x-client-secret': 'secret-1' })
  expect(JSON.parse(sent?.body ?? '')).toEqual({ bank_account: '26291800001191', ifsc: 'YESB0000001', name: 'Jhn Doe' })
})

test('asks about a UPI id, and omits a name the API would refuse', async () => {
  reply = { body: { verification_id: id, reference_id: 2, status: 'VALID', name_at_bank: 'ASHA' } }
  expect(await checker().check(id, { method: 'upi', upi: 'asha@okaxis' }, 'आशा')).toEqual({
    status: 'valid',
    nameAtBank: 'ASHA',
  })
  expect(JSON.parse(provider.seen.at(-1)?.body ?? '')).toEqual({ verification_id: id, vpa: 'asha@okaxis' })
})

test.each([
  ['INVALID', 'INVALID_BANK_ACCOUNT', { status: 'invalid', problem: 'account' }],
  ['INVALID', 'INVALID_IFSC', { status: 'invalid', problem: 'ifsc' }],
  ['INVALID', 'FRAUD_ACCOUNT', { status: 'invalid', problem: 'blocked' }],
  ['INVALID', 'NRE_ACCOUNT', { status: 'invalid', problem: 'nre' }],
  ['RECEIVED', 'VALIDATION_IN_PROGRESS', { status: 'pending' }],
])('reads %s %s', async (account_status, account_status_code, answer) => {
  reply = { body: { reference_id: 1, account_status, account_status_code, name_at_bank: null } }
  expect(await checker().check(id, account, 'Asha')).toEqual(answer)
})

test.each<[string, ProviderReply]>([
  ['an unknown status', { body: { account_status: 'INVALID', account_status_code: 'SOMETHING_NEW' } }],
  ['a failure at the bank', { body: { account_status: 'FAILED', account_status_code: 'FAILED_AT_BANK' } }],
  [
    'a missing balance',
    { status: 412, body: { type: 'validation_error', code: 'insufficient_balance', message: 'x' } },
  ],
  ['a silent bank', { status: 424, body: { message: 'Source bank declined' } }],
  ['HTML', { status: 502, body: '<html>' }],
  ['another shape', { body: {} }],
  ['a dropped connection', 'drop'],
  ['no reply', 'hang'],
])('knows nothing after %s', async (_, given) => {
  reply = given
  await expect(checker(100).check(id, account, 'Asha')).rejects.toThrow()
})
