import { randomInt, randomUUID } from 'node:crypto'
import type { ShownConsent } from '#contract/people/consents.ts'
import { otpMinutes } from '#contract/people/limits.ts'
import type { PasskeyAssertion } from '#contract/people/passkeys.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { giveAtLogin, withdrawConsent } from '#server/people/consents/consents.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { ipBlock, ipWideBlock } from '#server/platform/networks.ts'
import type { UserType } from '#server/platform/sessions.ts'
import type { SentCode } from '#server/providers/codes/code-sender.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { type CodeAttempt, challengeError, checkWithProvider, codeHash, isCode, wrongCodeError } from './challenge.ts'
import { applyPhoneChange, forgetEmails, removeAccess } from './phone-change-rows.ts'
import * as rows from './queries.ts'
import { checkSecondFactor } from './second-factor.ts'
import { phoneWaits, planSend, standInRules } from './send-limits.ts'
import * as sendRows from './send-rows.ts'

export {
  deletePendingPhoneChanges,
  ensureAccountForPhone,
  insertPhoneChange,
  lockAccount,
  removeAdmin,
  setSuspended,
  upsertAdmin,
} from './account-rows.ts'
export { deleteAllFeeds, deleteFeed, feedOf, feedOwner, upsertFeed } from './calendar-links.ts'
export {
  canTakeNumber,
  forgetOldPhones,
  type OldPhone,
  pendingChangeOf,
  recentOldPhoneOf,
  setApproved,
} from './phone-change-rows.ts'
export { adminCanLogIn, canNobodyElseDecide, ownMentorRow } from './queries.ts'
export { sealTotp } from './sealed-totp.ts'
export { deleteOldCodes, deleteOldDevices } from './send-rows.ts'
export { toViewer } from './viewer.ts'

type CodeRequest = { phone: string; userType: UserType; browserHash: Buffer; ip: string; language: Language }

/** Code that was sent: the id to verify it with, and seconds until the next one can be requested. */
type CodeSent = { verificationId: string; resendSeconds: number }

/** Sends a login code within the limits. @throws AppError with the seconds to wait */
export async function sendCode(context: Context, request: CodeRequest): Promise<CodeSent> {
  const { db, config, codes } = context
  const { phone, userType, browserHash, ip } = request
  const isStandIn = config.otpProvider === 'outbox'
  const rules = isStandIn ? standInRules : { ...(await readSetting(db, 'otpLimits')), waits: phoneWaits }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const id = randomUUID()
  const blocks = { narrow: ipBlock(ip), wide: ipWideBlock(ip) }
  const resendSeconds = await transaction(db, async (tx) => {
    const plan = planSend(await sendRows.sentToPhone(tx, phone, userType, browserHash), rules, codes.resendSeconds)
    if (plan.wait > 0) throw tooSoon(plan.wait)
    const wait = plan.budget === 'device' ? 0 : await sendRows.networkWait(tx, plan.budget, blocks, rules)
    if (wait > 0) throw new AppError('otp-busy', { seconds: wait, minutes: Math.ceil(wait / 60) })
    await sendRows.insertChallenge(tx, {
      id,
      phone,
      userType,
      browserHash,
      ...blocks,
      budget: plan.budget,
      minutes: otpMinutes,
      codeHash: codes.check ? null : codeHash(config.secretKeys, id, code),
    })
    return plan.nextWait
  })
  const sent = await deliverCode(context, id, request, code)
  if (sent.outcome === 'day-limit') throw new AppError('otp-day-limit')
  if (sent.outcome === 'sent') return { verificationId: id, resendSeconds }
  await sendRows.setResendWait(db, id, sent.seconds, codes.resendSeconds)
  throw tooSoon(sent.seconds)
}

/** Longer waits are told in minutes. */
const tooSoon = (seconds: number) =>
  seconds <= 120
    ? new AppError('otp-too-soon', { seconds })
    : new AppError('otp-wait', { seconds, minutes: Math.ceil(seconds / 60) })

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

type SecondFactor = { totp: string | undefined; recovery: string | undefined; passkey: PasskeyAssertion | undefined }
type LoginAttempt = CodeAttempt & SecondFactor & { language: Language; consent: ShownConsent | undefined }
type LoginResult = { accountId: string; ownId: string | null; recoveryCodes?: string[] }

const countedErrors = new Set<string>(['second-factor-wrong', 'recovery-code-wrong', 'passkey-refused'])

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
    if (!isCode(config.secretKeys, attempt, challenge.codeHash)) {
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
      const { verificationId, totp, recovery, passkey, browserHash } = attempt
      const of = { accountId, phone: challenge.phone, verificationId, browserHash, config }
      const outcome = await checkSecondFactor(tx, { ...of, totp, recovery, passkey })
      if ('refused' in outcome) {
        if (countedErrors.has(outcome.refused.code)) await rows.countAttempt(tx, verificationId)
        return outcome.refused
      }
      await completeChallenge(tx, attempt, challenge.phone)
      await writeAudit(tx, { accountId }, 'admin.login', { kind: 'account', id: accountId })
      return { accountId, ownId: accountId, ...outcome }
    }
    await startAnew(tx, accountId, challenge.phone, attempt.browserHash)
    // Thrown, not returned: neither the account nor the use of the code is kept.
    await giveAtLogin(tx, accountId, attempt.consent)
    await completeChallenge(tx, attempt, challenge.phone)
    if (attempt.userType === 'student') return { accountId, ownId: await rows.ensureFamily(tx, accountId) }
    return { accountId, ownId: await rows.mentorIdOf(tx, accountId) }
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/**
 * A disconnected number is given to somebody else: after a long rest a new browser gets none of the ways in that the former
 * holder set up, and agrees anew.
 */
async function startAnew(tx: Transaction, accountId: string, phone: string, browserHash: Buffer): Promise<void> {
  const contact = await rows.restedContact(tx, accountId, browserHash)
  if (!contact) return
  const { side, ...address } = contact
  await removeAccess(tx, accountId, phone)
  await withdrawConsent(tx, accountId, 'account')
  const told = { phone: null, ...address, writer: { accountId, side } }
  await notify(tx, { event: 'login-after-rest', ...told, onceKey: randomUUID(), values: inBothLanguages(() => ({})) })
  await forgetEmails(tx, accountId)
}

/** Uses up the code of a login, whose browser is known for the phone from now on. */
async function completeChallenge(tx: Transaction, attempt: CodeAttempt, phone: string): Promise<void> {
  await rows.markChallengeUsed(tx, attempt.verificationId)
  await sendRows.rememberDevice(tx, phone, attempt.browserHash)
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
