import { randomUUID } from 'node:crypto'
import { type MessageKind, messageKinds } from '#contract/notifications/notification-kinds.ts'
import type { Device, FamilyProfile, NotificationPreference } from '#contract/people/profiles.ts'
import { channelsOf, inBothLanguages, notify, setMessagePreferences } from '#server/notifications/notifications.ts'
import { deleteFeed } from '#server/people/accounts/accounts.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { assertFreshLogin, type Viewer } from '#server/platform/sessions.ts'
import { parseDevice } from './device-names.ts'
import * as rows from './queries.ts'

export { parseDevice } from './device-names.ts'
export { addressOfLearner, saveAddress } from './learner-address.ts'
export { ensureHomeConduct, ensureLearner } from './learners.ts'
export { personalLogins, personalProfiles } from './personal.ts'
export {
  familyPlace,
  languageOf,
  learnerAddresses,
  renameBoard,
  renamePlace,
  setEmail,
  unarchiveLearner,
} from './queries.ts'

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
  return await transaction(db, async (tx) => {
    const before = viewer.familyId ? await rows.familyById(tx, viewer.familyId) : null
    await beforeEmailChange(tx, viewer, 'family', { from: before?.email, to: given.email })
    return orNotFound(viewer.familyId ? await rows.setFamily(tx, viewer.familyId, given) : null)
  })
}

/**
 * Receipts, statements and notices go to the email address: changing it needs a recent login, and the old address is notified.
 * Runs before the new one is stored.
 */
export async function beforeEmailChange(
  tx: Transaction,
  viewer: Viewer,
  side: 'family' | 'mentor',
  { from, to }: { from: string | null | undefined; to: string | null },
): Promise<void> {
  if (!from || from === to) return
  await assertFreshLogin(tx, viewer)
  const values = inBothLanguages(() => ({}))
  await notify(tx, { event: 'email-changed', accountId: viewer.accountId, side, onceKey: randomUUID(), values })
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

/** Ends the viewer's other sessions, and the calendar link that other devices may hold. @returns how many sessions */
export const endOtherDevices = (db: Db, { accountId, sessionId }: Viewer): Promise<number> =>
  transaction(db, async (tx) => {
    await deleteFeed(tx, accountId)
    return await rows.endOtherSessions(tx, accountId, sessionId)
  })

/** Ends a session, and the calendar link that its device may hold. */
export const endDevice = (db: Db, { accountId }: Viewer, sessionId: string): Promise<void> =>
  transaction(db, async (tx) => {
    await deleteFeed(tx, accountId)
    if (!(await rows.endSessionOf(tx, accountId, sessionId))) throw new AppError('not-found')
  })
