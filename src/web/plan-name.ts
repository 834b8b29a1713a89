import type { Plan } from '#contract/classes/plans.ts'
import { m } from '#messages'

const names: Record<Plan, () => string> = {
  monthly: m.plan_monthly,
  demo: m.plan_demo,
  hourly: m.plan_hourly,
  months3: m.plan_months3,
  months6: m.plan_months6,
}

/** Plan name inside a sentence: "monthly", "demo class". */
export const planName = (plan: Plan): string => names[plan]()

/** Plan name on its own: "Monthly". */
export const planTitle = (plan: Plan): string => planName(plan).replace(/^./u, (first) => first.toUpperCase())
