import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import * as locked from './locked-rows.ts'
import * as rows from './pause-rows.ts'
import { lock, tell, write } from './writing.ts'

type Config = Context['config']
type Give = Pick<Context, 'config' | 'queue'>
type Why = { reason: Record<Language, string>; by: string | null; detail?: Record<string, string> }

/** Told to a mentor whose account is suspended. */
const accountReason: Record<Language, string> = {
  en: 'Your account is suspended. Please contact us through the contact page.',
  hi: 'आपका अकाउंट रोक दिया गया है। कृपया संपर्क पेज से हमें लिखें।',
}

async function tellFamilies(
  tx: Transaction,
  event: 'mentor-rests' | 'mentor-back',
  mentor: locked.Locked,
  version: number,
) {
  const values = inBothLanguages(() => ({ mentor: mentor.fullName }))
  for (const accountId of await rows.familiesOf(tx, mentor.id))
    await notify(tx, { event, accountId, side: 'family', onceKey: `${mentor.id}:${version}`, values })
}

/** A mentor is paused from now on: its families are told that the classes rest. */
export const rest = (tx: Transaction, mentor: locked.Locked, version: number) =>
  tellFamilies(tx, 'mentor-rests', mentor, version)

/** A mentor is back: its families are told, and what fell into the pause is left out. */
export async function goOn(
  tx: Transaction,
  queue: Context['queue'],
  mentor: locked.Locked,
  version: number,
): Promise<void> {
  await tellFamilies(tx, 'mentor-back', mentor, version)
  await queue.send(tx, 'lessons.rested', { mentorId: mentor.id })
}

/**
 * Refuses to list a mentor whose account is suspended, or about whom safety cases are open, unless the admin says `despite` them.
 * @param without the case in which that is decided
 */
export async function mayBeListed(
  tx: Transaction,
  mentor: locked.Locked,
  { despite, without = null }: { despite: boolean; without?: string | null },
): Promise<void> {
  if (await rows.isAccountSuspended(tx, mentor.accountId)) throw new AppError('mentor-account-suspended')
  const open = mentor.status === 'suspended' && !despite ? await rows.openSafetyCases(tx, mentor.id, without) : []
  if (open.length > 0) throw new AppError('safety-open', { numbers: open.join(', ') })
}

async function pause(
  tx: Transaction,
  config: Config,
  mentor: locked.Locked,
  { reason, by, detail }: Why,
): Promise<void> {
  const told = reason[await locked.languageOf(tx, mentor.accountId)]
  await locked.moveMentor(tx, mentor.id, 'suspend', told)
  const changes = [{ field: 'status', from: 'verified', to: 'suspended' }]
  const version = await write(tx, by, mentor, { kind: 'suspended', note: told, detail: { changes, ...detail } })
  await tell(tx, config, mentor, 'mentor-suspended', { reason: told, version })
  await rest(tx, mentor, version)
}

async function restore(tx: Transaction, { config, queue }: Give, mentor: locked.Locked, by: string, note: string) {
  await locked.moveMentor(tx, mentor.id, 'restore', '')
  const changes = [{ field: 'status', from: 'suspended', to: 'verified' }]
  const version = await write(tx, by, mentor, { kind: 'restored', note, detail: { changes } })
  await tell(tx, config, mentor, 'mentor-restored', { reason: '', version })
  await goOn(tx, queue, mentor, version)
}

/**
 * Takes a verified mentor off the site at once, in the transaction of whoever saw why and writes that down; `by` is null when
 * nobody of us pressed anything. @returns whether it was there to take off
 */
export async function pauseMentor(tx: Transaction, config: Config, { mentorId, ...why }: Why & { mentorId: string }) {
  const mentor = await locked.lockMentor(tx, mentorId)
  if (mentor?.status !== 'verified') return false
  await pause(tx, config, mentor, why)
  return true
}

type Back = { mentorId: string; by: string; reason: string; despite: boolean; without: string }
/** Brings a paused mentor back, as a case decided; the caller writes that down. @returns whether it was paused */
export async function restoreMentor(
  tx: Transaction,
  give: Give,
  { mentorId, by, reason, ...asked }: Back,
): Promise<boolean> {
  const mentor = await lock(tx, mentorId)
  if (mentor.status !== 'suspended') return false
  await mayBeListed(tx, mentor, asked)
  await restore(tx, give, mentor, by, reason)
  return true
}

/** The mentor of an account that is suspended now is paused with it. @returns whether there was one on the site */
export async function pauseWithAccount(
  tx: Transaction,
  config: Config,
  accountId: string,
  by: string,
): Promise<boolean> {
  const mentorId = await rows.mentorOfAccount(tx, accountId)
  if (!mentorId) return false
  return await pauseMentor(tx, config, { mentorId, by, reason: accountReason, detail: { by: 'account' } })
}

/**
 * An account is in use again, and its mentor with it where nothing but the suspension of the account had paused it.
 * @returns what became of the mentor; null when there is none that was paused
 */
export async function restoreWithAccount(tx: Transaction, give: Give, accountId: string, by: string, reason: string) {
  const mentorId = await rows.mentorOfAccount(tx, accountId)
  if (!mentorId) return null
  const mentor = await locked.lockMentor(tx, mentorId)
  if (mentor?.status !== 'suspended') return null
  const isOurs = await rows.isPausedByAccount(tx, mentor.id)
  if (!isOurs || (await rows.openSafetyCases(tx, mentor.id, null)).length > 0) return 'paused'
  await restore(tx, give, mentor, by, reason)
  return 'restored'
}

/**
 * A report of safety that pauses nobody still stands in the mentor's history, and whoever decides about the mentor sees it first.
 * @returns whether the mentor is paused
 */
export async function writeReport(tx: Transaction, mentorId: string, number: string): Promise<boolean> {
  const mentor = await lock(tx, mentorId)
  await write(tx, null, mentor, { kind: 'reported', note: number })
  return mentor.status === 'suspended'
}
