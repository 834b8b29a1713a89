import type { AuditAction } from '#contract/admin/audit-actions.ts'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Context } from '#server/context.ts'
import { showVideo } from '#server/mentors/applications/applications.ts'
import { projectMentors } from '#server/mentors/search/mentors.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as locked from './locked-rows.ts'

export async function lock(tx: Transaction, id: string): Promise<locked.Locked> {
  const mentor = await locked.lockMentor(tx, id)
  if (!mentor) throw new AppError('not-found')
  return mentor
}

type Write = { kind: locked.EventKind; note?: string; detail?: Record<string, unknown> }

/** A change with its version, event and projection; `accountId` is null when nobody of us did it. */
export async function write(
  tx: Transaction,
  accountId: string | null,
  mentor: locked.Locked,
  event: Write,
): Promise<number> {
  const version = await locked.raiseVersion(tx, mentor.id)
  await locked.writeEvent(tx, { mentorId: mentor.id, accountId, ...event })
  await projectMentors(tx, [mentor.id])
  await showVideo(tx, mentor.id)
  return version
}

/** The same with its audit row. */
export async function record(
  tx: Transaction,
  viewer: Viewer,
  mentor: locked.Locked,
  action: AuditAction,
  event: Write,
) {
  const version = await write(tx, viewer.accountId, mentor, event)
  await writeAudit(tx, viewer, action, { kind: 'mentor', id: mentor.id, detail: { version, ...event.detail } })
  return version
}

export type Told = Extract<NotificationEvent, `mentor-${'verified' | 'rejected' | 'suspended' | 'restored'}`>

export async function tell(
  tx: Transaction,
  config: Context['config'],
  { id, number, fullName: name, accountId }: locked.Locked,
  event: Told,
  { reason, version }: { reason: string; version: number },
): Promise<void> {
  const values = inBothLanguages(() => ({ number, name, reason, link: `${config.publicUrl}/dashboard/mentor` }))
  await notify(tx, { event, accountId, side: 'mentor', onceKey: `${id}:${version}`, values })
}
