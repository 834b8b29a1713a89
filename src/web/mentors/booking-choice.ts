import type { ClassAddress } from '#contract/classes/addresses.ts'
import { maxOfferedTimes } from '#contract/classes/limits.ts'
import { demoMinutes, firstLessonMinutes, isRenewable, type Plan, plans } from '#contract/classes/plans.ts'
import { type PackageDiscounts, planPaise } from '#contract/classes/prices.ts'
import { homeModes } from '#contract/reference/class-modes.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Option } from '../ui/field.tsx'
import type { ParentAnswers } from '../ui/parent-fields.tsx'

/** Value for a learner not in the family's list yet. */
export const newLearner = 'new'

/** Selections of the booking form. */
export type Choice = {
  plan: Plan
  hours: number
  mode: string
  subject: string
  /** Learner id, or `newLearner` with name and class below. */
  learner: string
  name: string
  grade: string
  /** Who agrees for a new learner. */
  parent: ParentAnswers
  /** Selected time of the first class in India as `YYYY-MM-DDTHH:MM`; empty for none. */
  at: string
  /** Requested date and time of a demo or hourly class (both or neither); for other plans, preferred times. */
  date: string
  time: string
  days: readonly string[]
  /** Area of the family's search. */
  area: string
  /** Address for classes at home as entered by the family; null while the stored one applies. */
  address: ClassAddress | null
}
type ModeOption = Option & { monthly: number }
type LearnerOption = Option & { grade: string; isAdult: boolean; address: ClassAddress | null }
export type BookingOptions = {
  modes: readonly ModeOption[]
  subjects: readonly Option[]
  /** Per class: subjects of its curriculum that the mentor teaches, and other subjects the mentor teaches in it. */
  byGrade: Readonly<Record<string, { listed: readonly Option[]; others: readonly Option[] }>>
  grades: readonly Option[]
  learners: readonly LearnerOption[]
  /** Discounts of the longer plans, in percent. */
  discounts: PackageDiscounts
}

const pickValue = (options: readonly Option[], wanted: string | null) =>
  (options.find(({ value }) => value === wanted) ?? options[0])?.value ?? ''

/** Subjects offered for a class. Another subject the mentor teaches in it stays while selected. */
function subjectsFor({ subjects, byGrade }: BookingOptions, grade: string, subject = ''): readonly Option[] {
  const { listed, others } = byGrade[grade] ?? { listed: [], others: subjects }
  return listed.length > 0 ? [...listed, ...others.filter(({ value }) => value === subject)] : others
}

/** Class of the selected learner. */
const gradeOf = ({ learners }: BookingOptions, { learner, grade }: Pick<Choice, 'learner' | 'grade'>) =>
  learners.find(({ value }) => value === learner)?.grade ?? grade

/** Subjects for the current selection. */
export const subjectsOffered = (options: BookingOptions, choice: Choice): readonly Option[] =>
  subjectsFor(options, gradeOf(options, choice), choice.subject)

/** Applies a patch. A subject not taught in the class is replaced by the first that is. */
export function applyChange(options: BookingOptions, choice: Choice, patch: Partial<Choice>): Choice {
  const next = { ...choice, ...patch }
  return { ...next, subject: pickValue(subjectsOffered(options, next), next.subject) }
}

/** Initial selection from a URL or a returned form, limited to what the mentor offers. */
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
  const house = text('house', /^.{1,200}/)
  const landmark = text('landmark', /^.{1,120}/)
  const area = text('area', /^.{1,80}/)
  const city = text('city', /^.{1,80}/)
  const at = text('at', /^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  return {
    ...who,
    // A new family begins with a demo at the time it selected.
    plan: plans.find((one) => one === params.get('plan')) ?? (at && learners.length === 0 ? 'demo' : 'monthly'),
    hours: hours >= 1 && hours <= 40 && Number.isInteger(hours * 2) ? hours : 1,
    mode: pickValue(modes, params.get('mode')),
    // Without a wish, the subject the mentor names first.
    subject: pickValue(
      subjectsFor(options, gradeOf(options, who), subject ?? ''),
      subject ?? options.subjects[0]?.value ?? null,
    ),
    name: text('name', /^.{1,80}/),
    parent: { relation: '', parentName: '', agrees: false },
    at,
    date: text('date', /^\d{4}-\d\d-\d\d$/),
    time: text('time', /^\d\d:\d\d$/),
    days: weekdays.filter((day) => days.includes(day)),
    area,
    address: house === '' ? null : { house, area, landmark, city },
  }
}

