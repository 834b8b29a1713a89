import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import { subjects } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { brandIn, fill } from './fill.ts'
import { events } from './registry.ts'
import { smsLength } from './sms-length.ts'

/** Operators refuse a longer value (TRAI's rules for registered texts). */
const maxValueLength = 30
/** How long a value gets that is shorter by nature; others are cut. */
const maxLengths: Partial<Record<string, number>> = {
  ...{ amount: 12, back: 12, kept: 12, minutes: 4, number: 16, classes: 10, time: 12, check: 9 },
  ...{ student: 16, class: 16, place: 22 },
  ...{ at: 29, to: 29, by: 29, when: 29, date: 17, day: 17, first: 17, plan: 17 },
  subject: Math.max(...Object.values(subjects).flatMap((names) => names.slice(0, 2).map(({ length }) => length))),
}

const smsText = (event: NotificationEvent, language: Language) => events[event].sms?.[language] ?? ''

/** Where an installation is, and the number it can be called at. */
type Installation = { publicUrl: string; phone: string }

/** What is the same in every message of one installation, and so belongs to the registered text. */
const fixed = ({ publicUrl, phone }: Installation, language: Language): Record<string, string> => ({
  brand: brandIn(language),
  phone,
  link: `${publicUrl}/dashboard/mentor`,
})

/** The names of the values that differ from message to message. */
const variables = (event: NotificationEvent, language: Language): string[] => {
  const known = fixed({ publicUrl: '', phone: '' }, language)
  return [...smsText(event, language).matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (name in known ? [] : [name]))
}

/** The text to register with the operators, `##name##` where a value goes; empty when it is not told by SMS. */
export function registeredText(event: NotificationEvent, language: Language, of: Installation): string {
  const marks = Object.fromEntries(variables(event, language).map((name) => [name, `##${name}##`]))
  return fill(smsText(event, language), { ...fixed(of, language), ...marks })
}

/** How long the message is with the longest values it can have. */
export function registeredLength(event: NotificationEvent, language: Language, of: Installation) {
  const letter = language === 'hi' ? 'क' : 'x'
  const values = variables(event, language).map((name) => [name, letter.repeat(maxLengths[name] ?? maxValueLength)])
  return smsLength(fill(smsText(event, language), { ...fixed(of, language), ...Object.fromEntries(values) }))
}

/** The values of one message, as short as operators want them. */
export const registeredValues = (event: NotificationEvent, language: Language, values: Record<string, string>) =>
  Object.fromEntries(
    variables(event, language).map((name) => [name, short(withoutRupeeSign(values[name] ?? '', language))]),
  )

/** The sign ₹ alone would send an English text in 16 bits, which is three times as long. */
const withoutRupeeSign = (value: string, language: Language) =>
  language === 'en' ? value.replaceAll('₹', 'Rs ') : value

const short = (value: string) =>
  value.length > maxValueLength ? `${value.slice(0, maxValueLength - 2).trimEnd()}..` : value
