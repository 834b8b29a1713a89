import { adminDue } from '#contract/admin/due.ts'
import { type DueKind, dueKinds } from '#contract/admin/due-kinds.ts'
import { m } from '#messages'
import { type LoaderContext, readApi, serverContext } from '../../api.ts'

/** The list of each kind of deadline, the most urgent first where the list can. */
export const dueLists: Record<DueKind, readonly [name: () => string, to: string]> = {
  case: [m.admin_nav_reports, '/admin/reports'],
  breach: [m.desk_breaches, '/admin/privacy'],
  refund: [m.admin_nav_refunds, '/admin/refunds?status=unsent&order=asc'],
  call: [m.admin_calls, '/call-admin?status=waiting&sort=due&order=asc'],
  payout: [m.admin_nav_payouts, '/admin/payouts'],
  mentor: [m.admin_nav_mentors, '/admin/mentors?status=pending'],
}

/** Deadlines, read once per request. */
export function readDue(context: LoaderContext) {
  const server = context.get(serverContext)
  server.due ??= readApi(context, adminDue).then(({ data }) => data)
  return server.due
}

/** How many are overdue, by section of the menu. */
export async function readLate(context: LoaderContext): Promise<Record<string, number>> {
  const { late } = await readDue(context)
  return Object.fromEntries(dueKinds.map((kind) => [dueLists[kind][1].replace(/\?.*/, ''), late[kind]]))
}
