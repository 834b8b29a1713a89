import { isDeepStrictEqual } from 'node:util'
import type { PayoutAccount } from '#contract/money/payouts.ts'
import type { Keys } from '#server/config.ts'
import { tableCipher } from '#server/platform/sealed-tables.ts'

/** Masked account, recognisable to its owner. */
export function maskedAccount(account: PayoutAccount): string {
  if (account.method === 'bank') return `${account.ifsc.slice(0, 4)} ••••${account.accountNumber.slice(-4)}`
  const [name = '', bank = ''] = account.upi.split('@')
  return `${name.slice(0, 2)}••••@${bank}`
}

const withoutAddress = (account: PayoutAccount) => ({ ...account, street: undefined, pincode: undefined })

/** Encrypts bank details, each for its mentor. */
export function bankDetailsCipher(keys: Keys) {
  const cipher = tableCipher(keys, 'payout_account')
  /** @throws for changed bytes, another mentor or an unknown key */
  const decrypt = (mentorId: string, bytes: Buffer) => JSON.parse(cipher.open(mentorId, bytes)) as PayoutAccount // safe: sealed by us
  return {
    encrypt: (mentorId: string, account: PayoutAccount): Buffer => cipher.seal(mentorId, JSON.stringify(account)),
    decrypt,
    /**
     * Whether these bytes are this account, whatever the address with it; false if their key is lost, so that the account can
     * be entered again.
     */
    holds(mentorId: string, bytes: Buffer, account: PayoutAccount): boolean {
      try {
        return isDeepStrictEqual(withoutAddress(decrypt(mentorId, bytes)), withoutAddress(account))
      } catch {
        return false
      }
    },
  }
}
