import { callLifecycle } from '#contract/support/lifecycles.ts'
import { type CallStatus, callLimits } from '#contract/support/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { visibleOrOwnId } from '#server/mentors/search/mentors.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { tellLive } from '#server/platform/realtime.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { assertEnabled, readSetting } from '#server/settings/settings/settings.ts'
import { tellHandled } from './notifications.ts'
import * as rows from './queries.ts'

type Asked = {
  mentorId: string | undefined
  name: string | undefined
  phone: string | undefined
  language: Language
  ipBlock: string
}

/** Writes down that somebody wants to be connected. Asked again within minutes, it is the same request. */
export async function requestCall({ db }: Context, viewer: Viewer | null, asked: Asked): Promise<string> {
  // An admin writes down for somebody who called us.
  if (viewer?.userType !== 'admin') await assertEnabled(db, 'calls')
  const family = viewer?.userType === 'student' ? viewer : null
  const name = asked.name ?? family?.familyName ?? (family ? '' : null)
  const phone = asked.phone ?? family?.phone
  if (name === null || !phone) {
    const missing = [...(name === null ? ['name'] : []), ...(phone ? [] : ['phone'])]
    throw new AppError('bad-request', {
      fields: missing.map((field) => ({ field, problem: 'needed without a login' })),
    })
  }
  const one: rows.NewCall = {
    name,
    phone,
    accountId: family?.accountId ?? null,
    mentorId: asked.mentorId ? await mentorFor(db, family, asked.mentorId) : null,
    language: asked.language,
    ipBlock: viewer ? null : asked.ipBlock,
  }
  return await transaction(db, async (tx) => {
    const { ofAccount, fromBlock, aboutPhone } = await rows.lockAndCountCalls(tx, one)
    const same = await rows.findSameCall(tx, one)
    if (same) return same
    if (ofAccount >= callLimits.accountHour || fromBlock >= callLimits.blockHour || aboutPhone >= callLimits.phoneDay) {
      throw new AppError('call-limit', { phone: await readSetting(tx, 'callingNumber') })
    }
    const id = await rows.insertCall(tx, one)
    await tellLive(tx, 'admins', 'calls-changed', {})
    return id
  })
}

/** Who is listed, or whom this family has booked. */
async function mentorFor(db: Context['db'], family: Viewer | null, id: string): Promise<string> {
  const found =
    (await visibleOrOwnId(db, id, null)) ??
    (family?.familyId ? await rows.bookedMentorId(db, family.familyId, id) : null)
  if (!found) throw new AppError('not-found')
  return found
}

type Given = {
  mentorPhone?: string | null | undefined
  status?: CallStatus | undefined
  note?: string | undefined
  ownerId?: string | undefined
  version?: number | undefined
}

/** An admin works on a request: stores the number, takes it over, says what became of it. What is so already is a success. */
export async function handleCall({ db }: Context, viewer: Viewer, id: string, given: Given): Promise<void> {
  await transaction(db, async (tx) => {
    const call = await rows.lockCall(tx, id)
    if (!call) throw new AppError('not-found')
    const next = await nextState(tx, viewer, call, given)
    const changed = (['mentorPhone', 'status', 'note', 'ownerId'] as const).filter((name) => next[name] !== call[name])
    if (changed.length === 0) return
    await mustBeNewest(tx, call, given)
    if (next.status !== call.status && !callLifecycle.after(call.status).includes(next.status))
      throw new AppError('call-over')
    await rows.writeCall(tx, id, next)
    await tellLive(tx, 'admins', 'calls-changed', {})
    const detail = { version: call.version + 1, ...Object.fromEntries(changed.map((name) => [name, next[name]])) }
    await writeAudit(tx, viewer, 'call.handle', { kind: 'call_request', id, detail })
    if (next.status !== call.status) await tellHandled(tx, call, next.status)
  })
}

/** What was asked for, and what goes with it: whoever does anything about a new request is its owner. */
async function nextState(
  tx: Transaction,
  viewer: Viewer,
  call: rows.LockedCall,
  given: Given,
): Promise<rows.CallState> {
  const ownerId = given.ownerId === 'me' ? viewer.accountId : given.ownerId
  if (ownerId && !(await rows.isAdmin(tx, ownerId))) throw new AppError('not-found')
  const isTaken = ownerId !== undefined || (given.mentorPhone !== undefined && given.mentorPhone !== null)
  const asked = given.status ?? call.status
  const status = asked === 'new' && isTaken ? 'assigned' : asked
  return {
    mentorPhone: given.mentorPhone === undefined ? call.mentorPhone : given.mentorPhone,
    note: given.note ?? call.note,
    status,
    ownerId: ownerId ?? call.ownerId ?? (status === 'new' ? null : viewer.accountId),
  }
}

/** A change starts from what was looked at. Without a version it may only fill in the number. */
async function mustBeNewest(tx: Transaction, call: rows.LockedCall, given: Given): Promise<void> {
  const isOnlyNumber = given.status === undefined && given.note === undefined && given.ownerId === undefined
  if (given.version === undefined && !isOnlyNumber) {
    throw new AppError('bad-request', { fields: [{ field: 'version', problem: 'what this change started from' }] })
  }
  if (given.version === undefined ? call.mentorPhone === null : given.version === call.version) return
  const last = await rows.lastChange(tx, call.id)
  throw new AppError('call-changed', {
    version: call.version,
    by: last?.by ?? null,
    at: last?.at.toISOString() ?? null,
  })
}
