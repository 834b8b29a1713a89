import { brand } from '#contract/brand.ts'
import type { Language } from '#contract/errors.ts'
import type { NotificationEvent } from '#contract/notification-events.ts'
import { fill } from './fill.ts'
import { templates } from './templates.ts'

/** Operators refuse a longer value (TRAI's rules for registered texts). */
const valueMost = 30

/** What is the same in every message of one installation, and so belongs to the registered text. */
const fixed = (publicUrl: string, language: Language): Record<string, string> => ({
  brand: language === 'hi' ? brand.nameHi : brand.name,
  phone: brand.phone,
  link: `${publicUrl}/dashboard/mentor`,
})

/** The names of the values that differ from message to message. */
const variables = (event: NotificationEvent, language: Language): string[] => {
  const known = fixed('', language)
  return [...templates[event][language].matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
    name in known ? [] : [name],
  )
}

/** The text to register with the operators, `##name##` where a value goes. */
export function registeredText(event: NotificationEvent, language: Language, publicUrl: string): string {
  const marks = Object.fromEntries(variables(event, language).map((name) => [name, `##${name}##`]))
  return fill(templates[event][language], { ...fixed(publicUrl, language), ...marks })
}

/** The values of one message, as short as operators want them. */
export const registeredValues = (event: NotificationEvent, language: Language, values: Record<string, string>) =>
  Object.fromEntries(variables(event, language).map((name) => [name, short(values[name] ?? '')]))

const short = (value: string) => (value.length > valueMost ? `${value.slice(0, valueMost - 1).trimEnd()}…` : value)
