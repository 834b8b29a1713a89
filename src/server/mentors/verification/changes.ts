import type { z } from 'zod'
import type { decideChange as contract } from '#contract/mentors/mentor-changes.ts'
import type { Context } from '#server/context.ts'
import { decideWaitingChange, lockApplicantOf } from '#server/mentors/applications/applications.ts'
import { transaction } from '#server/platform/database.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { assertCurrentVersion, lockMentor, notifyMentor, recordAdminChange } from './record-change.ts'

const effects = {
  approve: { event: 'change_approved', action: 'mentor.approve-change', notification: 'change-approved' },
  decline: { event: 'change_declined', action: 'mentor.decline-change', notification: 'change-declined' },
} as const

/** Approves or declines the new values a mentor asked for, and notifies the mentor. Repeating a decision succeeds. */
export async function decideChange(
  { db, config }: Pick<Context, 'db' | 'config'>,
  viewer: Viewer,
  id: string,
  { version: seen, ...input }: z.output<typeof contract.schema.body>,
) {
  const { event, action, notification } = effects[input.decision]
  return await transaction(db, async (tx) => {
    await lockApplicantOf(tx, id)
    const mentor = await lockMentor(tx, id)
    const assertCurrent = () => assertCurrentVersion(tx, viewer, mentor, seen)
    const changes = await decideWaitingChange(tx, mentor, { ...input, by: viewer.accountId }, assertCurrent)
    if (!changes) return { _id: id, status: mentor.status, version: mentor.version }
    const detail = { changes: changes.map(({ fact, from, to }) => ({ field: fact, from, to })) }
    const version = await recordAdminChange(tx, viewer, mentor, action, { kind: event, note: input.reason, detail })
    await notifyMentor(tx, config, mentor, notification, { reason: input.reason, version })
    return { _id: id, status: mentor.status, version }
  })
}
