import { maxOtpAttempts } from '#contract/people/limits.ts'
import type { Keys } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { signerFor } from '#server/platform/sealed.ts'
import type { UserType } from '#server/platform/sessions.ts'
import type { CheckedCode } from '#server/providers/codes/code-sender.ts'
import * as rows from './queries.ts'

export type CodeAttempt = {
  verificationId: string
  code: string
  phone: string | undefined
  userType: UserType
  browserHash: Buffer
}

/** Stored hash of a code, bound to its challenge. */
export const codeHash = (keys: Keys, id: string, code: string): Buffer =>
  signerFor(keys, 'login codes').sign(`${id}:${code}`)

export const isCode = (keys: Keys, { verificationId, code }: CodeAttempt, hash: Buffer): boolean =>
  signerFor(keys, 'login codes').isSigned(`${verificationId}:${code}`, hash)

/** Reason a code cannot be tried, or null. */
export function challengeError(challenge: rows.Challenge | null, attempt: CodeAttempt): AppError | null {
  if (!challenge || (attempt.phone !== undefined && attempt.phone !== challenge.phone))
    return new AppError('otp-unknown')
  if (challenge.used) return new AppError('otp-used')
  if (challenge.expired) return new AppError('otp-expired')
  return challenge.tries >= maxOtpAttempts ? new AppError('otp-blocked') : null
}

/** Error for a wrong code after `triesBefore` wrong ones. */
export function wrongCodeError(triesBefore: number): AppError {
  const triesLeft = maxOtpAttempts - triesBefore - 1
  if (triesLeft === 0) return new AppError('otp-blocked')
  return new AppError(triesLeft === 1 ? 'otp-wrong-last' : 'otp-wrong', { triesLeft })
}

const providerErrors: Partial<Record<CheckedCode, 'otp-expired' | 'otp-unknown' | 'otp-blocked'>> = {
  expired: 'otp-expired',
  unknown: 'otp-unknown',
  blocked: 'otp-blocked',
}

/**
 * Checks a code at the provider that generated it, outside any transaction. The try is counted first, so parallel
 * requests stay within the limit. A correct code is stored as our own hash, then verified and used like any other.
 */
export async function checkWithProvider({ db, config, codes, log }: Context, attempt: CodeAttempt): Promise<void> {
  const { verificationId: id, code } = attempt
  const { check } = codes
  if (!check) return
  const challenge = await transaction(db, async (tx) => {
    const found = await rows.lockChallenge(tx, id, attempt.userType, attempt.browserHash)
    if (challengeError(found, attempt) || !found?.reference || found.codeHash) return null
    await rows.countAttempt(tx, id)
    return { reference: found.reference, tries: found.tries }
  })
  if (!challenge) return
  const checked = await check(challenge.reference, code).catch((error: unknown) => {
    log?.warn({ err: error }, 'a code could not be checked')
    throw new AppError('otp-check-failed')
  })
  if (checked === 'right') await rows.acceptProviderCode(db, id, codeHash(config.secretKeys, id, code))
  if (checked === 'wrong') throw wrongCodeError(challenge.tries)
  const refused = providerErrors[checked]
  if (refused) throw new AppError(refused)
}
