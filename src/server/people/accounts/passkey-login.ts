import type { PasskeyAssertion } from '#contract/people/passkeys.ts'
import type { Context } from '#server/context.ts'
import { provePasskey } from '#server/people/passkeys/passkeys.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import * as rows from './queries.ts'

type PasskeyAttempt = { userType: 'student' | 'mentor'; browserHash: Buffer; passkey: PasskeyAssertion }

/** Logs a family or mentor in with a passkey instead of a code. */
export async function logInWithPasskey({ db, config }: Context, { userType, browserHash, passkey }: PasskeyAttempt) {
  const outcome = await transaction(db, async (tx) => {
    const proven = await provePasskey(tx, config, browserHash, passkey)
    if (!proven) return new AppError('passkey-refused')
    const { accountId } = proven
    if (await rows.isSuspended(tx, accountId)) return new AppError('account-suspended')
    const ownId = userType === 'student' ? await rows.ensureFamily(tx, accountId) : await rows.mentorIdOf(tx, accountId)
    return { accountId, ownId }
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}
