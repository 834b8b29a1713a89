import { type AuditKey, auditKeys } from '#contract/admin/audit-details.ts'
import type { AdminRole } from '#contract/wire/endpoint.ts'
import { maskContacts } from '#server/platform/contacts/masking.ts'
import { masked } from '#server/platform/masked.ts'
import type { AuditRow } from './rows.ts'

const hidden = '…'
const isAddress = (text: string) => /^(\+91[ -]?)?[6-9]\d{9}$/.test(text) || /^[^\s@]+@[^\s@]+$/.test(text)
/** Chat masking keeps addresses that mail cannot reach; here they are hidden too. */
const addresses = /[^\s@,;]+@[^\s@,;]+/g

/** A name as a role may see it. Names can contain contact details, which support must not see. */
export const nameFor = (role: AdminRole | null, name: string): string =>
  role === 'owner' || role === 'operations' ? name : String(withoutContacts(name))

/** Masks contact details in every text of a value. */
function withoutContacts(value: unknown): unknown {
  if (typeof value === 'string')
    return isAddress(value) ? masked(value) : maskContacts(value.replace(addresses, hidden)).text
  if (Array.isArray(value)) return value.map(withoutContacts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutContacts(one)]))
}

const seen: Partial<Record<string, (typeof auditKeys)[AuditKey]>> = auditKeys

/**
 * The details of an entry as a role may see them. Support sees texts with contact details masked; a key that is not in
 * `auditKeys` is hidden. Settings contain no personal data and are shown in full.
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
