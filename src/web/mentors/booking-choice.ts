import type { ClassAddress } from '#contract/classes/addresses.ts'
import { homeModes } from '#contract/reference/class-modes.ts'
import { demoMinutes, firstClassMinutes, isLong, type Plan, picksMost, plans } from '#contract/wire/limits.ts'
import { type PackageDiscounts, planPaise, rupees } from '#contract/wire/money.ts'
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
  /** The free time picked for the first class as `YYYY-MM-DDTHH:MM` of India; empty for none. */
  at: string
  /** Wished day and time of a demo or a class by the hour, both or neither; of the other plans what would suit. */
  date: string
  time: string
  days: readonly string[]
  /** The area the family looked for mentors in. */
  area: string
  /** Where a class at home should be, once the family wrote it; null as long as the kept one will do. */
  address: ClassAddress | null
}
export type ModeOption = Option & { monthly: number }
export type LearnerOption = Option & { grade: string; address: ClassAddress | null }
export type BookingOptions = {
  modes: readonly ModeOption[]
  subjects: readonly Option[]
  /** By class: the subjects of its list that the mentor teaches, and what else the mentor teaches in it. */
  byGrade: Readonly<Record<string, { listed: readonly Option[]; others: readonly Option[] }>>
  grades: readonly Option[]
  learners: readonly LearnerOption[]
  /** Percent off the longer plans. */
  discounts: PackageDiscounts
}

const pickValue = (options: readonly Option[], wanted: string | null) =>
  (options.find(({ value }) => value === wanted) ?? options[0])?.value ?? ''

/** Subjects offered for a class. Another one that the mentor teaches in it stays while it is chosen. */
function subjectsFor({ subjects, byGrade }: BookingOptions, grade: string, subject = ''): readonly Option[] {
  const { listed, others } = byGrade[grade] ?? { listed: [], others: subjects }
  return listed.length > 0 ? [...listed, ...others.filter(({ value }) => value === subject)] : others
}

/** The class of the learner that a choice names. */
const gradeOf = ({ learners }: BookingOptions, { learner, grade }: Pick<Choice, 'learner' | 'grade'>) =>
  learners.find(({ value }) => value === learner)?.grade ?? grade

/** The subjects to choose from for what is chosen. */
export const subjectsOffered = (options: BookingOptions, choice: Choice): readonly Option[] =>
  subjectsFor(options, gradeOf(options, choice), choice.subject)

/** The choice with a patch; a subject that is not taught in the class gives way to the first that is. */
export function applyChange(options: BookingOptions, choice: Choice, patch: Partial<Choice>): Choice {
  const next = { ...choice, ...patch }
  return { ...next, subject: pickValue(subjectsOffered(options, next), next.subject) }
}

