import { isLong, type Plan, plans } from '#contract/limits.ts'
import { type PackageDiscounts, planPaise, rupees } from '#contract/money.ts'
import type { Option } from '../ui/field.tsx'

/** A learner who is not in the family's list yet. */
export const newLearner = 'new'

/** What a family is about to book. */
export type Choice = {
  plan: Plan
  hours: number
  mode: string
  subject: string
  /** Id of one of the family's learners, or `newLearner` with a name and class below. */
  learner: string
  name: string
  grade: string
  /** Wished day and time of a demo or a class by the hour, both or neither; of the other plans what would suit. */
  date: string
  time: string
  days: readonly string[]
  /** Where the family lives, as the mentor may know it. */
  area: string
}
export type ModeOption = Option & { monthly: number }
export type LearnerOption = Option & { grade: string }
export type BookingOptions = {
  modes: readonly ModeOption[]
  subjects: readonly Option[]
  grades: readonly Option[]
  learners: readonly LearnerOption[]
  /** Percent off the longer plans. */
  discounts: PackageDiscounts
}

const chosen = (options: readonly Option[], wanted: string | null) =>
  (options.find(({ value }) => value === wanted) ?? options[0])?.value ?? ''

/** The choice of an address, or of a form that came back, as far as this mentor offers it. */
export function firstChoice(
  { modes, subjects, grades, learners }: BookingOptions,
  weekdays: readonly string[],
  params: URLSearchParams,
): Choice {
  const hours = Number(params.get('hours'))
  const grade = params.get('class')
  const fitting = learners.find((one) => one.grade !== '' && one.grade === grade) ?? learners[0]
  const asked = [...learners.map(({ value }) => value), newLearner].find((one) => one === params.get('learner'))
  const text = (name: string, form: RegExp) => form.exec(params.get(name)?.trim() ?? '')?.[0] ?? ''
  const days = params.get('days')?.split(',') ?? []
  return {
    plan: plans.find((one) => one === params.get('plan')) ?? 'monthly',
    hours: hours >= 1 && hours <= 40 && Number.isInteger(hours * 2) ? hours : 1,
    mode: chosen(modes, params.get('mode')),
    subject: chosen(subjects, params.get('subject')),
    learner: asked ?? fitting?.value ?? newLearner,
    name: text('name', /^.{1,80}/),
    grade: grades.some(({ value }) => value === grade) ? (grade ?? '') : '',
    date: text('date', /^\d{4}-\d\d-\d\d$/),
    time: text('time', /^\d\d:\d\d$/),
    days: weekdays.filter((day) => days.includes(day)),
    area: text('area', /^.{1,80}/),
  }
}

/** Whether a plan is one class, for which a time can be wished. */
export const isOneClass = (plan: Plan): boolean => !isLong(plan)

/**
 * The learner a choice means. Before logging in nobody knows the family's children, so a choice made then means a child
 * only when exactly one fits, and a new one only when it has a name or is the first. Else it is '': the family must say.
 */
export function learnerMeant(
  learners: readonly LearnerOption[],
  { learner, name, grade }: Pick<Choice, 'learner' | 'name' | 'grade'>,
  hasPicked: boolean,
): string {
  if (learners.some(({ value }) => value === learner)) return learner
  if (hasPicked || learners.length === 0 || name.trim() !== '') return newLearner
  const fitting = grade === '' ? learners : learners.filter((one) => one.grade === grade)
  return fitting.length === 1 ? (fitting[0]?.value ?? '') : ''
}

/** A choice, or what a form says of one. */
type Written = { [name in keyof Choice]?: unknown }

/** A choice as `firstChoice` reads it. */
export function choiceParams({ grade, ...written }: Written): URLSearchParams {
  const names = ['plan', 'hours', 'mode', 'subject', 'learner', 'name', 'date', 'time', 'days', 'area'] as const
  const given = [...names.map((name) => [name, String(written[name] ?? '')]), ['class', String(grade ?? '')]]
  return new URLSearchParams(given.filter(([, value]) => value !== ''))
}

/** Address of a profile with a choice already made, to come back to. A child's name stands in no address. */
export const choiceHref = (path: string, { name: _, ...written }: Written): string =>
  `${path}?${choiceParams(written)}#book`

type Priced = Pick<Choice, 'plan' | 'hours' | 'mode'>
const monthlyOf = ({ modes }: BookingOptions, mode: string) => modes.find(({ value }) => value === mode)?.monthly ?? 0

/** Price of a plan in rupees, by the rule the server uses. */
export function priceOf(options: BookingOptions, { plan, hours, mode }: Priced, discounts = options.discounts): number {
  return rupees(planPaise(plan, Math.round(monthlyOf(options, mode) * 100), hours, discounts))
}

/** What the price of a plan is made of, in rupees. */
export function partsOf(options: BookingOptions, choice: Priced) {
  const { plan, hours, mode } = choice
  return {
    plan,
    hours,
    monthly: monthlyOf(options, mode),
    hourly: priceOf(options, { plan: 'hourly', hours: 1, mode }),
    discount: priceOf(options, choice, { months3: 0, months6: 0 }) - priceOf(options, choice),
  }
}
