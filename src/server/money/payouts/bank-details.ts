import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { PayoutAccount } from '#contract/money/payouts.ts'

/** Masked account, recognisable to its owner. */
export function maskedAccount(account: PayoutAccount): string {
  if (account.method === 'bank') return `${account.ifsc.slice(0, 4)} ••••${account.accountNumber.slice(-4)}`
  const [name = '', bank = ''] = account.upi.split('@')
  return `${name.slice(0, 2)}••••@${bank}`
}

/** Encrypts bank details with AES-256-GCM; the mentor id is authenticated data. */
export function bankDetailsCipher(secretKey: string) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'payout accounts', 32))
  return {
    encrypt(mentorId: string, account: PayoutAccount): Buffer {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(mentorId))
      const ciphertext = Buffer.concat([cipher.update(JSON.stringify(account)), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
    },
    /** @throws for changed bytes, another mentor or another key */
    decrypt(mentorId: string, bytes: Buffer): PayoutAccount {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        .setAAD(Buffer.from(mentorId))
        .setAuthTag(bytes.subarray(12, 28))
      return JSON.parse(
        Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(),
      ) as PayoutAccount // safe: sealed by us
    },
  }
}
