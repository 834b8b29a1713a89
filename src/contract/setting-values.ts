import { z } from 'zod'
import { line } from './fields.ts'
import { type Switch, switches } from './switches.ts'

const whole = (least: number, most: number) => z.number().int().min(least).max(most)

/** A number in India as people read it, with its area code: 10 digits, or 11 with the 0 or 1 in front. */
const callingNumber = z
  .string()
  .trim()
  .regex(/^(\d ?){9,10}\d$/, '10 or 11 digits')

const contact = z
  .strictObject({
    email: z.email().max(120),
    addressEn: line(160),
    addressHi: line(160),
    opensAt: whole(6, 22),
    closesAt: whole(7, 23),
    closesAtWeekends: whole(7, 23),
  })
  .refine((of) => of.opensAt < of.closesAt, { path: ['closesAt'], message: 'later than opensAt' })
  .refine((of) => of.opensAt < of.closesAtWeekends, { path: ['closesAtWeekends'], message: 'later than opensAt' })

/** Two digits of the state, a PAN, one letter or digit, Z, a check character; empty while there is none. */
const gstin = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^(\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z])?$/, '15 characters of a GSTIN')

/** Ceilings on codes: a phone's per day, an address block's and everybody's per hour. */
const otpLimits = z.strictObject({
  ...{ perPhoneDay: whole(3, 20), perBlockHour: whole(10, 1000), inAllHour: whole(100, 100_000) },
})

/** Settings that hold from the moment they are saved. Dated ones are rates. */
export const settingValues = {
  callingNumber,
  contact,
  gstin,
  documentDays: whole(1, 180),
  otpLimits,
  switches: z.strictObject(
    Object.fromEntries(switches.map((name) => [name, z.boolean()])) as Record<Switch, z.ZodBoolean>,
  ), // true: the names are the switches
} as const satisfies Record<string, z.ZodType>

export type SettingName = keyof typeof settingValues
export type SettingValue<N extends SettingName = SettingName> = z.output<(typeof settingValues)[N]>
export const settingNames = Object.keys(settingValues) as SettingName[] // true: the record's keys are the names
