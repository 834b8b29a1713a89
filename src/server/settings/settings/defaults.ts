import { defaultPolicy } from '#contract/classes/limits.ts'
import type { FeeRates, PackageDiscounts } from '#contract/classes/prices.ts'
import type { OwnTexts } from '#contract/notifications/message-texts.ts'
import { type NotificationEvent, notificationEvents } from '#contract/notifications/notification-events.ts'
import type { SettingValue } from '#contract/settings/setting-values.ts'
import type { Switch } from '#contract/settings/switches.ts'
import { type CaseAnswer, usualAnswers } from '#contract/support/case-answers.ts'
import { type Person, type SocialSite, usualPeople, usualSocial } from '#contract/wire/brand.ts'
import { type Contact, usualContact, usualPhone } from '#contract/wire/contact.ts'

/** Ceilings on codes: a phone's per day, an address block's and everybody's per hour (a guard against bill pumping). */
export type OtpLimits = { perPhoneDay: number; perBlockHour: number; inAllHour: number }

/** The rules of changing one's mind, copied into every order. */
export type BookingPolicy = Record<keyof typeof defaultPolicy, number>

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

/** What a new installation has. */
export const defaults: Settings = {
  ...(unchanged as Record<TextSetting, OwnTexts>), // true: every event has one
  feeRates: { commission: 1000, gst: 1800, tds: 10, tcs: 50 },
  packageDiscounts: { months3: 5, months6: 10 },
  bookingPolicy: defaultPolicy,
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
