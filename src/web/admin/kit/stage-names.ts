import type { FamilyStage } from '#contract/admin/usage.ts'
import { m } from '#messages'

export const stageNames: Record<FamilyStage, () => string> = {
  paid: m.admin_stage_paid,
  month: m.admin_stage_month,
  renewed: m.admin_stage_renewed,
}
