import { z } from 'zod'
import { answerPlaceholders, maxAnswerTemplates } from '../support/answer-templates.ts'
import { defaultSocial, maxPeople, portraits, type SocialSite, socialNames, socialSites } from '../wire/brand.ts'
import { line } from '../wire/fields.ts'
import { type FeatureFlag, featureFlags } from './feature-flags.ts'

const whole = (least: number, most: number) => z.number().int().min(least).max(most)

/** An Indian number with its area code: 10 digits, or 11 with a leading 0 or 1. */
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

const orNone = <S extends z.ZodType>(one: S) => z.union([z.literal(''), one])
/** An officer is named with phone and email, or not at all. */
const officers = ['grievance', 'nodal'] as const
const office = z
  .strictObject({
    legalName: orNone(line(120)),
    grievanceName: orNone(line(80)),
    grievancePhone: orNone(callingNumber),
    grievanceEmail: orNone(z.email().max(120)),
    nodalName: orNone(line(80)),
    nodalPhone: orNone(callingNumber),
    nodalEmail: orNone(z.email().max(120)),
  })
  .superRefine((of, context) => {
    for (const one of officers)
      for (const part of ['Name', 'Phone', 'Email'] as const)
        if (of[`${one}${part}`] === '' && (of[`${one}Name`] || of[`${one}Phone`] || of[`${one}Email`]))
          context.addIssue({
            code: 'custom',
            path: [`${one}${part}`],
            message: 'name, phone and email, or none of them',
          })
  })

/** GSTIN: state code, PAN, entity code, Z, check character; empty if there is none. */
const gstin = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^(\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z])?$/, '15 characters of a GSTIN')

/**
 * Limits on login codes: of a known device a day; of an address block and a wide IPv6 block an hour; of all other devices
 * and of admins an hour. `guessing.test.ts` bounds what the largest ones allow.
 */
const otpLimits = z.strictObject({
  perDeviceDay: whole(3, 20),
  perBlockHour: whole(10, 1000),
  perWideBlockHour: whole(10, 5000),
  inAllHour: whole(100, 10_000),
  adminsHour: whole(10, 500),
})

/** Who holds the mentors' money: all of it comes to us and is paid out by files, or the gateway holds it and pays mentors itself. */
const payoutModes = ['files', 'split'] as const
const mode = z.enum(payoutModes)
const modes = z.strictObject({ cashfree: mode, razorpay: mode, sandbox: mode })

/** Extra quiet hours: the legal ones, 21:00 to 07:00, can only be extended, to 20:00 and 08:00 (TRAI). */
const quietHours = z.strictObject({
  from: z.enum(['20:00', '20:30', '21:00']),
  until: z.enum(['07:00', '07:30', '08:00']),
})

/** Figures the home page shows once they are above zero. */
const homeFigures = z.strictObject({
  mentors: z.boolean(),
  families: z.boolean(),
  subjects: z.boolean(),
  rating: z.boolean(),
})

/** Reviews quoted on the home page, in order, with the families' consent; without any, the newest good ones without names. */
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

/** Accepts an address on this site, the default one, or none. */
function isOwnPage(site: SocialSite, href: string): boolean {
  if (href === '' || href === defaultSocial[site]) return true
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
  Object.fromEntries(socialNames.map((site) => [site, socialLink(site)])) as Record<SocialSite, z.ZodString>, // safe: the names are the sites
)

/** Sorts by place and renumbers; a person moved to an occupied place goes before or after its holder. */
const inOrder = <P extends { place: number | null }>(people: P[]) =>
  people
    .map((one, i) => ({ one, at: (one.place ?? maxPeople * 2) - Math.sign(i + 1 - (one.place ?? 0)) / 2 }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }, i) => ({ ...one, place: i + 1 }))
const people = z
  .array(
    z.strictObject({
      place: whole(1, 99).nullable(),
      name: line(60),
      roleEn: line(60),
      roleHi: line(60),
      portrait: z.enum(['', ...portraits]),
    }),
  )
  .max(maxPeople)
  .transform(inOrder)

/** Settings that apply as soon as they are saved. Dated ones are rates. */
export const settingValues = {
  callingNumber,
  contact,
  socialLinks,
  people,
  office,
  gstin,
  payoutModes: modes,
  documentDays: whole(1, 180),
  eKycDays: whole(1, 30),
  otpLimits,
  quietHours,
  homeFigures,
  testimonials,
  caseAnswers,
  switches: z.strictObject(
    Object.fromEntries(featureFlags.map((name) => [name, z.boolean()])) as Record<FeatureFlag, z.ZodBoolean>,
  ), // safe: the names are the switches
} as const satisfies Record<string, z.ZodType>

export type SettingName = keyof typeof settingValues
export type SettingValue<N extends SettingName = SettingName> = z.output<(typeof settingValues)[N]>
export const settingNames = Object.keys(settingValues) as SettingName[] // safe: the record's keys are the names
