import { type AllRates, type NewRates, type RatesName, ratesNames, setRates } from '#contract/settings/rates.ts'
import { m } from '#messages'
import { bodyOf, decimalIn, refuseForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'

/** A refused form: errors by field, entered values and a general error. */
export type RatesRefused = {
  name: RatesName
  fields: Record<string, string>
  values: Record<string, string>
  problem: string | null
  /** Preview before saving. */
  preview: { lines: { field: string; was: number; becomes: number }[]; from: string } | null
}

/** Preview of scheduled rates. */
export function previewRates({ name, from, values }: NewRates, rates: AllRates): RatesRefused['preview'] {
  const before = rates[name].find((row) => row.from === null || row.from < from)
  const old = Object.entries(before?.values ?? {})
  const now: Record<string, number> = values
  const lines = old.flatMap(([field, was]) => (now[field] === was ? [] : [{ field, was, becomes: now[field] ?? was }]))
  return { lines, from }
}

const ratesFields = {
  feeRates: ['commission', 'gst', 'tds', 'tcs'],
  packageDiscounts: ['months3', 'months6'],
  bookingPolicy: [
    'cancelFreeHours',
    'lateCancelPercent',
    'mentorLatePercent',
    'noShowMinutes',
    'scheduleWithinDays',
    'guaranteeHours',
  ],
  taxRules: ['limit', 'withoutPan', 'onlyExcess'],
} as const satisfies { [N in RatesName]: readonly (keyof AllRates[N][number]['values'])[] }

/** Kind of rates a form is about. */
export const ratesNameIn = (form: FormData): RatesName =>
  ratesNames.find((one) => one === textOf(form, 'name')) ?? refuseForm()

const badNumber: Record<RatesName, () => string> = {
  feeRates: m.admin_rates_bad_percent,
  packageDiscounts: m.admin_rates_bad_discount,
  bookingPolicy: m.admin_rates_bad_policy,
  taxRules: m.admin_rates_bad_tax,
}

/** Parses a form, or returns errors by field. */
export function readRates(form: FormData): { input: NewRates } | { fields: Record<string, string> } {
  const name = ratesNameIn(form)
  const values = Object.fromEntries(ratesFields[name].map((field) => [field, decimalIn(form, field)]))
  const read = setRates.schema.body.safeParse({ ...bodyOf(setRates, form), values })
  if (read.success) return { input: read.data }
  const percent = badNumber[name]()
  const together = name === 'bookingPolicy' ? m.admin_rates_bad_mentor_percent() : m.admin_rates_bad_sum()
  const fields = read.error.issues.map(({ path: [first, field], code }) =>
    first === 'values' ? [field, code === 'custom' ? together : percent] : ['from', m.admin_rates_bad_day()],
  )
  // Keeps the first error of each field.
  return { fields: Object.fromEntries(fields.reverse()) }
}
