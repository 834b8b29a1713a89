import type { SettingName } from '#contract/settings/setting-values.ts'
import { maxAnswerTemplates } from '#contract/support/answer-templates.ts'
import { maxPeople, portraits, socialNames, socialSites } from '#contract/wire/brand.ts'
import { m } from '#messages'
import { formatClock } from '../../ui/dates.tsx'

type Words = () => string
export type Option = { value: string; label: string }
/** How one field of a setting is edited and shown. */
export type FieldSpec = {
  kind: 'text' | 'number' | 'hour' | 'tick' | 'area' | 'select'
  label: Words
  rule: Words
  options?: readonly Option[]
  /** Takes a whole line. */
  isWide?: true
}
type Fields = Record<string, FieldSpec>
type SettingSpec = {
  title: Words
  /** What a change affects, and from when. */
  touches: Words
  /** Keyed by path (`0.en` inside a list); a setting with a single value uses `value`. */
  fields: (value: unknown, known: { reviews: readonly Option[] }) => Fields
}

const field = (kind: FieldSpec['kind'], label: Words, rule: Words): FieldSpec => ({ kind, label, rule })
const hour = (label: Words) => field('hour', label, m.admin_set_hour_rule)
const choice = (label: Words, rule: Words, options: readonly Option[]): FieldSpec => ({
  kind: 'select',
  label,
  rule,
  options,
})
const times = (...values: string[]) => values.map((value) => ({ value, label: formatClock(value) }))

const modeOptions = () => [
  { value: 'files', label: m.admin_set_modes_files() },
  { value: 'split', label: m.admin_set_modes_split() },
]

/** One text per answer, and an empty one to add another. */
function answerFields(value: unknown): Fields {
  const count = Math.min((Array.isArray(value) ? value.length : 0) + 1, maxAnswerTemplates)
  const parts = Array.from({ length: count }, (_, i): Fields => {
    const number = i + 1
    return {
      [`${i}.titleEn`]: field('text', () => m.admin_set_answer_title_en({ number }), m.admin_set_answer_title_rule),
      [`${i}.titleHi`]: field('text', () => m.admin_set_answer_title_hi({ number }), m.admin_set_answer_title_rule),
      [`${i}.en`]: field(
        'area',
        () => m.admin_set_answer_en({ number }),
        () => m.admin_set_answer_rule(marks),
      ),
      [`${i}.hi`]: field(
        'area',
        () => m.admin_set_answer_hi({ number }),
        () => m.admin_set_answer_rule(marks),
      ),
    }
  })
  return Object.assign({}, ...parts)
}

/** The people, and an empty row to add one. */
function peopleFields(value: unknown): Fields {
  const count = Math.min((Array.isArray(value) ? value.length : 0) + 1, maxPeople)
  const shown = portraits.map((one) => ({ value: one, label: one.charAt(0).toUpperCase() + one.slice(1) }))
  const parts = Array.from({ length: count }, (_, i): Fields => {
    const number = i + 1
    return {
      [`${i}.name`]: field('text', () => m.admin_brand_person({ number }), m.admin_brand_person_rule),
      [`${i}.place`]: field('number', () => m.admin_brand_place({ number }), m.admin_brand_place_rule),
      [`${i}.roleEn`]: field('text', () => m.admin_brand_role_en({ number }), m.admin_brand_role_rule),
      [`${i}.roleHi`]: field('text', () => m.admin_brand_role_hi({ number }), m.admin_brand_role_rule),
      [`${i}.portrait`]: {
        ...choice(() => m.admin_brand_portrait({ number }), m.admin_brand_portrait_rule, shown),
        isWide: true,
      },
    }
  })
  return Object.assign({}, ...parts)
}
const marks = { name: '{name}', by: '{by}' }

