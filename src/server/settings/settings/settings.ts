import { sql } from 'kysely'
import type { FeatureFlag } from '#contract/settings/feature-flags.ts'
import { type SocialSite, socialNames, socialSites } from '#contract/wire/brand.ts'
import { type Contact, hoursText } from '#contract/wire/contact.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Office } from '#contract/wire/office.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { prepared } from '#server/platform/prepared.ts'

export type { Settings } from './defaults.ts'
export { settingDefault, textSetting } from './defaults.ts'
export { insertSetting } from './queries.ts'

import { defaults, type Settings } from './defaults.ts'

/** A setting at a time, now by default: the latest row dated up to that day in India, else the default. */
export async function readSetting<N extends keyof Settings>(db: Db, name: N, at?: Date): Promise<Settings[N]> {
  const { rows } = await sql<{ value: Settings[N] }>`
    select value from setting where name = ${name}
      and from_date <= (coalesce(${at ?? null}::timestamptz, now()) at time zone 'Asia/Kolkata')::date
    order by from_date desc limit 1`.execute(db)
  const [row] = rows
  return row ? withDefaults(defaults[name], row.value) : defaults[name]
}

/** Several current settings in one query. */
export async function readSettings<N extends keyof Settings>(db: Db, names: readonly N[]) {
  const { rows } = await sql<{ name: N; value: Settings[N] }>`${prepared}
    select distinct on (name) name, value from setting where name = any(${[...names]}::text[])
      and from_date <= (now() at time zone 'Asia/Kolkata')::date
    order by name, from_date desc`.execute(db)
  const found = new Map(rows.map(({ name, value }) => [name, value]))
  const read = names.map((name) => {
    const value = found.get(name)
    return [name, value === undefined ? defaults[name] : withDefaults(defaults[name], value)]
  })
  return Object.fromEntries(read) as Pick<Settings, N> // safe: every name has its value
}

/** The values of a dated setting, by time. */
export async function datedSetting<N extends keyof Settings>(db: Db, name: N): Promise<(at: Date) => Settings[N]> {
  const rows = await db
    .selectFrom('setting')
    .select(['from_date as from', 'value'])
    .where('name', '=', name)
    .orderBy('from_date', 'desc')
    .$castTo<{ from: string; value: Settings[N] }>()
    .execute()
  return (at) => settingOr(name, rows.find(({ from }) => from <= dateInIndia(at))?.value ?? null)
}

/** A current setting as a value of a statement, which `settingOr` reads. */
export const settingNow = (name: keyof Settings) => sql<unknown>`(select value from setting where name = ${name}
  and from_date <= (now() at time zone 'Asia/Kolkata')::date order by from_date desc limit 1)`

/** SQL condition: payouts are paused. */
export const arePayoutsPaused = sql<boolean>`(coalesce(${settingNow('payoutsPausedFrom')} #>> '{}', '') <> '')`

/** The value that `settingNow` read, or the default. */
export const settingOr = <N extends keyof Settings>(name: N, value: Settings[N] | null): Settings[N] =>
  value === null ? defaults[name] : withDefaults(defaults[name], value)

/** Fills in parts added after the row was saved from the defaults. */
const withDefaults = <T>(defaults: T, value: T): T =>
  typeof defaults === 'object' && !Array.isArray(defaults) ? { ...defaults, ...value } : value

/** Contact details in both languages, and as lines for letters. */
export type ContactDetails = {
  phone: string
  email: string
  address: Record<Language, string>
  hours: Record<Language, string[]>
}

export const contactIn = (phone: string, contact: Contact): ContactDetails => ({
  phone,
  email: contact.email,
  address: { en: contact.addressEn, hi: contact.addressHi },
  hours: { en: hoursText(contact, 'en'), hi: hoursText(contact, 'hi') },
})

/** Legal name, GSTIN and officers as published. */
export const officeIn = (of: Office, gstin: string) => ({
  legalName: of.legalName,
  gstin,
  grievance: { name: of.grievanceName, phone: of.grievancePhone, email: of.grievanceEmail },
  nodal: { name: of.nodalName, phone: of.nodalPhone, email: of.nodalEmail },
})

/** Social links by name. */
export const socialIn = (links: Record<SocialSite, string>) =>
  socialNames.flatMap((site) => (links[site] ? [{ name: socialSites[site].name, href: links[site] }] : []))

export async function contactOf(db: Db): Promise<ContactDetails> {
  const { callingNumber, contact } = await readSettings(db, ['callingNumber', 'contact'])
  return contactIn(callingNumber, contact)
}

/** SQL condition for a feature flag, to save a query per written row. */
export const isEnabled = (
  name: FeatureFlag,
) => sql<boolean>`coalesce((select (value ->> ${sql.lit(name)})::boolean from setting
  where name = 'switches' and from_date <= (now() at time zone 'Asia/Kolkata')::date order by from_date desc limit 1), true)`

/** @throws AppError of the feature if an owner has turned it off */
export async function assertEnabled(db: Db, name: Exclude<FeatureFlag, 'gold'>): Promise<void> {
  if ((await readSetting(db, 'switches'))[name]) return
  throw new AppError(`${name}-off`, { phone: await readSetting(db, 'callingNumber') })
}
