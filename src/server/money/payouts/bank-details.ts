import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { PayoutAccount } from '#contract/money/payouts.ts'

/** What of an account may be shown: its end, enough for its owner to know it by. */
export function maskedAccount(account: PayoutAccount): string {
  if (account.method === 'bank') return `${account.ifsc.slice(0, 4)} ••••${account.accountNumber.slice(-4)}`
  const [name = '', bank = ''] = account.upi.split('@')
  return `${name.slice(0, 2)}••••@${bank}`
}

/** Seals what the bank must know of a mentor (AES-256-GCM), together with whose it is. */
export function bankDetailsCipher(secretKey: string) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'payout accounts', 32))
  return {
    encrypt(mentorId: string, account: PayoutAccount): Buffer {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(mentorId))
      const ciphertext = Buffer.concat([cipher.update(JSON.stringify(account)), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
    },
    /** Throws for what was changed, is another mentor's, or was sealed with another key. */
    decrypt(mentorId: string, bytes: Buffer): PayoutAccount {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(mentorId))
        .setAuthTag(bytes.subarray(12, 28))
      return JSON.parse(
        Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(),
      ) as PayoutAccount // true: sealed by us
    },
  }
}
