import { z } from 'zod'
import { type Calls, GatewayError, parseBody } from '#server/providers/payments/gateway-calls.ts'
import type { AccountAnswer, BankCheck } from './bank-checker.ts'

/**
 * Cashfree's verification API: `POST /bank-account/sync` (V2) with `bank_account`, `ifsc` and `name`, and `POST /upi` (V2) with
 * `verification_id`, `vpa` and `name`. An invalid account is an answer with 200; 4xx and 5xx say nothing about the account.
 * Sources: cashfree.com/docs, "Bank Account Verification Sync V2", "BAV Response Description", "Sample Responses From Bank",
 * "UPI Verification V2".
 */
const bankReply = z.object({
  account_status: z.string(),
  account_status_code: z.string().nullish(),
  name_at_bank: z.string().nullish(),
})
const upiReply = z.object({ verification_id: z.string(), status: z.string(), name_at_bank: z.string().nullish() })

/** Codes that concern the account itself. After any other (FAILED_AT_BANK, an offline bank) the question is asked again. */
const problems: Record<string, Exclude<AccountAnswer, { status: 'valid' | 'pending' }>['problem']> = {
  INVALID_BANK_ACCOUNT: 'account',
  INVALID_ACCOUNT_FAIL: 'account',
  FRAUD_ACCOUNT: 'blocked',
  ACCOUNT_BLOCKED: 'blocked',
  INVALID_IFSC: 'ifsc',
  INVALID_IFSC_FAIL: 'ifsc',
  NRE_ACCOUNT: 'nre',
  NRE_ACCOUNT_FAIL: 'nre',
}
const pendingStatuses = ['RECEIVED', 'APPROVAL_PENDING', 'PARTIALLY_APPROVED', 'IN_PROCESS', 'PROCESSING']

/** The API takes letters, digits, spaces, dots and dashes. */
const plainName = (name: string) => name.replace(/[^a-zA-Z0-9 .-]/g, '').slice(0, 100)
const valid = (name: string | null | undefined): AccountAnswer => ({
  status: 'valid',
  nameAtBank: (name ?? '').trim().slice(0, 200),
})

type Options = { clientId: string; clientSecret: string }

/** Cashfree, or the stand-in, which has the same API. */
export function cashfreeBankCheck({ clientId, clientSecret }: Options, calls: Calls): BankCheck {
  const headers = { 'x-client-id': clientId, 'x-client-secret': clientSecret, 'x-api-version': '2023-12-18' }
  return {
    async check(checkId, account, name) {
      const named = plainName(name).trim() === '' ? {} : { name: plainName(name) }
      if (account.method === 'upi') {
        const body = { verification_id: checkId, vpa: account.upi, ...named }
        const reply = parseBody(upiReply, await calls.write('/upi', headers, body), 'the check of a UPI id')
        if (reply.verification_id !== checkId) throw new GatewayError('the check is of another UPI id')
        if (reply.status === 'VALID') return valid(reply.name_at_bank)
        // The id exists, and the name we sent is not its holder's.
        if (reply.status === 'NPCI_NAME_INCORRECT') return valid(reply.name_at_bank)
        if (reply.status === 'INVALID') return { status: 'invalid', problem: 'upi' }
        return { status: 'pending' }
      }
      const body = { bank_account: account.accountNumber, ifsc: account.ifsc, ...named }
      const answer = await calls.write('/bank-account/sync', headers, body)
      const reply = parseBody(bankReply, answer, 'the check of a bank account')
      if (reply.account_status === 'VALID') return valid(reply.name_at_bank)
      const problem = problems[reply.account_status_code ?? '']
      if (reply.account_status === 'INVALID' && problem) return { status: 'invalid', problem }
      if (pendingStatuses.includes(reply.account_status)) return { status: 'pending' }
      throw new GatewayError(`the bank said ${reply.account_status} ${reply.account_status_code ?? ''}`)
    },
  }
}
