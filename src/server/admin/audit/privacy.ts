import { type AuditKey, auditKeys } from '#contract/admin/audit-details.ts'
import type { AdminRole } from '#contract/wire/endpoint.ts'
import { maskContacts } from '#server/chat/chat.ts'
import { masked } from '#server/platform/masked.ts'
import type { AuditRow } from './rows.ts'

const hidden = '…'
const isAddress = (text: string) => /^(\+91[ -]?)?[6-9]\d{9}$/.test(text) || /^[^\s@]+@[^\s@]+$/.test(text)
/** Masking in chats leaves what no mail could reach. */
const addresses = /[^\s@,;]+@[^\s@,;]+/g

/** What something is called, for one role: what people typed as a name may be a way to reach them. */
export const nameFor = (role: AdminRole | null, name: string): string =>
  role === 'owner' || role === 'operations' ? name : String(withoutContacts(name))

/** Every text in a value, as it is shown to somebody who needs no way to reach people. */
function withoutContacts(value: unknown): unknown {
  if (typeof value === 'string')
    return isAddress(value) ? masked(value) : maskContacts(value.replace(addresses, hidden)).text
  if (Array.isArray(value)) return value.map(withoutContacts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutContacts(one)]))
}

const seen: Partial<Record<string, (typeof auditKeys)[AuditKey]>> = auditKeys

/**
 * What an entry says besides, for one role: support sees what was done to what by whom, and private values only so far that
 * one knows them again. What nobody decided about is hidden. Settings are the marketplace's own.
 */
export function detailFor(role: AdminRole | null, { kind, detail }: Pick<AuditRow, 'kind' | 'detail'>) {
  if (role === 'owner' || role === 'operations' || kind === 'setting') return detail
  return Object.fromEntries(
    Object.entries(detail).map(([key, value]) => {
      const how = Object.hasOwn(auditKeys, key) ? seen[key] : 'hidden'
      return [key, how === 'all' ? value : how === 'text' ? withoutContacts(value) : hidden]
    }),
  )
}
