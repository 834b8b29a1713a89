import { type Kysely, sql } from 'kysely'
import { type Person, type SocialSite, socialNames, socialSites, usualPeople, usualSocial } from '#contract/brand.ts'
import { type CaseAnswer, usualAnswers } from '#contract/case-answers.ts'
import { type Contact, hoursWords, usualContact, usualPhone } from '#contract/contact.ts'
import type { Language } from '#contract/errors.ts'
import { usualPolicy } from '#contract/limits.ts'
import type { OwnTexts } from '#contract/message-texts.ts'
import type { FeeRates, PackageDiscounts } from '#contract/money.ts'
import { type NotificationEvent, notificationEvents } from '#contract/notification-events.ts'
import type { SettingValue } from '#contract/setting-values.ts'
import type { Switch } from '#contract/switches.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'

export { lockSettings, putSetting } from './queries.ts'

/** Ceilings on codes: a phone's per day, an address block's and everybody's per hour (a guard against bill pumping). */
export type OtpLimits = { perPhoneDay: number; perBlockHour: number; inAllHour: number }

/** The rules of changing one's mind, copied into every order. */
export type BookingPolicy = Record<keyof typeof usualPolicy, number>

/** The setting that holds what an owner changed of an event's texts. */
export type TextSetting = `text.${NotificationEvent}`
export const textSetting = (event: NotificationEvent): TextSetting => `text.${event}`

export type Settings = Record<TextSetting, OwnTexts> & {
  feeRates: FeeRates
  packageDiscounts: PackageDiscounts
  bookingPolicy: BookingPolicy
  otpLimits: OtpLimits
  callingNumber: string
  contact: Contact
  /** Where else we can be followed; empty where we cannot. */
  socialLinks: Record<SocialSite, string>
  /** Of the about page, in its order. */
  people: Person[]
  /** Days after its check on which an identity document is deleted. */
  documentDays: number
  /** Our number with the tax office, which receipts name; empty while we have none, and then they speak of no tax. */
  gstin: string
  /** Phones do not ring from and until these times in India. */
  quietHours: SettingValue<'quietHours'>
  homeFigures: Record<'mentors' | 'families' | 'subjects' | 'rating', boolean>
  /** Ids of reviews. */
  testimonials: string[]
  caseAnswers: CaseAnswer[]
  /** False: turned off for now. */
  switches: Record<Switch, boolean>
}

const unchanged = Object.fromEntries(notificationEvents.map((event) => [textSetting(event), {}]))

const defaults: Settings = {
  ...(unchanged as Record<TextSetting, OwnTexts>), // true: every event has one
  feeRates: { commission: 1000, gst: 1800, tds: 10, tcs: 50 },
  packageDiscounts: { months3: 5, months6: 10 },
  bookingPolicy: usualPolicy,
  otpLimits: { perPhoneDay: 6, perBlockHour: 60, inAllHour: 3000 },
  callingNumber: usualPhone,
  contact: usualContact,
  socialLinks: usualSocial,
  people: usualPeople,
  documentDays: 30,
  gstin: '',
  quietHours: { from: '21:00', until: '07:00' },
  homeFigures: { mentors: true, families: true, subjects: true, rating: true },
  testimonials: [],
  caseAnswers: usualAnswers,
  switches: { bookings: true, payments: true, applications: true, chat: true, calls: true, gold: true },
}

/** What a new installation has of a setting. */
export const settingDefault = <N extends keyof Settings>(name: N): Settings[N] => defaults[name]

/** One setting as it stood at a time, now unless told otherwise: the newest row dated up to that day in India, else the default. */
export async function readSetting<N extends keyof Settings>(db: Kysely<DB>, name: N, at?: Date): Promise<Settings[N]> {
  const { rows } = await sql<{ value: Settings[N] }>`
    select value from setting where name = ${name}
      and from_date <= (coalesce(${at ?? null}::timestamptz, now()) at time zone 'Asia/Kolkata')::date
    order by from_date desc limit 1`.execute(db)
  const [row] = rows
  return row ? whole(defaults[name], row.value) : defaults[name]
}

/** Several settings as they stand now, in one question. */
export async function readSettings<N extends keyof Settings>(db: Kysely<DB>, names: readonly N[]) {
  const { rows } = await sql<{ name: N; value: Settings[N] }>`
    select distinct on (name) name, value from setting where name = any(${[...names]}::text[])
      and from_date <= (now() at time zone 'Asia/Kolkata')::date
    order by name, from_date desc`.execute(db)
  const found = new Map(rows.map(({ name, value }) => [name, value]))
  const read = names.map((name) => {
    const value = found.get(name)
    return [name, value === undefined ? defaults[name] : whole(defaults[name], value)]
  })
  return Object.fromEntries(read) as Pick<Settings, N> // true: every name has its value
}

/** A part that is newer than the row is as in a new installation. */
const whole = <T>(usual: T, value: T): T =>
  typeof usual === 'object' && !Array.isArray(usual) ? { ...usual, ...value } : value

/** How to reach us, in both languages, and in the lines that letters and sheets have. */
export type Reach = {
  phone: string
  email: string
  address: Record<Language, string>
  hours: Record<Language, string[]>
}

export const reachIn = (phone: string, contact: Contact): Reach => ({
  ...{ phone, email: contact.email, address: { en: contact.addressEn, hi: contact.addressHi } },
  hours: { en: hoursWords(contact, 'en'), hi: hoursWords(contact, 'hi') },
})

/** The sites where we can be followed, by name. */
export const socialIn = (links: Record<SocialSite, string>) =>
  socialNames.flatMap((site) => (links[site] ? [{ name: socialSites[site].name, href: links[site] }] : []))

export async function reachOf(db: Kysely<DB>): Promise<Reach> {
  const { callingNumber, contact } = await readSettings(db, ['callingNumber', 'contact'])
  return reachIn(callingNumber, contact)
}

/** Part of another question: whether this is turned on, where one more question for each row written would be too many. */
export const isOn = (name: Switch) => sql<boolean>`coalesce((select (value ->> ${sql.lit(name)})::boolean from setting
  where name = 'switches' and from_date <= (now() at time zone 'Asia/Kolkata')::date order by from_date desc limit 1), true)`

/** Throws what the closed door says, when an owner has turned this off. */
export async function mustBeOn(db: Kysely<DB>, name: Exclude<Switch, 'gold'>): Promise<void> {
  if ((await readSetting(db, 'switches'))[name]) return
  throw new AppError(`${name}-off`, { phone: await readSetting(db, 'callingNumber') })
}