export const settingSpecs: Record<SettingName, SettingSpec> = {
  callingNumber: {
    title: m.admin_set_calling,
    touches: m.admin_set_calling_touches,
    fields: () => ({ value: field('text', m.admin_set_number, m.admin_set_number_rule) }),
  },
  contact: {
    title: m.admin_set_contact,
    touches: m.admin_set_contact_touches,
    fields: () => ({
      email: field('text', m.admin_set_email, m.admin_set_email_rule),
      addressEn: field('text', m.admin_set_address_en, m.admin_set_address_rule),
      addressHi: field('text', m.admin_set_address_hi, m.admin_set_address_rule),
      opensAt: hour(m.admin_set_opens),
      closesAt: hour(m.admin_set_closes),
      closesAtWeekends: hour(m.admin_set_closes_weekend),
    }),
  },
  office: {
    title: m.admin_set_office,
    touches: m.admin_set_office_touches,
    fields: () => ({
      legalName: { ...field('text', m.admin_set_legal_name, m.admin_set_legal_name_rule), isWide: true },
      grievanceName: field('text', m.admin_set_grievance_name, m.admin_set_officer_rule),
      grievancePhone: field('text', m.admin_set_grievance_phone, m.admin_set_officer_rule),
      grievanceEmail: { ...field('text', m.admin_set_grievance_email, m.admin_set_officer_rule), isWide: true },
      nodalName: field('text', m.admin_set_nodal_name, m.admin_set_officer_rule),
      nodalPhone: field('text', m.admin_set_nodal_phone, m.admin_set_officer_rule),
      nodalEmail: { ...field('text', m.admin_set_nodal_email, m.admin_set_officer_rule), isWide: true },
    }),
  },
  socialLinks: {
    title: m.admin_brand_social,
    touches: m.admin_brand_social_touches,
    fields: () =>
      Object.fromEntries(
        socialNames.map((site) => {
          const { name, host, path } = socialSites[site]
          const rule = () => m.admin_brand_social_rule({ address: `https://${host}${path}…` })
          return [site, field('text', () => name, rule)]
        }),
      ),
  },
  people: { title: m.admin_brand_people, touches: m.admin_brand_people_touches, fields: peopleFields },
  gstin: {
    title: m.admin_set_gstin,
    touches: m.admin_set_gstin_touches,
    fields: () => ({ value: field('text', m.admin_set_gstin_number, m.admin_set_gstin_rule) }),
  },
  payoutModes: {
    title: m.admin_set_modes,
    touches: m.admin_set_modes_touches,
    fields: () => ({
      cashfree: choice(() => 'Cashfree', m.admin_set_modes_rule, modeOptions()),
      razorpay: choice(() => 'Razorpay', m.admin_set_modes_rule, modeOptions()),
      sandbox: choice(m.admin_set_modes_sandbox, m.admin_set_modes_rule, modeOptions()),
    }),
  },
  documentDays: {
    title: m.admin_set_documents,
    touches: m.admin_set_documents_touches,
    fields: () => ({ value: field('number', m.admin_set_documents_days, m.admin_set_documents_rule) }),
  },
  eKycDays: {
    title: m.admin_set_e_kyc,
    touches: m.admin_set_e_kyc_touches,
    fields: () => ({ value: field('number', m.admin_set_e_kyc_days, m.admin_set_e_kyc_rule) }),
  },
  otpLimits: {
    title: m.admin_set_codes,
    touches: m.admin_set_codes_touches,
    fields: () => ({
      perDeviceDay: field('number', m.admin_set_codes_device, m.admin_set_codes_device_rule),
      perBlockHour: field('number', m.admin_set_codes_block, m.admin_set_codes_block_rule),
      perWideBlockHour: field('number', m.admin_set_codes_wide, m.admin_set_codes_wide_rule),
      inAllHour: field('number', m.admin_set_codes_all, m.admin_set_codes_all_rule),
      adminsHour: field('number', m.admin_set_codes_admins, m.admin_set_codes_admins_rule),
    }),
  },
  switches: {
    title: m.admin_set_switches,
    touches: m.admin_set_switches_touches,
    fields: () => ({
      bookings: field('tick', m.admin_set_switch_bookings, m.admin_set_switch_bookings_rule),
      payments: field('tick', m.admin_set_switch_payments, m.admin_set_switch_payments_rule),
      applications: field('tick', m.admin_set_switch_applications, m.admin_set_switch_applications_rule),
      chat: field('tick', m.admin_set_switch_chat, m.admin_set_switch_chat_rule),
      calls: field('tick', m.admin_set_switch_calls, m.admin_set_switch_calls_rule),
      gold: field('tick', m.admin_set_switch_gold, m.admin_set_switch_gold_rule),
    }),
  },
  quietHours: {
    title: m.admin_set_quiet,
    touches: m.admin_set_quiet_touches,
    fields: () => ({
      from: choice(m.admin_set_quiet_from, m.admin_set_quiet_rule, times('20:00', '20:30', '21:00')),
      until: choice(m.admin_set_quiet_until, m.admin_set_quiet_rule, times('07:00', '07:30', '08:00')),
    }),
  },
  homeFigures: {
    title: m.admin_set_figures,
    touches: m.admin_set_figures_touches,
    fields: () => ({
      mentors: field('tick', m.home_count_mentors, m.admin_set_figures_rule),
      families: field('tick', m.home_count_families, m.admin_set_figures_families_rule),
      subjects: field('tick', m.home_count_subjects, m.admin_set_figures_rule),
      rating: field('tick', m.home_count_rating, m.admin_set_figures_rule),
    }),
  },
  testimonials: {
    title: m.admin_set_reviews,
    touches: m.admin_set_reviews_touches,
    fields: (_, { reviews }) =>
      Object.fromEntries(
        Array.from({ length: 6 }, (_, i) => [
          `${i}`,
          choice(() => m.admin_set_reviews_place({ number: i + 1 }), m.admin_set_reviews_rule, reviews),
        ]),
      ),
  },
  caseAnswers: { title: m.admin_set_answers, touches: m.admin_set_answers_touches, fields: answerFields },
}
