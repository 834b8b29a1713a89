import { defaultLessonMinutes, lessonLengths } from './limits.ts'

/** Plans a family can buy. Must not import zod, so that the browser can load this file. */
export const plans = ['monthly', 'demo', 'hourly', 'months3', 'months6'] as const
export type Plan = (typeof plans)[number]

export const demoPriceRupees = 99
export const demoMinutes = 60
/** A month buys 20 hours of teaching. */
export const monthHours = 20
export const monthMinutes = monthHours * 60
/** Hours one hourly booking may have. */
export const maxHours = 40

/** Months a plan buys; an hourly order has its own number of hours. */
export const planMonths: Record<Plan, number> = { monthly: 1, demo: 0, hourly: 0, months3: 3, months6: 6 }
export const planDays: Record<Plan, number> = { monthly: 30, demo: 1, hourly: 1, months3: 90, months6: 180 }
export const renewablePlans = ['monthly', 'months3', 'months6'] as const satisfies readonly Plan[]
export const isRenewable = (plan: Plan): boolean => renewablePlans.some((one) => one === plan)
/** A renewable booking can be renewed once this much teaching or this many days are left. */
export const renewalThreshold = { minutesLeft: 300, daysLeft: 7 } as const

/** Whether a booking is one lesson: a demo, or hours that fit into one. */
export const isSingleLesson = (plan: Plan, minutes: number): boolean =>
  !isRenewable(plan) && minutes <= lessonLengths.max
/** @param minutes what the plan buys in all */
export const firstLessonMinutes = (plan: Plan, minutes: number): number =>
  isSingleLesson(plan, minutes) ? minutes : defaultLessonMinutes
