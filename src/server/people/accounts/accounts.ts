import { randomInt, randomUUID } from 'node:crypto'
import { otpMinutes } from '#contract/people/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { UserType } from '#server/platform/sessions.ts'
import type { SentCode } from '#server/providers/codes/code-sender.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { type CodeAttempt, challengeError, checkWithProvider, codeHash, isCode, wrongCodeError } from './challenge.ts'
import { applyPhoneChange } from './phone-change-rows.ts'
import * as rows from './queries.ts'
import { checkSecondFactor } from './second-factor.ts'

export {
  deletePendingPhoneChanges,
  ensureAccountForPhone,
  insertPhoneChange,
  lockAccount,
  removeAdmin,
  setSuspended,
  upsertAdmin,
} from './account-rows.ts'
export { canTakeNumber, pendingChangeOf, setApproved } from './phone-change-rows.ts'
export { adminCanLogIn, canNobodyElseDecide } from './queries.ts'

type CodeRequest = { phone: string; userType: UserType; browserHash: Buffer; ip: string; language: Language }

/** IPv4 /24 or IPv6 /64 of an address: a household or an office shares one rate limit. */
export function ipBlock(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/.exec(ip)
  return v4?.[1] ?? ip.split(':').slice(0, 4).join(':')
}

/** Sends a login code within the limits. Returns the id to verify it with. */
export async function sendCode(context: Context, request: CodeRequest): Promise<string> {
  const { db, config, codes } = context
  const standIn = config.otpProvider === 'outbox'
  const limits = standIn
    ? { perPhoneDay: 10_000, perBlockHour: 100_000, inAllHour: 100_000 }
    : await readSetting(db, 'otpLimits')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const id = randomUUID()
  const block = ipBlock(request.ip)
  await transaction(db, async (tx) => {
    const sent = await rows.lockAndCountCodes(tx, request.phone, block, codes.resendSeconds)
    if (sent.waitSeconds > 0) throw new AppError('otp-too-soon', { seconds: sent.waitSeconds })
    if (sent.phoneDay >= limits.perPhoneDay) throw new AppError('otp-day-limit')
    if (sent.blockHour >= limits.perBlockHour || sent.allHour >= limits.inAllHour) throw new AppError('rate-limited')
    await rows.insertChallenge(tx, {
      id,
      phone: request.phone,
      userType: request.userType,
      codeHash: codes.check ? null : codeHash(config.secretKey, id, code),
      browserHash: request.browserHash,
      ipBlock: block,
      minutes: otpMinutes,
    })
  })
  const sent = await deliverCode(context, id, request, code)
  if (sent.outcome === 'day-limit') throw new AppError('otp-day-limit')
  if (sent.outcome === 'sent') return id
  await rows.setResendWait(db, id, sent.seconds, codes.resendSeconds)
  throw new AppError('otp-too-soon', { seconds: sent.seconds })
}

async function deliverCode(
  { db, codes, log }: Context,
  id: string,
  request: CodeRequest,
  code: string,
): Promise<SentCode> {
  try {
    const sent = await codes.send({ phone: request.phone, code, language: request.language, challengeId: id })
    if (sent.outcome === 'sent' && sent.reference !== null) await rows.setProviderReference(db, id, sent.reference)
    return sent
  } catch (error) {
    log?.warn({ err: error }, 'a code could not be sent')
    throw new AppError('sms-failed')
  }
}

type LoginAttempt = CodeAttempt & { totp: string | undefined; recovery: string | undefined; language: Language }
type LoginResult = { accountId: string; ownId: string | null; recoveryCodes?: string[] }

const countedErrors = new Set<string>(['second-factor-wrong', 'recovery-code-wrong'])

/**
 * Verifies a code. Failures are returned from the transaction and thrown after it, so that counted tries are committed.
 */
export async function verifyCode(context: Context, attempt: LoginAttempt): Promise<LoginResult> {
  const { db, config, codes } = context
  await checkWithProvider(context, attempt)
  const outcome = await transaction(db, async (tx): Promise<LoginResult | AppError> => {
    const challenge = await rows.lockChallenge(tx, attempt.verificationId, attempt.userType, attempt.browserHash)
    const refused = challengeError(challenge, attempt)
    if (refused || !challenge) return refused ?? new AppError('otp-unknown')
    // The provider reported its code as already used: the reply to this browser was lost, or someone else used it.
    if (!challenge.codeHash) return new AppError(codes.check ? 'otp-used' : 'otp-unknown')
    if (!isCode(config.secretKey, attempt, challenge.codeHash)) {
      await rows.countAttempt(tx, attempt.verificationId)
      return wrongCodeError(challenge.tries)
    }
    await completePhoneChange(tx, challenge.phone)
    const { id: accountId, isSuspended } = await rows.ensureAccount(tx, challenge.phone, attempt.language)
    if (isSuspended) {
      await rows.markChallengeUsed(tx, attempt.verificationId)
      return new AppError('account-suspended')
    }
    if (attempt.userType === 'admin') {
      const { verificationId, totp, recovery } = attempt
      const of = { accountId, phone: challenge.phone, verificationId, secretKey: config.secretKey }
      const outcome = await checkSecondFactor(tx, { ...of, totp, recovery })
      if ('refused' in outcome) {
        if (countedErrors.has(outcome.refused.code)) await rows.countAttempt(tx, verificationId)
        return outcome.refused
      }
      await rows.markChallengeUsed(tx, verificationId)
      await writeAudit(tx, { accountId }, 'admin.login', { kind: 'account', id: accountId })
      return { accountId, ownId: accountId, ...outcome }
    }
    await rows.markChallengeUsed(tx, attempt.verificationId)
    if (attempt.userType === 'student') return { accountId, ownId: await rows.ensureFamily(tx, accountId) }
    return { accountId, ownId: await rows.mentorIdOf(tx, accountId) }
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/** Ends all sessions of an account and disconnects its live connections. @returns the number of ended sessions */
export const endSessions = (tx: Transaction, accountId: string): Promise<number> => rows.endSessionsOf(tx, accountId)

/**
 * Completes a pending phone change to a number that was just verified. Notifies the old number, and the email address
 * if there is one, in case the owner did not request it.
 */
async function completePhoneChange(tx: Transaction, phone: string): Promise<void> {
  const moved = await applyPhoneChange(tx, phone)
  if (!moved) return
  const { id, accountId, from, email, language, side } = moved
  await writeAudit(tx, null, 'account.phone-changed', { kind: 'account', id: accountId })
  const values = inBothLanguages(() => ({ ending: phone.slice(-4) }))
  const old = { phone: from, email, language, writer: { accountId, side } }
  await notify(tx, { event: 'phone-changed', ...old, onceKey: id, values })
}