/** A free time: start, label, free minutes and, for a shared class, its mode. */
type OfferedTime = readonly [at: string, label: string, minutes: number, ...mode: string[]]

/** Whether a free time fits the first class; a shared class has a fixed length. */
export function fits([, , minutes, only]: OfferedTime, { plan, hours, mode }: Priced): boolean {
  const wanted = firstLessonMinutes(plan, plan === 'hourly' ? hours * 60 : demoMinutes)
  return only ? only === mode && minutes === wanted : minutes >= wanted
}

/** The first free times that fit the first class. */
export const fittingTimes = <P extends OfferedTime>(picks: readonly P[], choice: Priced): P[] =>
  picks.filter((one) => fits(one, choice)).slice(0, maxOfferedTimes)

/** The selection without a time that is taken by now, or too short for the plan. */
export const withFittingTime = (choice: Choice, picks: readonly OfferedTime[]): Choice =>
  picks.some((one) => one[0] === choice.at && fits(one, choice)) ? choice : { ...choice, at: '' }

/** Whether the mode takes place at the family's home and so needs an address. */
export const isAtHome = (mode: string): boolean => homeModes.some((one) => one === mode)

/** Whether a plan is a single class at a requested time. */
export const isSingleClass = (plan: Plan): boolean => !isRenewable(plan)

/**
 * Resolves the selected learner. A selection made before login names no child, so it means a child only when exactly
 * one fits, and a new one only with a name or when there are none. Otherwise '': the family has to select.
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

/** A selection or form content, with the address in separate fields. */
type ChoiceFields = { [name in Exclude<keyof Choice, 'address' | 'parent'> | keyof ClassAddress]?: unknown }

/** Selection as URL parameters, as `initialChoice` reads them. */
export function choiceParams({ grade, ...written }: ChoiceFields): URLSearchParams {
  const when = ['at', 'date', 'time', 'days'] as const
  const where = ['area', 'house', 'landmark', 'city'] as const
  const names = ['plan', 'hours', 'mode', 'subject', 'learner', 'name', ...when, ...where] as const
  const given = [...names.map((name) => [name, String(written[name] ?? '')]), ['class', String(grade ?? '')]]
  return new URLSearchParams(given.filter(([, value]) => value !== ''))
}

/** Profile URL that restores a selection, without the child's name and address. */
export const choiceHref = (
  path: string,
  { name: _, house: __, landmark: ___, city: ____, ...written }: ChoiceFields,
): string => `${path}?${choiceParams(written)}#book`

/** Search parameters of the profile with what is chosen there, so that Back and Reload keep it. */
export function chosenSearch(
  search: string,
  choice: Pick<Choice, 'plan' | 'at' | 'hours' | 'mode' | 'subject'>,
): string {
  const query = new URLSearchParams(search)
  for (const name of ['plan', 'at', 'hours', 'mode', 'subject'] as const) query.set(name, String(choice[name]))
  return `?${query}`
}

type Priced = Pick<Choice, 'plan' | 'hours' | 'mode'>
const monthlyOf = ({ modes }: BookingOptions, mode: string) => modes.find(({ value }) => value === mode)?.monthly ?? 0

/** Price of a plan in rupees, by the server's formula. */
export function priceOf(options: BookingOptions, { plan, hours, mode }: Priced, discounts = options.discounts): number {
  return rupees(planPaise(plan, Math.round(monthlyOf(options, mode) * 100), hours, discounts))
}

/** Components of a plan's price in rupees. */
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
