import type { AuditAction } from '#contract/admin/audit-actions.ts'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Context } from '#server/context.ts'
import { syncVideoVisibility } from '#server/mentors/applications/applications.ts'
import { projectMentors } from '#server/mentors/search/mentors.ts'
import { inBothLanguages, mentorHome, notify } from '#server/notifications/notifications.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { assertNotParty } from '#server/platform/guards.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as locked from './locked-rows.ts'
import { eventsOf } from './queries.ts'

export async function lockMentor(tx: Transaction, id: string): Promise<locked.LockedMentor> {
  return orNotFound(await locked.lockMentor(tx, id))
}

/**
 * Throws `changed-meanwhile` for an outdated version, with the changes by others, or by the viewer in another session.
 */
export async function assertCurrentVersion(
  tx: Transaction,
  viewer: Viewer,
  mentor: locked.LockedMentor,
  version: number,
): Promise<void> {
  if (mentor.version === version) return
  const all = await eventsOf(tx, mentor.id, version)
  const foreign = all.filter(({ accountId }) => accountId !== viewer.accountId)
  const events = foreign.length > 0 ? foreign : all
  const [last] = events
  throw new AppError('changed-meanwhile', {
    version: mentor.version,
    by: last?.by ?? null,
    at: last?.at.toISOString() ?? null,
    events: events.map(({ kind, check, changes }) => ({ kind, check, changes })),
  })
}

type ChangeEvent = { kind: locked.EventKind; note?: string; detail?: Record<string, unknown> }

/** Records a change: new version, event and projection. `accountId` is null for a job. @returns the new version */
export async function recordChange(
  tx: Transaction,
  accountId: string | null,
  mentor: locked.LockedMentor,
  event: ChangeEvent,
): Promise<number> {
  const version = await locked.incrementVersion(tx, mentor.id)
  await locked.writeEvent(tx, { mentorId: mentor.id, accountId, ...event })
  await projectMentors(tx, [mentor.id])
  await syncVideoVisibility(tx, mentor.id)
  return version
}

/** Records an admin's change, including its audit row. @returns the new version */
export async function recordAdminChange(
  tx: Transaction,
  viewer: Viewer,
  mentor: locked.LockedMentor,
  action: AuditAction,
  event: ChangeEvent,
) {
  assertNotParty(viewer, [mentor.accountId])
  const version = await recordChange(tx, viewer.accountId, mentor, event)
  await writeAudit(tx, viewer, action, { kind: 'mentor', id: mentor.id, detail: { version, ...event.detail } })
  return version
}

export type MentorNotification = Extract<
  NotificationEvent,
  `mentor-${'verified' | 'rejected' | 'suspended' | 'restored'}` | `change-${'approved' | 'declined'}`
>

export async function notifyMentor(
  tx: Transaction,
  config: Context['config'],
  { id, number, fullName: name, accountId }: locked.LockedMentor,
  event: MentorNotification,
  { reason, version }: { reason: string; version: number },
): Promise<void> {
  const values = inBothLanguages((language) => ({
    number,
    name,
    reason,
    link: mentorHome(config.publicUrl, language),
  }))
  await notify(tx, { event, accountId, side: 'mentor', onceKey: `${id}:${version}`, values })
}
