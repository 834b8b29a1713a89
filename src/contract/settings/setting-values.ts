import { z } from 'zod'
import { answerPlaceholders, maxAnswerTemplates } from '../support/answer-templates.ts'
import { peopleMost, portraits, type SocialSite, socialNames, socialSites, usualSocial } from '../wire/brand.ts'
import { line } from '../wire/fields.ts'
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

/** Phones ring neither in these hours nor at night: 21:00 to 07:00 can only grow, to 20:00 and 08:00 (TRAI). */
const quietHours = z.strictObject({
  from: z.enum(['20:00', '20:30', '21:00']),
  until: z.enum(['07:00', '07:30', '08:00']),
})

/** Figures of the home page that are shown when there is something to show. */
const homeFigures = z.strictObject({
  ...{ mentors: z.boolean(), families: z.boolean(), subjects: z.boolean(), rating: z.boolean() },
})

/** Published reviews whose families agreed, in the order of the home page; none: the newest good ones, without names. */
const testimonials = z
  .array(z.uuid())
  .max(6)
  .superRefine((ids, context) => {
    const again = ids.findIndex((id, place) => ids.indexOf(id) !== place)
    if (again >= 0) context.addIssue({ code: 'custom', path: [again], message: 'each once' })
  })

const placeholders = ({ en, hi }: { en: string; hi: string }) =>
  [en, hi].every((text) =>
    [...text.matchAll(/\{([^}]*)\}/g)].every(([, name]) => answerPlaceholders.some((known) => known === name)),
  )
const answerText = z
  .string()
  .max(3000)
  .transform((text) => text.replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .min(10)
      .max(1500)
      .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text.replaceAll('\n', '')), 'no control characters'),
  )
const caseAnswers = z
  .array(
    z
      .strictObject({ titleEn: line(60), titleHi: line(60), en: answerText, hi: answerText })
      .refine(placeholders, { path: ['en'], message: 'only {name} and {by}' }),
  )
  .min(1)
  .max(maxAnswerTemplates)

/** An address of ours on this site, or the one a new installation has; empty: none. */
function isOwnPage(site: SocialSite, href: string): boolean {
  if (href === '' || href === usualSocial[site]) return true
  const { host, path } = socialSites[site]
  const url = /^[!-~]+$/.test(href) && URL.canParse(href) ? new URL(href) : null
  return (
    url?.origin === `https://${url?.host}` &&
    !url.username &&
    !url.password &&
    (url.host === host || url.host.endsWith(`.${host}`)) &&
    url.pathname.startsWith(path) &&
    url.pathname.length > path.length
  )
}
const socialLink = (site: SocialSite) =>
  z
    .string()
    .trim()
    .max(200)
    .refine((href) => isOwnPage(site, href), `https, at ${socialSites[site].host}`)
const socialLinks = z.strictObject(
  Object.fromEntries(socialNames.map((site) => [site, socialLink(site)])) as Record<SocialSite, z.ZodString>, // true: the names are the sites
)

/** Who is moved to a place stands before, or behind, who is there: places are counted anew. */
const inPlace = <P extends { place: number | null }>(people: P[]) =>
  people
    .map((one, i) => ({ one, at: (one.place ?? peopleMost * 2) - Math.sign(i + 1 - (one.place ?? 0)) / 2 }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }, i) => ({ ...one, place: i + 1 }))
const people = z
  .array(
    z.strictObject({
      place: whole(1, 99).nullable(),
      ...{ name: line(60), roleEn: line(60), roleHi: line(60) },
      portrait: z.enum(['', ...portraits]),
    }),
  )
  .max(peopleMost)
  .transform(inPlace)

/** Settings that hold from the moment they are saved. Dated ones are rates. */
export const settingValues = {
  callingNumber,
  contact,
  socialLinks,
  people,
  gstin,
  documentDays: whole(1, 180),
  otpLimits,
  quietHours,
  homeFigures,
  testimonials,
  caseAnswers,
  switches: z.strictObject(
    Object.fromEntries(switches.map((name) => [name, z.boolean()])) as Record<Switch, z.ZodBoolean>,
  ), // true: the names are the switches
} as const satisfies Record<string, z.ZodType>

export type SettingName = keyof typeof settingValues
export type SettingValue<N extends SettingName = SettingName> = z.output<(typeof settingValues)[N]>
export const settingNames = Object.keys(settingValues) as SettingName[] // true: the record's keys are the names