/** The choice of an address, or of a form that came back, as far as this mentor offers it. */
export function initialChoice(options: BookingOptions, weekdays: readonly string[], params: URLSearchParams): Choice {
  const { modes, grades, learners } = options
  const hours = Number(params.get('hours'))
  const grade = params.get('class')
  const fitting = learners.find((one) => one.grade !== '' && one.grade === grade) ?? learners[0]
  const asked = [...learners.map(({ value }) => value), newLearner].find((one) => one === params.get('learner'))
  const text = (name: string, form: RegExp) => form.exec(params.get(name)?.trim() ?? '')?.[0] ?? ''
  const days = params.get('days')?.split(',') ?? []
  const who = {
    learner: asked ?? fitting?.value ?? newLearner,
    grade: grades.some(({ value }) => value === grade) ? (grade ?? '') : '',
  }
  const subject = params.get('subject')
  const [house, landmark] = [text('house', /^.{1,200}/), text('landmark', /^.{1,120}/)]
  const [area, city] = [text('area', /^.{1,80}/), text('city', /^.{1,80}/)]
  return {
    ...who,
    plan: plans.find((one) => one === params.get('plan')) ?? 'monthly',
    hours: hours >= 1 && hours <= 40 && Number.isInteger(hours * 2) ? hours : 1,
    mode: pickValue(modes, params.get('mode')),
    subject: pickValue(subjectsFor(options, gradeOf(options, who), subject ?? ''), subject),
    name: text('name', /^.{1,80}/),
    at: text('at', /^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
    date: text('date', /^\d{4}-\d\d-\d\d$/),
    time: text('time', /^\d\d:\d\d$/),
    days: weekdays.filter((day) => days.includes(day)),
    area,
    address: house === '' ? null : { house, area, landmark, city },
  }
}

/** A free time: when, what it is called, how long the mentor is free, and of a shared class its mode. */
export type OfferedTime = readonly [at: string, label: string, minutes: number, ...mode: string[]]

/** The free times in which the first class of a choice has room; a shared class has its own length. */
export function fittingTimes<P extends OfferedTime>(picks: readonly P[], { plan, hours, mode }: Priced): P[] {
  const wanted = firstClassMinutes(plan, plan === 'hourly' ? hours * 60 : demoMinutes)
  const fits = picks.filter(([, , minutes, only]) => (only ? only === mode && minutes === wanted : minutes >= wanted))
  return fits.slice(0, picksMost)
}

/** Whether the mentor comes to the family, so that there is an address. */
export const isAtHome = (mode: string): boolean => homeModes.some((one) => one === mode)

/** Whether a plan is one class, for which a time can be wished. */
export const isSingleClass = (plan: Plan): boolean => !isLong(plan)

/**
 * The learner a choice means. Before logging in nobody knows the family's children, so a choice made then means a child
 * only when exactly one fits, and a new one only when it has a name or is the first. Else it is '': the family must say.
 */
export function resolveLearner(
  learners: readonly LearnerOption[],
  { learner, name, grade }: Pick<Choice, 'learner' | 'name' | 'grade'>,
  hasPicked: boolean,
): string {
  if (learners.some(({ value }) => value === learner)) return learner
  if (hasPicked || learners.length === 0 || name.trim() !== '') return newLearner
  const fitting = grade === '' ? learners : learners.filter((one) => one.grade === grade)
  return fitting.length === 1 ? (fitting[0]?.value ?? '') : ''
}

/** A choice, or what a form says of one, where the address is in several fields. */
type ChoiceFields = { [name in Exclude<keyof Choice, 'address'> | keyof ClassAddress]?: unknown }

/** A choice as `firstChoice` reads it. */
export function choiceParams({ grade, ...written }: ChoiceFields): URLSearchParams {
  const when = ['at', 'date', 'time', 'days'] as const
  const where = ['area', 'house', 'landmark', 'city'] as const
  const names = ['plan', 'hours', 'mode', 'subject', 'learner', 'name', ...when, ...where] as const
  const given = [...names.map((name) => [name, String(written[name] ?? '')]), ['class', String(grade ?? '')]]
  return new URLSearchParams(given.filter(([, value]) => value !== ''))
}

/** Address of a profile with a choice already made, to come back to: without a child's name, or where it lives. */
export const choiceHref = (
  path: string,
  { name: _, house: __, landmark: ___, city: ____, ...written }: ChoiceFields,
): string => `${path}?${choiceParams(written)}#book`

type Priced = Pick<Choice, 'plan' | 'hours' | 'mode'>
const monthlyOf = ({ modes }: BookingOptions, mode: string) => modes.find(({ value }) => value === mode)?.monthly ?? 0

/** Price of a plan in rupees, by the rule the server uses. */
export function priceOf(options: BookingOptions, { plan, hours, mode }: Priced, discounts = options.discounts): number {
  return rupees(planPaise(plan, Math.round(monthlyOf(options, mode) * 100), hours, discounts))
}

/** What the price of a plan is made of, in rupees. */
export function priceBreakdown(options: BookingOptions, choice: Priced) {
  const { plan, hours, mode } = choice
  return {
    plan,
    hours,
    monthly: monthlyOf(options, mode),
    hourly: priceOf(options, { plan: 'hourly', hours: 1, mode }),
    discount: priceOf(options, choice, { months3: 0, months6: 0 }) - priceOf(options, choice),
  }
}
