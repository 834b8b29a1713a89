import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { contactFields } from '#server/mentors/applications/applications.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { languageOf } from '#server/people/profiles/profiles.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { assertNotParty } from '#server/platform/guards.ts'
import * as locked from './locked-rows.ts'
import { lockMentor, notifyMentor, recordChange } from './record-change.ts'
import * as rows from './suspension-rows.ts'

type Config = Context['config']
type Services = Pick<Context, 'config' | 'queue'>
type Suspension = { reason: Record<Language, string>; by: string | null; detail?: Record<string, string> }

/** Reason shown to a mentor whose account is suspended. */
const accountReason: Record<Language, string> = {
  en: 'Your account is suspended. Please contact us through the contact page.',
  hi: 'आपका अकाउंट रोक दिया गया है। कृपया संपर्क पेज से हमें लिखें।',
}

async function notifyFamilies(
  tx: Transaction,
  event: 'mentor-rests' | 'mentor-back',
  mentor: locked.LockedMentor,
  version: number,
) {
  const values = inBothLanguages(() => ({ mentor: mentor.fullName }))
  for (const { accountId, next } of await rows.familiesOf(tx, mentor.id)) {
    const onceKey = `${mentor.id}:${version}`
    await notify(tx, { event, accountId, side: 'family', onceKey, values, classAt: [next] })
  }
}

/** Notifies the families of a suspended mentor that lessons are suspended. */
export const notifySuspension = (tx: Transaction, mentor: locked.LockedMentor, version: number) =>
  notifyFamilies(tx, 'mentor-rests', mentor, version)

/** Notifies the families of a restored mentor; a job skips the lessons that fell into the suspension. */
export async function resumeClasses(
  tx: Transaction,
  queue: Context['queue'],
  mentor: locked.LockedMentor,
  version: number,
): Promise<void> {
  await notifyFamilies(tx, 'mentor-back', mentor, version)
  await queue.send(tx, 'lessons.rested', { mentorId: mentor.id })
}

/**
 * Throws for a suspended account, for contact details in public texts, and for open safety cases unless `despite` is set. @param without the case being
 * decided
 */
export async function assertListable(
  tx: Transaction,
  mentor: locked.LockedMentor,
  { despite, without = null }: { despite: boolean; without?: string | null },
): Promise<void> {
  if (await rows.isAccountSuspended(tx, mentor.accountId)) throw new AppError('mentor-account-suspended')
  const fields = await contactFields(tx, mentor.id)
  if (fields.length > 0) throw new AppError('text-has-contacts', { fields })
  const open = mentor.status === 'suspended' && !despite ? await rows.openSafetyCases(tx, mentor.id, without) : []
  if (open.length > 0) throw new AppError('safety-open', { numbers: open.join(', ') })
}

async function suspend(
  tx: Transaction,
  config: Config,
  mentor: locked.LockedMentor,
  { reason, by, detail }: Suspension,
): Promise<void> {
  const reasonText = reason[await languageOf(tx, mentor.accountId)]
  await locked.changeStatus(tx, mentor.id, 'suspend', reasonText)
  const changes = [{ field: 'status', from: 'verified', to: 'suspended' }]
  const version = await recordChange(tx, by, mentor, {
    kind: 'suspended',
    note: reasonText,
    detail: { changes, ...detail },
  })
  await notifyMentor(tx, config, mentor, 'mentor-suspended', { reason: reasonText, version })
  await notifySuspension(tx, mentor, version)
}

async function restore(
  tx: Transaction,
  { config, queue }: Services,
  mentor: locked.LockedMentor,
  by: string,
  note: string,
) {
  await locked.changeStatus(tx, mentor.id, 'restore', '')
  const changes = [{ field: 'status', from: 'suspended', to: 'verified' }]
  const version = await recordChange(tx, by, mentor, { kind: 'restored', note, detail: { changes } })
  await notifyMentor(tx, config, mentor, 'mentor-restored', { reason: '', version })
  await resumeClasses(tx, queue, mentor, version)
}

/**
 * Suspends a verified mentor within the caller's transaction; the caller writes the audit row. `by` is null for the
 * system. @returns whether the mentor was verified
 */
export async function suspendMentor(
  tx: Transaction,
  config: Config,
  { mentorId, ...why }: Suspension & { mentorId: string },
) {
  const mentor = await locked.lockMentor(tx, mentorId)
  if (mentor?.status !== 'verified') return false
  await suspend(tx, config, mentor, why)
  return true
}

type Restoration = { mentorId: string; by: string; reason: string; despite: boolean; without: string }
/**
 * Restores a suspended mentor as decided in a case; the caller writes the audit row. @returns whether it was suspended
 */
export async function restoreMentor(
  tx: Transaction,
  services: Services,
  { mentorId, by, reason, ...asked }: Restoration,
): Promise<boolean> {
  const mentor = await lockMentor(tx, mentorId)
  if (mentor.status !== 'suspended') return false
  assertNotParty({ accountId: by }, [mentor.accountId])
  await assertListable(tx, mentor, asked)
  await restore(tx, services, mentor, by, reason)
  return true
}

/** Suspends the mentor of a suspended account. @returns whether there was a verified mentor */
export async function suspendWithAccount(
  tx: Transaction,
  config: Config,
  accountId: string,
  by: string,
): Promise<boolean> {
  const mentorId = await rows.mentorOfAccount(tx, accountId)
  if (!mentorId) return false
  return await suspendMentor(tx, config, { mentorId, by, reason: accountReason, detail: { by: 'account' } })
}

/**
 * Restores the mentor of a restored account if only the account's suspension had suspended it. @returns the result;
 * null when no mentor was suspended
 */
export async function restoreWithAccount(
  tx: Transaction,
  services: Services,
  accountId: string,
  by: string,
  reason: string,
) {
  const mentorId = await rows.mentorOfAccount(tx, accountId)
  if (!mentorId) return null
  const mentor = await locked.lockMentor(tx, mentorId)
  if (mentor?.status !== 'suspended') return null
  const isByAccount = await rows.isSuspendedWithAccount(tx, mentor.id)
  if (!isByAccount || (await rows.openSafetyCases(tx, mentor.id, null)).length > 0) return 'paused'
  await restore(tx, services, mentor, by, reason)
  return 'restored'
}

/**
 * Records a safety report in the mentor's history without suspending the mentor. @returns whether the mentor is
 * suspended
 */
export async function recordSafetyReport(tx: Transaction, mentorId: string, number: string): Promise<boolean> {
  const mentor = await lockMentor(tx, mentorId)
  await recordChange(tx, null, mentor, { kind: 'reported', note: number })
  return mentor.status === 'suspended'
}
