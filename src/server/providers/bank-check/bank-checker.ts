import type { AccountProblem } from '#contract/money/limits.ts'

/** A bank account by number and IFSC, or a UPI id. */
type CheckedAccount = { method: 'bank'; accountNumber: string; ifsc: string } | { method: 'upi'; upi: string }

/** `valid`: it exists and takes money; the name is the bank's, and empty if the bank gives none. */
export type AccountAnswer =
  | { status: 'valid'; nameAtBank: string }
  | { status: 'invalid'; problem: Exclude<AccountProblem, 'name'> }
  | { status: 'pending' }

/** Asks a bank about an account by paying a penny into it (an IMPS transfer of a rupee), or by asking NPCI for a UPI id. */
export type BankCheck = {
  /**
   * Every call may pay another penny.
   * @param checkId our uuid of the account
   * @param name whose account it should be, for the provider's own comparison
   * @throws GatewayError without a usable answer: nothing is known then
   */
  check(checkId: string, account: CheckedAccount, name: string): Promise<AccountAnswer>
}
