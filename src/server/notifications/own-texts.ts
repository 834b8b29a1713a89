import { type OwnTexts, type TextProblem, type Texts, textMost } from '#contract/notifications/message-texts.ts'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'
import { namesIn } from './fill.ts'
import { events, kindOf } from './registry.ts'

const languages: readonly Language[] = ['en', 'hi']
type Editable = 'app' | 'email'
/** What is wrong, where (`email.hi.subject`), and with which values. */
export type FieldProblem = { field: string; problem: TextProblem; values?: string[] }

/** Begins with a capital letter, which a value may be that a text begins with. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What an event is told with on the site where it has no words for it: its SMS without our name and the link, which stand beside it. */
function fromSms(event: NotificationEvent, language: Language): string {
  const end = language === 'hi' ? '।' : '.'
  const sms = events[event].sms?.[language] ?? ''
  return capital(sms.replace(/^\{brand\}: /, '').replace(/: \{link\}\S*$/, end))
}

/** The program's texts of an event. */
export function usualTexts(event: NotificationEvent): Texts {
  const { app, email } = events[event]
  const { en, hi } = app ?? { en: fromSms(event, 'en'), hi: fromSms(event, 'hi') }
  return { app: { en, hi }, email: email ? { en: { ...email.en }, hi: { ...email.hi } } : null }
}

/** Every text of one channel and language together. */
const partsOf = (texts: Texts, channel: Editable, language: Language): string[] => {
  const text = texts[channel]?.[language]
  return text === undefined ? [] : typeof text === 'string' ? [text] : [text.subject, text.text]
}

/** Names of the values an event has, whatever the text; `notify` gives every one of them. */
export function valuesOf(event: NotificationEvent): string[] {
  const { sms, app, email } = events[event]
  const all = languages.flatMap((of) => [sms?.[of], app?.[of], email?.[of].subject, email?.[of].text])
  return [...new Set([...all.flatMap((text) => namesIn(text ?? '')), 'brand', 'phone'])]
}

/** A message can do without them, unless it is about money or safety: the page it leads to says them too. */
const dispensable = ['brand', 'name', 'mentor', 'subject', 'plan', 'count']
const ofMoney = ['amount', 'money', 'kept', 'back', 'account', 'reference']

/** Values that a channel's text must have. */
export function neededIn(event: NotificationEvent, channel: Editable): string[] {
  const usual = usualTexts(event)
  const names = [...new Set(languages.flatMap((of) => partsOf(usual, channel, of).flatMap(namesIn)))]
  const isGrave = kindOf[event] === 'safety' || valuesOf(event).some((name) => ofMoney.includes(name))
  return isGrave ? names : names.filter((name) => !dispensable.includes(name))
}

const hasMark = (text: string) => /[\p{Cc}\p{Cs}]/u.test(text)
const inBraces = (names: string[]) => names.map((name) => `{${name}}`)

type Rule = { known: string[]; most: number; isOneLine: boolean }
function problemOf(text: string, { known, most, isOneLine }: Rule): Omit<FieldProblem, 'field'> | null {
  if (text === '') return { problem: 'empty' }
  if (text.length > most) return { problem: 'long' }
  if (isOneLine && /[\r\n]/.test(text)) return { problem: 'break' }
  if (hasMark(text.replaceAll('\n', ''))) return { problem: 'letters' }
  if (/[{}]/.test(text.replace(/\{\w+\}/g, ''))) return { problem: 'broken' }
  const unknown = namesIn(text).filter((name) => !known.includes(name))
  return unknown.length > 0 ? { problem: 'unknown', values: inBraces(unknown) } : null
}

/** Everything that is wrong with the texts an event would have, the first thing of each field. */
export function problemsOf(event: NotificationEvent, texts: Texts): FieldProblem[] {
  const known = valuesOf(event)
  const find = (field: string, text: string, most: number, isOneLine = false): FieldProblem[] => {
    const problem = problemOf(text, { known, most, isOneLine })
    return problem ? [{ field, ...problem }] : []
  }
  const missing = (channel: Editable, of: Language, field: string): FieldProblem[] => {
    const named = partsOf(texts, channel, of).flatMap(namesIn)
    const values = neededIn(event, channel).filter((name) => !named.includes(name))
    return values.length > 0 ? [{ field, problem: 'missing', values: inBraces(values) }] : []
  }
  const all = languages.flatMap((of) => {
    const letter = texts.email?.[of]
    return [
      ...find(`app.${of}`, texts.app[of], textMost.app),
      ...missing('app', of, `app.${of}`),
      ...(letter ? find(`email.${of}.subject`, letter.subject, textMost.subject, true) : []),
      ...(letter ? find(`email.${of}.text`, letter.text, textMost.text) : []),
      ...(letter ? missing('email', of, `email.${of}.text`) : []),
    ]
  })
  return all.filter(({ field }, i) => all.findIndex((one) => one.field === field) === i)
}

/** The texts of an event with what an owner changed of them. */
export const withOwn = (event: NotificationEvent, own: OwnTexts): Texts => {
  const usual = usualTexts(event)
  return { app: own.app ?? usual.app, email: usual.email && (own.email ?? usual.email) }
}

/** What was changed of an event's texts and still fits it: a newer program may give it other values. */
export const fitting = (event: NotificationEvent, own: OwnTexts): OwnTexts =>
  Object.keys(own).length > 0 && problemsOf(event, withOwn(event, own)).length > 0 ? {} : own
