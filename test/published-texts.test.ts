import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorTable } from '#contract/wire/errors.ts'
import { events } from '#server/notifications/registry.ts'
import { numbersInMessages, numbersInReplies, promisesKept } from './published-texts.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const languages = ['en', 'hi'] as const
const names = readdirSync(join(root, 'content/en')).filter((name) => name.endsWith('.md'))
const linesOf = (language: string, name: string) =>
  read(`content/${language}/${name}`)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
const idsOf = (line: string) => / \{#([\w -]+)\}$/.exec(line)?.[1]?.split(' ') ?? null
const isPromise = (id: string) => id !== '-'

test('each line of a published text names its promises, the same in both languages', () => {
  for (const name of names) {
    const [en, hi] = languages.map((language) => linesOf(language, name).map(idsOf))
    expect(
      en?.every((ids) => ids !== null),
      `content/en/${name}: end each line with {#id}, or {#-}`,
    ).toBe(true)
    expect(hi, `content/hi/${name}`).toEqual(en)
  }
})

test('each promise is kept by a test, and each kept promise is published', () => {
  const published = names.flatMap((name) => linesOf('en', name).flatMap((line) => idsOf(line) ?? []))
  expect([...new Set(published.filter(isPromise))].toSorted()).toEqual(Object.keys(promisesKept).toSorted())
})

test.each(Object.entries(promisesKept))('%s has its test, and a change that breaks it', (_, { test, ...kept }) => {
  const [file, name] = test
  expect(read(file)).toContain(name)
  const [source, from, to] = kept.break
  expect(read(source).split(from).length, `${source} has this once: ${from}`).toBe(2)
  expect(to).not.toBe(from)
})

/** Dates, and numbers of laws, banks and standards, which no constant of ours can change. */
const fixed: Record<string, readonly string[]> = {
  'privacy-policy.md': ['28', '2026', '8'],
  'refund.md': ['1', '2026', '2', '5', '7'],
  'terms-conditions.md': ['28', '2026', '18'],
  'terms-and-conditions.md': ['30', '2026'],
  'grievance.md': ['29', '2026', '1915'],
  'accessibility.md': ['24', '2026', '2.1', '17802', '360'],
}
const numbersIn = (text: string) => text.replace(/\{[^}]*\}/g, '').match(/\d+(\.\d+)?/g) ?? []

test('numbers of published texts come from the rules', () => {
  for (const language of languages)
    for (const name of names)
      expect([...new Set(linesOf(language, name).flatMap(numbersIn))], `content/${language}/${name}`).toEqual(
        fixed[name] ?? [],
      )
})

/** Units of the interface, or numbers of banks and laws. */
const plain =
  /^(apply_(hours_(help|value_one)|years_more)|book_(hourly_text|hours_at_one|months[36])|cases_mentor_planned|dash_one_day|home_faq4_text|pay_booked_months[36]|plan_months[36]|policy_hours_one|profile_hours_up_to_one|renew_months[36]|refund_text_sent|time_refund_text|privacy_stays_(books|taxes))$/
const promising = /₹\s?\d|\d+\s*(%|hours?|days?|minutes?|months?|years?|working)/

test('numbers of hours, days and rupees in messages are those of the rules', () => {
  const [en, hi] = languages.map(
    (language) => JSON.parse(read(`messages/${language}.json`)) as Record<string, unknown>, // safe: an object of texts
  )
  const promised = Object.entries(en ?? {}).filter(
    ([key, text]) =>
      !/^(admin_|\$)/.test(key) && !plain.test(key) && promising.test(JSON.stringify(text).replace(/\{[^}]*\}/g, '')),
  )
  expect(promised.map(([key]) => key).toSorted()).toEqual(Object.keys(numbersInMessages).toSorted())
  for (const [key, numbers] of Object.entries(numbersInMessages))
    for (const text of [en?.[key], hi?.[key]])
      expect(numbersIn(JSON.stringify(text)).map(Number).toSorted(), key).toEqual(numbers.toSorted())
})

test('numbers in errors and notifications are those of the rules', () => {
  const texts = [
    ...Object.entries(errorTable).map(([code, [, en, hi]]) => [code, [en, hi]] as const),
    ...Object.entries(events).map(([event, { to: _, ...text }]) => {
      const whole = JSON.stringify(text)
      return [event, [whole]] as const
    }),
  ].filter(([, said]) => said.some((text) => promising.test(text.replace(/\{[^}]*\}/g, ''))))
  expect(texts.map(([key]) => key).toSorted()).toEqual(Object.keys(numbersInReplies).toSorted())
  for (const [key, said] of texts)
    for (const text of said)
      expect([...new Set(numbersIn(text).map(Number))].toSorted(), key).toEqual(numbersInReplies[key]?.toSorted())
})
