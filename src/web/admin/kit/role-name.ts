import type { AdminRole } from '#contract/wire/endpoint.ts'
import { m } from '#messages'

const names: Record<AdminRole, () => string> = {
  owner: m.admin_role_owner,
  operations: m.admin_role_operations,
  support: m.admin_role_support,
}

export const roleName = (role: AdminRole): string => names[role]()

const may: Record<AdminRole, () => string> = {
  owner: m.admin_role_owner_may,
  operations: m.admin_role_operations_may,
  support: m.admin_role_support_may,
}
/** A sentence on what an admin with this role may do. */
export const roleMay = (role: AdminRole): string => may[role]()
