import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import { subjects } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { brandIn, fill } from './fill.ts'
import { events } from './registry.ts'
import { smsLength } from './sms-length.ts'

/** Characters of a value that operators accept (TRAI's rules for registered templates). */
const maxValueLength = 30
/** Maximum lengths of values that are shorter by nature; others are cut to the limit. */
const maxLengths: Partial<Record<string, number>> = {
  amount: 12,
  back: 12,
  kept: 12,
  minutes: 4,
  number: 16,
  classes: 10,
  time: 12,
  check: 9,
  student: 16,
  class: 16,
  place: 22,
  at: 29,
  to: 29,
  by: 29,
  when: 29,
  date: 17,
  day: 17,
  first: 17,
  plan: 17,
  subject: Math.max(...Object.values(subjects).flatMap((names) => names.slice(0, 2).map(({ length }) => length))),
}

const smsText = (event: NotificationEvent, language: Language) => events[event].sms?.[language] ?? ''

/** URL and phone number of an installation. */
type Installation = { publicUrl: string; phone: string }

/** Address of the pages in a language. */
export const siteIn = (publicUrl: string, language: Language) => `${publicUrl}${language === 'hi' ? '/hi' : ''}`

/** Address of a mentor's dashboard in a language. */
export const mentorHome = (publicUrl: string, language: Language) => `${siteIn(publicUrl, language)}/dashboard/mentor`

/** Values fixed per installation, which are part of the registered template. */
const fixed = ({ publicUrl, phone }: Installation, language: Language): Record<string, string> => ({
  brand: brandIn(language),
  phone,
  link: mentorHome(publicUrl, language),
  site: siteIn(publicUrl, language),
})

/** Placeholders that vary by message. */
const variables = (event: NotificationEvent, language: Language): string[] => {
  const known = fixed({ publicUrl: '', phone: '' }, language)
  return [...smsText(event, language).matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (name in known ? [] : [name]))
}

/** Template to register with operators, `##name##` for each value; empty without an SMS. */
export function registeredText(event: NotificationEvent, language: Language, of: Installation): string {
  const marks = Object.fromEntries(variables(event, language).map((name) => [name, `##${name}##`]))
  return fill(smsText(event, language), { ...fixed(of, language), ...marks })
}

/** Length of the message with the longest possible values. */
export function registeredLength(event: NotificationEvent, language: Language, of: Installation) {
  const letter = language === 'hi' ? 'क' : 'x'
  const values = variables(event, language).map((name) => [name, letter.repeat(maxLengths[name] ?? maxValueLength)])
  return smsLength(fill(smsText(event, language), { ...fixed(of, language), ...Object.fromEntries(values) }))
}

/** Values of a message cut to the operators' limit. */
export const registeredValues = (event: NotificationEvent, language: Language, values: Record<string, string>) =>
  Object.fromEntries(
    variables(event, language).map((name) => [name, short(withoutRupeeSign(values[name] ?? '', language))]),
  )

/** A single ₹ would switch an English SMS to 16-bit encoding, which takes three times the parts. */
const withoutRupeeSign = (value: string, language: Language) =>
  language === 'en' ? value.replaceAll('₹', 'Rs ') : value

const short = (value: string) =>
  value.length > maxValueLength ? `${value.slice(0, maxValueLength - 2).trimEnd()}..` : value
