import type { Kysely } from 'kysely'
import { type MessageKind, messageKinds } from '#contract/notifications/notification-kinds.ts'
import type { Device, FamilyProfile, NotificationPreference } from '#contract/people/profiles.ts'
import { channelsOf, setMessagePreferences } from '#server/notifications/notifications.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import { assertFreshLogin, type Viewer } from '#server/platform/sessions.ts'
import { parseDevice } from './device-names.ts'
import * as rows from './queries.ts'

export { parseDevice } from './device-names.ts'
export { addressOfLearner, saveAddress } from './learner-address.ts'
export { ensureLearner } from './learners.ts'
export { familyPlace, renameBoard, renamePlace, setEmail, unarchiveLearner } from './queries.ts'

type Db = Kysely<DB>

/** Notification preferences of the viewer's current role. */
async function preferencesOf(db: Db, viewer: Viewer): Promise<NotificationPreference[]> {
  const off = await rows.mutedMessages(db, viewer.accountId)
  const side = viewer.userType === 'mentor' ? 'mentor' : 'family'
  const isOn = (kind: MessageKind, channel: string) => !off.some((one) => one.kind === kind && one.channel === channel)
  return messageKinds.flatMap((kind) =>
    channelsOf(side, kind).map((channel) => ({ kind, channel, on: isOn(kind, channel) })),
  )
}

export async function profileFor(db: Db, viewer: Viewer) {
  const isFamily = viewer.userType === 'student' && viewer.familyId !== null
  const [language, family, messages] = await Promise.all([
    rows.languageOf(db, viewer.accountId),
    isFamily && viewer.familyId ? rows.familyById(db, viewer.familyId) : null,
    preferencesOf(db, viewer),
  ])
  return { phone: viewer.phone, language, family, messages }
}

export async function changeFamily(db: Db, viewer: Viewer, given: FamilyProfile): Promise<FamilyProfile> {
  const before = viewer.familyId ? await rows.familyById(db, viewer.familyId) : null
  // Receipts and notices go to this address.
  if (before?.email && before.email !== given.email) await assertFreshLogin(db, viewer)
  const changed = viewer.familyId ? await rows.setFamily(db, viewer.familyId, given) : null
  if (!changed) throw new AppError('not-found')
  return changed
}

export async function changePreferences(db: Db, viewer: Viewer, choices: readonly NotificationPreference[]) {
  await transaction(db, (tx) => setMessagePreferences(tx, viewer.accountId, choices))
  return await preferencesOf(db, viewer)
}

export async function devicesFor(db: Db, viewer: Viewer): Promise<Device[]> {
  const found = await rows.sessionsOf(db, viewer.accountId, viewer.sessionId)
  return found.map(({ userAgent, startedAt, seenAt, ...rest }) => ({
    ...rest,
    ...parseDevice(userAgent),
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }))
}

export async function endDevice(db: Db, viewer: Viewer, sessionId: string): Promise<void> {
  if (!(await rows.endSessionOf(db, viewer.accountId, sessionId))) throw new AppError('not-found')
}
