import type { AdminRole } from '#contract/endpoint.ts'
import { m } from '#messages'

const names: Record<AdminRole, () => string> = {
  owner: m.admin_role_owner,
  operations: m.admin_role_operations,
  support: m.admin_role_support,
}

export const roleName = (role: AdminRole): string => names[role]()
