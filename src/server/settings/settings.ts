import { type Kysely, sql } from 'kysely'
import { brand } from '#contract/brand.ts'
import { usualPolicy } from '#contract/limits.ts'
import type { FeeRates, PackageDiscounts } from '#contract/money.ts'
import type { DB } from '#server/platform/schema.ts'

/** Ceilings on codes: a phone's per day, an address block's and everybody's per hour (a guard against bill pumping). */
export type OtpLimits = { perPhoneDay: number; perBlockHour: number; inAllHour: number }

/** The rules of changing one's mind, copied into every order. */
export type BookingPolicy = Record<keyof typeof usualPolicy, number>

export type Settings = {
  feeRates: FeeRates
  packageDiscounts: PackageDiscounts
  bookingPolicy: BookingPolicy
  otpLimits: OtpLimits
  callingNumber: string
  /** Days after its check on which an identity document is deleted. */
  documentDays: number
  /** Our number with the tax office, which receipts name; empty while we have none, and then they speak of no tax. */
  gstin: string
}

const defaults: Settings = {
  feeRates: { commission: 1000, gst: 1800, tds: 10, tcs: 50 },
  packageDiscounts: { months3: 5, months6: 10 },
  bookingPolicy: usualPolicy,
  otpLimits: { perPhoneDay: 6, perBlockHour: 60, inAllHour: 3000 },
  callingNumber: brand.phone,
  documentDays: 30,
  gstin: '',
}

/** What a new installation has of a setting. */
export const settingDefault = <N extends keyof Settings>(name: N): Settings[N] => defaults[name]

/** One setting as it stood at a time, now unless told otherwise: the newest row dated up to that day in India, else the default. */
export async function readSetting<N extends keyof Settings>(db: Kysely<DB>, name: N, at?: Date): Promise<Settings[N]> {
  const { rows } = await sql<{ value: Settings[N] }>`
    select value from setting where name = ${name}
      and from_date <= (coalesce(${at ?? null}::timestamptz, now()) at time zone 'Asia/Kolkata')::date
    order by from_date desc limit 1`.execute(db)
  return rows[0]?.value ?? defaults[name]
}
