import type { Plan } from '#contract/classes/plans.ts'
import { m } from '#messages'

const names: Record<Plan, () => string> = {
  monthly: m.plan_monthly,
  demo: m.plan_demo,
  hourly: m.plan_hourly,
  months3: m.plan_months3,
  months6: m.plan_months6,
}

/** A plan in the middle of a sentence: "monthly", "demo class". */
export const planName = (plan: Plan): string => names[plan]()

/** A plan on its own, as in a list of choices: "Monthly". */
export const planTitle = (plan: Plan): string => planName(plan).replace(/^./u, (first) => first.toUpperCase())
