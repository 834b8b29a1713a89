import type { SettingName } from '#contract/setting-values.ts'
import { m } from '#messages'

type Words = () => string
/** How one part of a setting is asked for and shown. */
export type FieldSpec = { kind: 'text' | 'number' | 'tick'; label: Words; rule: Words }
export type SettingSpec = {
  title: Words
  /** What a change touches, and from when. */
  touches: Words
  /** By their names in the value; a setting that is one value has the field `value`. */
  fields: Record<string, FieldSpec>
}

const field = (kind: FieldSpec['kind'], label: Words, rule: Words): FieldSpec => ({ kind, label, rule })
const hour = m.admin_set_hour_rule

export const settingSpecs: Record<SettingName, SettingSpec> = {
  callingNumber: {
    title: m.admin_set_calling,
    touches: m.admin_set_calling_touches,
    fields: { value: field('text', m.admin_set_number, m.admin_set_number_rule) },
  },
  contact: {
    title: m.admin_set_contact,
    touches: m.admin_set_contact_touches,
    fields: {
      email: field('text', m.admin_set_email, m.admin_set_email_rule),
      addressEn: field('text', m.admin_set_address_en, m.admin_set_address_rule),
      addressHi: field('text', m.admin_set_address_hi, m.admin_set_address_rule),
      opensAt: field('number', m.admin_set_opens, hour),
      closesAt: field('number', m.admin_set_closes, hour),
      closesAtWeekends: field('number', m.admin_set_closes_weekend, hour),
    },
  },
  gstin: {
    title: m.admin_set_gstin,
    touches: m.admin_set_gstin_touches,
    fields: { value: field('text', m.admin_set_gstin_number, m.admin_set_gstin_rule) },
  },
  documentDays: {
    title: m.admin_set_documents,
    touches: m.admin_set_documents_touches,
    fields: { value: field('number', m.admin_set_documents_days, m.admin_set_documents_rule) },
  },
  otpLimits: {
    title: m.admin_set_codes,
    touches: m.admin_set_codes_touches,
    fields: {
      perPhoneDay: field('number', m.admin_set_codes_phone, m.admin_set_codes_phone_rule),
      perBlockHour: field('number', m.admin_set_codes_block, m.admin_set_codes_block_rule),
      inAllHour: field('number', m.admin_set_codes_all, m.admin_set_codes_all_rule),
    },
  },
  switches: {
    title: m.admin_set_switches,
    touches: m.admin_set_switches_touches,
    fields: {
      bookings: field('tick', m.admin_set_switch_bookings, m.admin_set_switch_bookings_rule),
      payments: field('tick', m.admin_set_switch_payments, m.admin_set_switch_payments_rule),
      applications: field('tick', m.admin_set_switch_applications, m.admin_set_switch_applications_rule),
      chat: field('tick', m.admin_set_switch_chat, m.admin_set_switch_chat_rule),
      calls: field('tick', m.admin_set_switch_calls, m.admin_set_switch_calls_rule),
      gold: field('tick', m.admin_set_switch_gold, m.admin_set_switch_gold_rule),
    },
  },
}
