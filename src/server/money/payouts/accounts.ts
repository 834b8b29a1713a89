import { isDeepStrictEqual } from 'node:util'
import { type AccountProblem, newAccountsADay, payoutPhoneHoldDays } from '#contract/money/limits.ts'
import type { PayoutAccount } from '#contract/money/payouts.ts'
import type { Context } from '#server/context.ts'
import { splitsInUse } from '#server/money/transfers/transfers.ts'
import { recentOldPhoneOf } from '#server/people/accounts/accounts.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { assertNotParty } from '#server/platform/guards.ts'
import { isSameName } from '#server/platform/person-names.ts'
import { assertFreshLogin, type Viewer } from '#server/platform/sessions.ts'
import type { AccountAnswer } from '#server/providers/bank-check/bank-checker.ts'
import * as rows from './account-rows.ts'
import { bankDetailsCipher, maskedAccount } from './bank-details.ts'
import { notifyAccountRefused, notifyAccountSet } from './notifications.ts'

/** Earlier accounts of a mentor that a saved one is compared with. */
const comparedAccounts = 20

/** An answer that holds for the same account again; a refusal by the bank for a day, since the mentor may have it corrected. */
const isAnswered = ({ status, isRecent }: rows.AccountRow) =>
  status === 'proven' || status === 'look' || (status === 'refused' && isRecent)

/**
 * Stores the viewer's payout account encrypted, has the bank asked about it, and notifies the mentor's phone. An account that
 * the bank answered about before keeps that answer. @returns the masked account
 */
export async function setAccount(context: Context, viewer: Viewer, account: PayoutAccount): Promise<string> {
  const { db, config, queue } = context
  const mentorId = orNotFound(viewer.mentorId)
  const isComplete = account.method === 'bank' && account.street && account.pincode
  if (!isComplete && (await splitsInUse(context))?.needsAddress) throw new AppError('payout-account-address')
  const hint = maskedAccount(account)
  const cipher = bankDetailsCipher(config.secretKeys)
  return await transaction(db, async (tx) => {
    const owner = await rows.lockOwner(tx, mentorId)
    const earlier = await rows.accountsOf(tx, mentorId, comparedAccounts)
    const same = earlier.filter(({ sealed }) => cipher.holds(mentorId, sealed, account))
    const isCurrent =
      same[0] !== undefined &&
      same[0].id === earlier[0]?.id &&
      isDeepStrictEqual(cipher.decrypt(mentorId, same[0].sealed), account)
    if (isCurrent && same[0] && (same[0].status === 'waiting' || isAnswered(same[0]))) return hint
    await assertFreshLogin(tx, viewer)
    if ((await rows.countNewAccounts(tx, mentorId)) >= newAccountsADay)
      throw new AppError('payout-account-limit', { most: newAccountsADay })
    const { status, nameAtBank, problem } = same.find(isAnswered) ?? {
      status: 'waiting',
      nameAtBank: '',
      problem: null,
    }
    const sealed = cipher.encrypt(mentorId, account)
    const id = await rows.insertAccount(tx, { mentorId, sealed, hint, status, nameAtBank, problem })
    await writeAudit(tx, viewer, 'payout-account.set', { kind: 'mentor', id: mentorId, detail: { hint } })
    await notifyAccountSet(
      tx,
      owner.accountId,
      id,
      hint,
      await recentOldPhoneOf(tx, owner.accountId, payoutPhoneHoldDays),
    )
    if (status === 'waiting') await queue.send(tx, 'payouts.check-account', { accountId: id })
    return hint
  })
}

/** Job: asks the bank about a new account, once at a time. Without an answer it stays waiting and is asked again later. */
export async function checkAccount({ db, config, bankCheck }: Context, id: string): Promise<void> {
  const claimed = await rows.claimAccount(db, id)
  if (!claimed) return
  const { mentorId, sealed, name } = claimed
  const account = bankDetailsCipher(config.secretKeys).decrypt(mentorId, sealed)
  const answer = await bankCheck.check(id, account, name)
  await transaction(db, async (tx) => {
    const owner = await rows.lockOwner(tx, mentorId)
    await applyAnswer(tx, id, owner, answer)
  })
}

async function applyAnswer(tx: Transaction, id: string, owner: rows.Owner, answer: AccountAnswer): Promise<void> {
  if (answer.status === 'pending') return
  if (answer.status === 'invalid') {
    const { problem } = answer
    if (await rows.moveAccount(tx, id, 'reject', { problem })) await notifyRefused(tx, id, owner, problem)
    return
  }
  const { nameAtBank } = answer
  await rows.moveAccount(tx, id, isSameName(owner.fullName, nameAtBank) ? 'prove' : 'question', { nameAtBank })
}

async function notifyRefused(tx: Transaction, id: string, owner: rows.Owner, problem: AccountProblem): Promise<void> {
  const hint = (await rows.accountById(tx, id))?.hint ?? ''
  await notifyAccountRefused(tx, owner.accountId, id, hint, problem)
}

/** Job: asks about accounts whose job was lost or got no answer. */
export async function checkWaitingAccounts(context: Context): Promise<void> {
  for (const id of await rows.accountsToCheck(context.db, 100)) {
    // A silent bank must not stop the others.
    await checkAccount(context, id).catch((error: unknown) =>
      context.log?.error({ err: error, payoutAccountId: id }, 'checking a payout account failed'),
    )
  }
}

/** An admin accepts an account whose name at the bank differs, or refuses it. Repeating a decision succeeds. */
export async function decideAccount(
  { db }: Context,
  viewer: Viewer,
  id: string,
  decision: 'accept' | 'refuse',
): Promise<void> {
  await transaction(db, async (tx) => {
    const before = orNotFound(await rows.accountById(tx, id))
    const { mentorId } = before
    const owner = await rows.lockOwner(tx, mentorId)
    assertNotParty(viewer, [owner.accountId])
    const problem = decision === 'refuse' ? ('name' as const) : null
    if (!(await rows.moveAccount(tx, id, decision, { problem, by: viewer.accountId }))) {
      const status = (await rows.accountById(tx, id))?.status
      if (status === (decision === 'accept' ? 'proven' : 'refused')) return
      throw new AppError('payout-account-decided')
    }
    await writeAudit(tx, viewer, 'payout-account.decide', { kind: 'mentor', id: mentorId, detail: { decision } })
    if (problem) await notifyRefused(tx, id, owner, problem)
  })
}
