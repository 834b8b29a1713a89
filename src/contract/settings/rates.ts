import { z } from 'zod'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { date } from '../wire/fields.ts'

const tags = ['settings'] as const
/** Every admin may read; handlers allow changes to owners only. */

/** Percent with at most two decimals. */
const percent = z.number().min(0).max(100).multipleOf(0.01)

/** Deductions from a lesson fee in percent: GST of the commission, the others of the fee. The mentor's share stays positive. */
export const feeRates = z
  .strictObject({ commission: percent, gst: percent, tds: percent, tcs: percent })
  .refine(({ commission, gst, tds, tcs }) => commission * (1 + gst / 100) + tds + tcs < 100, {
    path: ['commission'],
    message: 'leaves the mentor nothing',
  })
/** Discount of a package against its months bought singly, in percent. */
const packageDiscounts = z.strictObject({
  months3: z.number().int().min(0).max(90),
  months6: z.number().int().min(0).max(90),
})

/** Booking policy (product.md §6) in hours, percent, minutes and days. */
const whole = (most: number, least = 0) => z.number().int().min(least).max(most)
const bookingPolicy = z
  .strictObject({
    cancelFreeHours: whole(168),
    lateCancelPercent: whole(100),
    mentorLatePercent: whole(100),
    noShowMinutes: whole(60, 5),
    scheduleWithinDays: whole(30, 1),
    guaranteeHours: whole(168),
  })
  // What families bear, mentors bear too (E-Commerce Rules 2020).
  .refine((policy) => policy.mentorLatePercent >= policy.lateCancelPercent, {
    path: ['mentorLatePercent'],
    message: 'at least what a family pays',
  })
/**
 * When tax is deducted from a mentor's fees (section 194-O): none for resident individuals up to a limit in rupees in a
 * financial year, and a higher rate without PAN. `onlyExcess` 1: above the limit only the part above it is taxed; 0: the whole
 * year's fees.
 */
const taxRules = z.strictObject({ limit: whole(100_000_000), withoutPan: percent, onlyExcess: whole(1) })

const dated = <V extends z.ZodType>(values: V) =>
  z.object({
    /** null for the defaults of a new installation, which apply before the first dated row. */
    from: z.string().nullable(),
    values,
    state: z.enum(['past', 'now', 'later']),
    /** null for defaults. */
    setBy: z.string().nullable(),
    setAt: z.iso.datetime().nullable(),
  })
const allRates = z.object({
  data: z.object({
    feeRates: z.array(dated(feeRates)),
    packageDiscounts: z.array(dated(packageDiscounts)),
    bookingPolicy: z.array(dated(bookingPolicy)),
    taxRules: z.array(dated(taxRules)),
  }),
})
export type AllRates = z.infer<typeof allRates>['data']
export type RatesName = keyof AllRates
export const ratesNames = [
  'feeRates',
  'packageDiscounts',
  'bookingPolicy',
  'taxRules',
] as const satisfies readonly RatesName[]
export const isRatesName = (name: string): name is RatesName => (ratesNames as readonly string[]).includes(name)

export const adminRates = endpoint({
  method: 'GET',
  url: '/api/admin/rates',
  schema: {
    summary: 'Commission, taxes, discounts and the rules of bookings: what holds, held and will hold',
    tags,
    response: { 200: allRates },
  },
  config: { access: onlyAdmins },
})

/** The newest day the admin saw; the change is refused if another one was added since. */
const seen = date.nullable()
const newRates = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('feeRates'), from: date, seen, values: feeRates }),
  z.strictObject({ name: z.literal('packageDiscounts'), from: date, seen, values: packageDiscounts }),
  z.strictObject({
    name: z.literal('bookingPolicy'),
    from: date,
    seen,
    values: bookingPolicy.safeExtend({ guaranteeHours: whole(168, 1) }),
  }),
  z.strictObject({ name: z.literal('taxRules'), from: date, seen, values: taxRules }),
])
export type NewRates = z.infer<typeof newRates>

export const setRates = endpoint({
  method: 'POST',
  url: '/api/admin/rates',
  schema: {
    summary: 'Set rates from tomorrow or a later day on; what holds today or held before stays',
    tags,
    body: newRates,
    response: { 200: allRates },
  },
  config: { access: onlyAdmins, role: 'owner' },
})

export const dropRates = endpoint({
  method: 'DELETE',
  url: '/api/admin/rates/:name/:from',
  schema: {
    summary: 'Take back rates that do not hold yet',
    tags,
    params: z.strictObject({ name: z.enum(ratesNames), from: date }),
    response: { 200: allRates },
  },
  config: { access: onlyAdmins, role: 'owner' },
})
