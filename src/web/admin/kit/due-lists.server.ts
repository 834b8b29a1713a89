import { adminDue } from '#contract/admin/due.ts'
import { type DueKind, dueKinds } from '#contract/admin/due-kinds.ts'
import { m } from '#messages'
import { readApi } from '../../api.ts'

/** The list of each kind of deadline, the most urgent first where the list can. */
export const dueLists: Record<DueKind, readonly [name: () => string, to: string]> = {
  case: [m.admin_nav_reports, '/admin/reports?overdue=yes'],
  breach: [m.desk_breaches, '/admin/privacy'],
  refund: [m.admin_nav_refunds, '/admin/refunds?status=failed'],
  call: [m.admin_calls, '/call-admin?status=waiting&order=asc'],
  payout: [m.admin_nav_payouts, '/admin/payouts'],
  mentor: [m.admin_nav_mentors, '/admin/mentors?status=pending'],
}

/** How many are overdue, by section of the menu. */
export async function readLate(context: Parameters<typeof readApi>[0]): Promise<Record<string, number>> {
  const { late } = (await readApi(context, adminDue)).data
  return Object.fromEntries(dueKinds.map((kind) => [dueLists[kind][1].replace(/\?.*/, ''), late[kind]]))
}
