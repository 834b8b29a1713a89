import type { CallRequest } from '#contract/support/calls.ts'
import { callLifecycle } from '#contract/support/lifecycles.ts'
import type { CallStatus } from '#contract/support/limits.ts'
import { m } from '#messages'
import { clockOf } from './deadline.tsx'

export const callStatusLabels: Record<CallStatus, () => string> = {
  new: m.calls_status_new,
  assigned: m.calls_status_assigned,
  connected: m.calls_status_connected,
  unreachable: m.calls_status_unreachable,
  closed: m.calls_status_closed,
}

/** "98765 43210". */
const formatPhone = (phone: string): string =>
  phone.startsWith('…') ? phone : `${phone.slice(0, 5)} ${phone.slice(5)}`

/** A call request as shown in its row. */
export function callRow(call: CallRequest, number: number) {
  const { account, mentor, owner, status } = call
  const name = call.name || formatPhone(call.phone)
  // The caller gave a name or phone that differs from the account's.
  const other = account && [account.name, account.phone].filter((one) => one && one !== name && one !== call.phone)
  return {
    _id: call._id,
    version: call.version,
    number,
    name,
    phone: call.phone,
    who: account ? (other?.length ? m.calls_account({ who: other.join(', ') }) : '') : m.calls_visitor(),
    mentor,
    requestTime: call.requestTime,
    mentorPhone: call.mentorPhone ?? '',
    note: call.note,
    owner: owner?.name ?? null,
    /** "5 h left"; null once handled. */
    clock: call.dueAt && clockOf(Date.parse(call.dueAt)),
    status,
    statusWord: callStatusLabels[status](),
    /** Possible statuses, the current one first; only the current one if it is final. */
    statuses: [status, ...(call.handledAt ? [] : callLifecycle.after(status))].map((value) => ({
      value: value as string,
      label: callStatusLabels[value](),
    })),
  }
}
export type ShownCall = ReturnType<typeof callRow>
