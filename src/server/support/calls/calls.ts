import { callLifecycle } from '#contract/support/lifecycles.ts'
import { type CallStatus, callLimits, callUndoSeconds } from '#contract/support/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { visibleOrOwnId } from '#server/mentors/search/mentors.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { databaseNow, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
import { notifyLive } from '#server/platform/realtime.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { assertEnabled, readSetting } from '#server/settings/settings/settings.ts'
import { hasBooked } from '../cases/cases.ts'
import { notifyCallHandled } from './notifications.ts'
import * as rows from './queries.ts'

const isOpen = (status: CallStatus): boolean => status === 'new' || status === 'assigned'

export { personalCalls } from './personal.ts'
export { callDueAt, deleteCallAddresses, deleteVisitorCalls } from './queries.ts'

type CallInput = {
  mentorId: string | undefined
  name: string | undefined
  phone: string | undefined
  language: Language
  ipBlock: string
}

/** Stores a call request. Repeated within a few minutes, it returns the same request. */
export async function requestCall({ db }: Context, viewer: Viewer | null, input: CallInput): Promise<string> {
  // Admins record requests of people who call us, even if the feature is off.
  if (viewer?.userType !== 'admin') await assertEnabled(db, 'calls')
  const family = viewer?.userType === 'student' ? viewer : null
  const name = input.name ?? family?.familyName ?? (family ? '' : null)
  const phone = input.phone ?? family?.phone
  if (name === null || !phone) {
    const missing = [...(name === null ? ['name'] : []), ...(phone ? [] : ['phone'])]
    throw new AppError('bad-request', {
      fields: missing.map((field) => ({ field, problem: 'needed without a login' })),
    })
  }
  const call: rows.NewCall = {
    name,
    phone,
    accountId: family?.accountId ?? null,
    mentorId: input.mentorId ? await requestedMentorId(db, family, input.mentorId) : null,
    language: input.language,
    ipBlock: viewer ? null : input.ipBlock,
  }
  return await transaction(db, async (tx) => {
    const { ofAccount, fromBlock, aboutPhone } = await rows.lockAndCountCalls(tx, call)
    const existing = await rows.findSameCall(tx, call)
    if (existing) return existing
    if (ofAccount >= callLimits.accountHour || fromBlock >= callLimits.blockHour || aboutPhone >= callLimits.phoneDay) {
      throw new AppError('call-limit', { phone: await readSetting(tx, 'callingNumber') })
    }
    const id = await rows.insertCall(tx, call)
    await notifyLive(tx, 'admins', 'calls-changed', {})
    return id
  })
}

/** Id of a listed mentor, or of one this family has booked. */
async function requestedMentorId(db: Context['db'], family: Viewer | null, id: string): Promise<string> {
  const visible = await visibleOrOwnId(db, id, null)
  if (visible) return visible
  if (family?.familyId && (await hasBooked(db, family.familyId, id))) return id
  throw new AppError('not-found')
}

type HandleCallInput = {
  mentorPhone?: string | null | undefined
  status?: CallStatus | undefined
  note?: string | undefined
  ownerId?: string | undefined
  version?: number | undefined
}

/** Applies an admin's change to a call request. Idempotent. */
export async function handleCall(
  { db, queue }: Context,
  viewer: Viewer,
  id: string,
  input: HandleCallInput,
): Promise<void> {
  await transaction(db, async (tx) => {
    const call = orNotFound(await rows.lockCall(tx, id))
    const next = await nextState(tx, viewer, call, input)
    const changed = (['mentorPhone', 'status', 'note', 'ownerId'] as const).filter((name) => next[name] !== call[name])
    if (changed.length === 0) return
    await assertLatestVersion(tx, call, input)
    const isMoved = next.status !== call.status
    if (isMoved && !(callLifecycle.after(call.status).includes(next.status) && (isOpen(call.status) || call.canUndo)))
      throw new AppError('call-over')
    await rows.updateCall(tx, id, next)
    await notifyLive(tx, 'admins', 'calls-changed', {})
    const detail = { version: call.version + 1, ...Object.fromEntries(changed.map((name) => [name, next[name]])) }
    await writeAudit(tx, viewer, 'call.handle', { kind: 'call_request', id, detail })
    if (isMoved && !isOpen(next.status)) {
      const startAfter = new Date((await databaseNow(tx)).getTime() + callUndoSeconds * 1000)
      await queue.send(tx, 'calls.notify', { callId: id }, { startAfter })
    }
  })
}

/** Job: tells the caller the outcome, unless it was taken back. Fails while it can be, so that the queue retries. */
export async function notifyOutcome({ db }: Context, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const call = await rows.lockCall(tx, id)
    if (call?.canUndo) throw new Error('the outcome can still be taken back')
    if (call) await notifyCallHandled(tx, call, call.status)
  })
}

/** The requested state with its consequences: the admin who first handles a request becomes its owner. */
async function nextState(
  tx: Transaction,
  viewer: Viewer,
  call: rows.LockedCall,
  input: HandleCallInput,
): Promise<rows.CallState> {
  const ownerId = input.ownerId === 'me' ? viewer.accountId : input.ownerId
  if (ownerId && !(await rows.isAdmin(tx, ownerId))) throw new AppError('not-found')
  const isAssigned = ownerId !== undefined || (input.mentorPhone !== undefined && input.mentorPhone !== null)
  const requestedStatus = input.status ?? call.status
  const status = requestedStatus === 'new' && isAssigned ? 'assigned' : requestedStatus
  return {
    mentorPhone: input.mentorPhone === undefined ? call.mentorPhone : input.mentorPhone,
    note: input.note ?? call.note,
    status,
    ownerId: ownerId ?? call.ownerId ?? (status === 'new' ? null : viewer.accountId),
  }
}

/** Rejects changes based on an outdated version. Without a version, only an empty number can be set. */
async function assertLatestVersion(tx: Transaction, call: rows.LockedCall, input: HandleCallInput): Promise<void> {
  const isOnlyNumber = input.status === undefined && input.note === undefined && input.ownerId === undefined
  if (input.version === undefined && !isOnlyNumber) {
    throw invalidField('version', 'what this change started from')
  }
  if (input.version === undefined ? call.mentorPhone === null : input.version === call.version) return
  const last = await rows.lastChange(tx, call.id)
  throw new AppError('call-changed', {
    version: call.version,
    by: last?.by ?? null,
    at: last?.at.toISOString() ?? null,
  })
}
