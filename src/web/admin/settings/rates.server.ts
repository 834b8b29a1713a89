import { type AllRates, type NewRates, type RatesName, ratesNames, setRates } from '#contract/settings/rates.ts'
import { m } from '#messages'
import { bodyOf, decimalIn, refuseForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'

/** Words beside the fields of one form, what was typed, and what is wrong with the whole. */
export type RatesRefused = {
  name: RatesName
  fields: Record<string, string>
  values: Record<string, string>
  problem: string | null
  /** What is asked for, before it is set. */
  preview: { lines: { field: string; was: number; becomes: number }[]; from: string } | null
}

/** What the rates of a day would change. */
export function previewRates({ name, from, values }: NewRates, rates: AllRates): RatesRefused['preview'] {
  const before = rates[name].find((row) => row.from === null || row.from < from)
  const old = Object.entries(before?.values ?? {})
  const now: Record<string, number> = values
  const lines = old.flatMap(([field, was]) => (now[field] === was ? [] : [{ field, was, becomes: now[field] ?? was }]))
  return { lines, from }
}

export const ratesFields = {
  feeRates: ['commission', 'gst', 'tds', 'tcs'],
  packageDiscounts: ['months3', 'months6'],
  bookingPolicy: ['cancelFreeHours', 'lateCancelPercent', 'noShowMinutes', 'scheduleWithinDays', 'guaranteeHours'],
} as const satisfies { [N in RatesName]: readonly (keyof AllRates[N][number]['values'])[] }

/** Which of the rates a form is about. */
export const ratesNameIn = (form: FormData): RatesName =>
  ratesNames.find((one) => one === textOf(form, 'name')) ?? refuseForm()

const badNumber: Record<RatesName, () => string> = {
  feeRates: m.admin_rates_bad_percent,
  packageDiscounts: m.admin_rates_bad_discount,
  bookingPolicy: m.admin_rates_bad_policy,
}

/** What a form asks for, or what is wrong with its fields. */
export function readRates(form: FormData): { wish: NewRates } | { fields: Record<string, string> } {
  const name = ratesNameIn(form)
  const values = Object.fromEntries(ratesFields[name].map((field) => [field, decimalIn(form, field)]))
  const read = setRates.schema.body.safeParse({ ...bodyOf(setRates, form), values })
  if (read.success) return { wish: read.data }
  const percent = badNumber[name]()
  const fields = read.error.issues.map(({ path: [first, field], code }) =>
    first === 'values'
      ? [field, code === 'custom' ? m.admin_rates_bad_sum() : percent]
      : ['from', m.admin_rates_bad_day()],
  )
  // Of several words about one field the first.
  return { fields: Object.fromEntries(fields.reverse()) }
}
