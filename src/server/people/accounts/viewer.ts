import type * as contract from '#contract/people/accounts.ts'
import type { Viewer } from '#server/platform/sessions.ts'

/** A viewer as pages know it, with its unread notifications. */
export function toViewer(viewer: Viewer, unread: number): contract.Viewer {
  const own = { student: viewer.familyId, mentor: viewer.mentorId, admin: viewer.accountId }
  const name = { student: viewer.familyName, mentor: viewer.mentorName, admin: null }
  return {
    _id: own[viewer.userType],
    userType: viewer.userType,
    name: name[viewer.userType],
    adminRole: viewer.userType === 'admin' ? viewer.adminRole : null,
    phoneEnding: viewer.phone.slice(-4),
    roles: [
      ...(viewer.familyId ? (['student'] as const) : []),
      ...(viewer.mentorId ? (['mentor'] as const) : []),
      ...(viewer.adminRole ? (['admin'] as const) : []),
    ],
    unread,
  }
}
