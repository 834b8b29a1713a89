import {
  type CustomTemplates,
  maxTextLength,
  type TextProblem,
  type Texts,
} from '#contract/notifications/message-texts.ts'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'
import { namesIn } from './fill.ts'
import { events, kindOf } from './registry.ts'

const languages: readonly Language[] = ['en', 'hi']
type Editable = 'app' | 'email'
/** Validation problem: code, path (for example `email.hi.subject`) and the placeholders concerned. */
export type FieldProblem = { field: string; problem: TextProblem; values?: string[] }

/** Capitalises the first letter: a text may start with a placeholder. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The site text of an event without one: its SMS without the brand and the link, which the site shows anyway. */
export function fromSms(event: NotificationEvent, language: Language): string {
  const end = language === 'hi' ? '।' : '.'
  const sms = events[event].sms?.[language] ?? ''
  return capital(sms.replace(/^\{brand\}: /, '').replace(/: \{link\}\S*$/, end))
}

/** The default texts of an event. */
export function defaultTexts(event: NotificationEvent): Texts {
  const { app, email } = events[event]
  const { en, hi } = app ?? { en: fromSms(event, 'en'), hi: fromSms(event, 'hi') }
  return { app: { en, hi }, email: email ? { en: { ...email.en }, hi: { ...email.hi } } : null }
}

/** Every text of one channel in one language. */
const partsOf = (texts: Texts, channel: Editable, language: Language): string[] => {
  const text = texts[channel]?.[language]
  return text === undefined ? [] : typeof text === 'string' ? [text] : [text.subject, text.text]
}

/** Placeholders of an event; `notify` has a value for each of them. */
export function placeholdersOf(event: NotificationEvent): string[] {
  const { sms, app, email } = events[event]
  const all = languages.flatMap((of) => [sms?.[of], app?.[of], email?.[of].subject, email?.[of].text])
  return [...new Set([...all.flatMap((text) => namesIn(text ?? '')), 'brand', 'phone'])]
}

/** Optional unless the message is about money or safety: the page it links to shows them too. */
const optional = ['brand', 'name', 'mentor', 'subject', 'plan', 'count']
const ofMoney = ['amount', 'money', 'kept', 'back', 'account', 'reference']

/** Placeholders that the text of a channel must include. */
export function requiredIn(event: NotificationEvent, channel: Editable): string[] {
  const defaults = defaultTexts(event)
  const names = [...new Set(languages.flatMap((of) => partsOf(defaults, channel, of).flatMap(namesIn)))]
  const isStrict = kindOf[event] === 'safety' || placeholdersOf(event).some((name) => ofMoney.includes(name))
  return isStrict ? names : names.filter((name) => !optional.includes(name))
}

const hasControlCharacter = (text: string) => /[\p{Cc}\p{Cs}]/u.test(text)
const inBraces = (names: string[]) => names.map((name) => `{${name}}`)

type Rule = { known: string[]; most: number; isOneLine: boolean }
function problemOf(text: string, { known, most, isOneLine }: Rule): Omit<FieldProblem, 'field'> | null {
  if (text === '') return { problem: 'empty' }
  if (text.length > most) return { problem: 'long' }
  if (isOneLine && /[\r\n]/.test(text)) return { problem: 'break' }
  if (hasControlCharacter(text.replaceAll('\n', ''))) return { problem: 'letters' }
  if (/[{}]/.test(text.replace(/\{\w+\}/g, ''))) return { problem: 'broken' }
  const unknown = namesIn(text).filter((name) => !known.includes(name))
  return unknown.length > 0 ? { problem: 'unknown', values: inBraces(unknown) } : null
}

/** The first problem of each field. */
export function problemsOf(event: NotificationEvent, texts: Texts): FieldProblem[] {
  const known = placeholdersOf(event)
  const find = (field: string, text: string, most: number, isOneLine = false): FieldProblem[] => {
    const problem = problemOf(text, { known, most, isOneLine })
    return problem ? [{ field, ...problem }] : []
  }
  const missing = (channel: Editable, of: Language, field: string): FieldProblem[] => {
    const named = partsOf(texts, channel, of).flatMap(namesIn)
    const values = requiredIn(event, channel).filter((name) => !named.includes(name))
    return values.length > 0 ? [{ field, problem: 'missing', values: inBraces(values) }] : []
  }
  const all = languages.flatMap((of) => {
    const letter = texts.email?.[of]
    return [
      ...find(`app.${of}`, texts.app[of], maxTextLength.app),
      ...missing('app', of, `app.${of}`),
      ...(letter ? find(`email.${of}.subject`, letter.subject, maxTextLength.subject, true) : []),
      ...(letter ? find(`email.${of}.text`, letter.text, maxTextLength.text) : []),
      ...(letter ? missing('email', of, `email.${of}.text`) : []),
    ]
  })
  return all.filter(({ field }, i) => all.findIndex((one) => one.field === field) === i)
}

/** The default texts with the custom ones in their place. */
export const withCustom = (event: NotificationEvent, custom: CustomTemplates): Texts => {
  const defaults = defaultTexts(event)
  return { app: custom.app ?? defaults.app, email: defaults.email && (custom.email ?? defaults.email) }
}

/** The custom texts, or none if they no longer fit the placeholders of this version. */
export const usableTemplates = (event: NotificationEvent, custom: CustomTemplates): CustomTemplates =>
  Object.keys(custom).length > 0 && problemsOf(event, withCustom(event, custom)).length > 0 ? {} : custom
