import { type BookingPolicy, defaultPolicy } from '#contract/classes/limits.ts'
import type { FeeRates, PackageDiscounts } from '#contract/classes/prices.ts'
import type { CustomTemplates } from '#contract/notifications/message-texts.ts'
import { type NotificationEvent, notificationEvents } from '#contract/notifications/notification-events.ts'
import type { FeatureFlag } from '#contract/settings/feature-flags.ts'
import type { SettingValue } from '#contract/settings/setting-values.ts'
import { type AnswerTemplate, defaultAnswerTemplates } from '#contract/support/answer-templates.ts'
import { defaultPeople, defaultSocial, type Person, type SocialSite } from '#contract/wire/brand.ts'
import { type Contact, defaultContact, defaultPhone } from '#contract/wire/contact.ts'
import { defaultOffice, type Office } from '#contract/wire/office.ts'

/** The setting with the custom templates of an event. */
type TextSetting = `text.${NotificationEvent}`
export const textSetting = (event: NotificationEvent): TextSetting => `text.${event}`

export type Settings = Record<TextSetting, CustomTemplates> & {
  feeRates: FeeRates
  packageDiscounts: PackageDiscounts
  bookingPolicy: BookingPolicy
  /** Limit in rupees, percent without PAN, and 1 to tax only what is above the limit. */
  taxRules: { limit: number; withoutPan: number; onlyExcess: number }
  /** Limits on login codes (against SMS pumping). */
  otpLimits: SettingValue<'otpLimits'>
  callingNumber: string
  contact: Contact
  /** Social links; empty ones are hidden. */
  socialLinks: Record<SocialSite, string>
  /** People on the about page, in order. */
  people: Person[]
  /** Days after its check until an identity document is deleted. */
  documentDays: number
  /** Days an e-KYC file is accepted after UIDAI made it. */
  eKycDays: number
  /** Legal name and officers; published. */
  office: Office
  /** Our GSTIN for receipts; empty before registration, and receipts then omit tax. */
  gstin: string
  /** Holding families' money for mentors may need a licence, so real gateways that can hold it do. */
  payoutModes: SettingValue<'payoutModes'>
  /** Time to which the database was restored: payouts are paused until an owner resumes them. Empty if they are not. */
  payoutsPausedFrom: string
  /** Quiet hours in India. */
  quietHours: SettingValue<'quietHours'>
  homeFigures: Record<'mentors' | 'families' | 'subjects' | 'rating', boolean>
  /** Review ids. */
  testimonials: string[]
  caseAnswers: AnswerTemplate[]
  /** False while turned off. */
  switches: Record<FeatureFlag, boolean>
}

const unchanged = Object.fromEntries(notificationEvents.map((event) => [textSetting(event), {}]))

/** Defaults of a new installation. */
export const defaults: Settings = {
  ...(unchanged as Record<TextSetting, CustomTemplates>), // safe: every event has one
  feeRates: { commission: 1000, gst: 1800, tds: 10, tcs: 50 },
  packageDiscounts: { months3: 5, months6: 10 },
  bookingPolicy: defaultPolicy,
  taxRules: { limit: 500_000, withoutPan: 5, onlyExcess: 0 },
  otpLimits: { perDeviceDay: 10, perBlockHour: 60, perWideBlockHour: 240, inAllHour: 3000, adminsHour: 100 },
  callingNumber: defaultPhone,
  contact: defaultContact,
  socialLinks: defaultSocial,
  people: defaultPeople,
  documentDays: 30,
  eKycDays: 3,
  office: defaultOffice,
  gstin: '',
  payoutModes: { cashfree: 'split', razorpay: 'files', sandbox: 'files' },
  payoutsPausedFrom: '',
  quietHours: { from: '21:00', until: '07:00' },
  homeFigures: { mentors: true, families: true, subjects: true, rating: true },
  testimonials: [],
  caseAnswers: defaultAnswerTemplates,
  switches: { bookings: true, payments: true, applications: true, chat: true, calls: true, gold: true },
}

/** Default of a setting. */
export const settingDefault = <N extends keyof Settings>(name: N): Settings[N] => defaults[name]
