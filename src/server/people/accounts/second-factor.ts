import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { PasskeyAssertion } from '#contract/people/passkeys.ts'
import { brand } from '#contract/wire/brand.ts'
import type { ErrorDetails } from '#contract/wire/errors.ts'
import type { Config } from '#server/config.ts'
import { provePasskey } from '#server/people/passkeys/passkeys.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { keyName } from '#server/platform/secret-keys.ts'
import * as rows from './queries.ts'
import { sealTotp, unsealTotp } from './sealed-totp.ts'

type SecondFactorAttempt = {
  accountId: string
  phone: string
  verificationId: string
  totp: string | undefined
  recovery: string | undefined
  passkey: PasskeyAssertion | undefined
  browserHash: Buffer
  config: Pick<Config, 'secretKeys' | 'publicUrl'>
}
/** `recoveryCodes` are returned once, when the first code confirms the secret. */
type Outcome = { refused: AppError } | { recoveryCodes?: string[] }

const codeCount = 10
// Excludes characters that look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

const codePart = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
/** Keyed hash, so that a leaked database does not reveal the 50-bit codes. */
const codeHash = (key: string, accountId: string, code: string) =>
  createHmac('sha256', key)
    .update(`recovery:${accountId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest()

/** A new secret for an authenticator app (RFC 6238, 160 bits). */
export const newSecret = () => new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32
/** `otpauth:` URI of a secret, for the QR code. */
export const otpauthUri = (secret: string, phone: string) =>
  new TOTP({ issuer: brand.name, label: phone, secret: Secret.fromBase32(secret) }).toString()

/** TOTP time step (30 s) of a code, one step of clock drift allowed; null for a wrong code. */
function timeStepOf(secret: string, totp: string): number | null {
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token: totp, window: 1 })
  return delta === null ? null : Math.floor(Date.now() / 30_000) + delta
}

type FailedFactor = 'recovery-code-wrong' | 'second-factor-wrong' | 'passkey-refused'

async function refuse(
  tx: Transaction,
  accountId: string,
  code: FailedFactor,
  details: ErrorDetails = {},
): Promise<Outcome> {
  await writeAudit(tx, { accountId }, `admin.${code}`, { kind: 'account', id: accountId })
  return { refused: new AppError(code, details) }
}

/** Checks an authenticator code, a recovery code or a passkey; each code and challenge works once. */
export async function checkSecondFactor(tx: Transaction, attempt: SecondFactorAttempt): Promise<Outcome> {
  const { accountId, totp, recovery, passkey, browserHash, config } = attempt
  const admin = await rows.lockAdmin(tx, accountId)
  if (!admin) return { refused: new AppError('not-admin') }
  if (admin.secret === null) return await enrol(tx, attempt)
  if (recovery !== undefined) {
    const hashes = config.secretKeys.map((key) => codeHash(key, accountId, recovery))
    if (!(await rows.redeemRecoveryCode(tx, accountId, hashes)))
      return await refuse(tx, accountId, 'recovery-code-wrong')
    await writeAudit(tx, { accountId }, 'admin.recovery-code', { kind: 'account', id: accountId })
    return {}
  }
  if (passkey !== undefined) {
    const proven = await provePasskey(tx, config, browserHash, passkey)
    // A passkey added with a phone code alone would make the phone both factors.
    const isSecond = proven?.accountId === accountId && proven.byAdmin
    return isSecond ? {} : await refuse(tx, accountId, 'passkey-refused')
  }
  if (!totp) return { refused: new AppError('second-factor-needed') }
  const secret = unsealTotp(config.secretKeys, accountId, admin.secret)
  if (secret === null) return { refused: new AppError('second-factor-unreadable') }
  const step = timeStepOf(secret, totp)
  if (step === null || step <= admin.usedStep) return await refuse(tx, accountId, 'second-factor-wrong')
  await rows.setUsedTotpStep(tx, accountId, step)
  return {}
}

/**
 * First login of an admin: the secret belongs to this challenge and is stored once a code confirms it. Every challenge
 * has its own secret, so a secret seen elsewhere is useless.
 */
async function enrol(tx: Transaction, attempt: SecondFactorAttempt): Promise<Outcome> {
  const { accountId, phone, verificationId, totp } = attempt
  const { secretKeys } = attempt.config
  const pending = await rows.pendingTotpSecret(tx, verificationId, sealTotp(secretKeys, verificationId, newSecret()))
  const secret = unsealTotp(secretKeys, verificationId, pending)
  if (secret === null) return { refused: new AppError('otp-expired') }
  const details = { secret, uri: otpauthUri(secret, phone) }
  if (!totp) return { refused: new AppError('second-factor-new', details) }
  const step = timeStepOf(secret, totp)
  if (step === null) return await refuse(tx, accountId, 'second-factor-wrong', details)
  await rows.setTotpSecret(tx, accountId, sealTotp(secretKeys, accountId, secret), step)
  const recoveryCodes = Array.from({ length: codeCount }, () => `${codePart()}-${codePart()}`)
  await rows.replaceRecoveryCodes(
    tx,
    accountId,
    recoveryCodes.map((code) => codeHash(secretKeys[0], accountId, code)),
    keyName(secretKeys[0]),
  )
  await writeAudit(tx, { accountId }, 'admin.enrolled', { kind: 'account', id: accountId })
  return { recoveryCodes }
}
