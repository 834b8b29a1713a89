import { z } from 'zod'
import { onlyAdmins } from '../admin/admin-lists.ts'
import { endpoint, everyone } from '../wire/endpoint.ts'
import { featureFlags } from './feature-flags.ts'
import { feeRates } from './rates.ts'
import { type SettingName, type SettingValue, settingNames } from './setting-values.ts'

const tags = ['settings'] as const
const change = z.object({
  at: z.iso.datetime(),
  by: z.string(),
  was: z.unknown(),
  is: z.unknown(),
})
/** A setting with its value, default and latest changes. */
const setting = z.object({
  name: z.enum(settingNames),
  value: z.unknown(),
  default: z.unknown(),
  history: z.array(change),
})
export type AdminSetting<N extends SettingName = SettingName> = Omit<z.infer<typeof setting>, 'name' | 'value'> & {
  name: N
  value: SettingValue<N>
}

export const adminSettings = endpoint({
  method: 'GET',
  url: '/api/admin/settings',
  schema: {
    summary: 'Every setting that holds at once, with its history',
    tags,
    response: { 200: z.object({ data: z.object({ mayChange: z.boolean(), settings: z.array(setting) }) }) },
  },
  config: { access: onlyAdmins },
})

/** `seen`: the value the admin saw; the change is refused if it has changed since. */
const settingInput = z.strictObject({ name: z.enum(settingNames), value: z.unknown(), seen: z.unknown() })

export const previewSetting = endpoint({
  method: 'POST',
  url: '/api/admin/settings/preview',
  schema: {
    summary: 'What a change would be, field by field, and what it touches at once; nothing is set',
    tags,
    body: settingInput,
    response: {
      200: z.object({
        data: z.object({
          value: z.unknown(),
          changes: z.array(z.object({ field: z.string(), was: z.unknown(), becomes: z.unknown() })),
          /** Affected rows by kind. */
          touches: z.record(z.string(), z.number().int()),
        }),
      }),
    },
  },
  config: { access: onlyAdmins, role: 'owner' },
})
export type SettingPreview = z.infer<(typeof previewSetting)['schema']['response'][200]>['data']

export const setSetting = endpoint({
  method: 'POST',
  url: '/api/admin/settings',
  schema: {
    summary: 'Change a setting; it holds at once. Owners only',
    tags,
    body: settingInput,
    response: { 200: z.object({ data: setting }) },
  },
  config: { access: onlyAdmins, role: 'owner' },
})

const officer = z.object({ name: z.string(), phone: z.string(), email: z.string() })
const inBoth = <S extends z.ZodType>(one: S) => z.object({ en: one, hi: one })

/** Public facts from the settings. */
export const siteFacts = endpoint({
  method: 'GET',
  url: '/api/site',
  schema: {
    summary: 'How to reach and follow us, the rules of bookings as they hold today, and what is turned off for now',
    tags,
    response: {
      200: z.object({
        data: z.object({
          phone: z.string(),
          email: z.string(),
          address: inBoth(z.string()),
          hours: inBoth(z.array(z.string())),
          /** Who runs the site; empty parts are not named yet. */
          office: z.object({ legalName: z.string(), gstin: z.string(), grievance: officer, nodal: officer }),
          social: z.array(z.object({ name: z.string(), href: z.string() })),
          policy: z.object({
            cancelFreeHours: z.number(),
            lateCancelPercent: z.number(),
            mentorLatePercent: z.number(),
            noShowMinutes: z.number(),
            scheduleWithinDays: z.number(),
            guaranteeHours: z.number(),
          }),
          /** Days after its check at which a mentor's identity document is deleted. */
          documentDays: z.number(),
          /** Today's deductions from a lesson fee in percent: `gst` of the commission, the others of the fee. */
          fees: feeRates,
          /** Above its yearly limit a mentor pays TDS on the part above it; otherwise on the whole year's fees. */
          isTdsOnExcess: z.boolean(),
          off: z.array(z.enum(featureFlags)),
        }),
      }),
    },
  },
  config: { access: everyone },
})

export const sitePeople = endpoint({
  method: 'GET',
  url: '/api/site/people',
  schema: {
    summary: 'Who we are, in the order of the about page',
    tags,
    response: {
      200: z.object({
        data: z.array(z.object({ name: z.string(), role: inBoth(z.string()), photo: z.string().nullable() })),
      }),
    },
  },
  config: { access: everyone },
})
