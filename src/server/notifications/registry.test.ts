import { matchRoutes, type RouteObject } from 'react-router'
import { expect, expectTypeOf, test } from 'vitest'
import { notificationEvents } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'
import routes from '#web/routes.ts'
import { brandIn } from './fill.ts'
import { notificationText } from './in-app.ts'
import type { notify } from './notifications.ts'
import { registeredLength, registeredText, registeredValues } from './registered.ts'
import { channelsOf, events, type SideOf, type ValueName } from './registry.ts'
import { maxSmsParts, smsLength } from './sms-length.ts'

const here = { publicUrl: 'https://mentorsetu.example', phone: '0731 400 0000' }
const languages = ['en', 'hi'] as const
const anything = new Proxy<Record<string, string>>({}, { get: () => 'X' })
const pages = routes as RouteObject[] // safe: it differs in optional properties only
const named = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))

test('fails to compile without all values of a text or for a role the event lacks', () => {
  expectTypeOf<ValueName<'refund-settled'>>().toEqualTypeOf<'amount' | 'number' | 'reference'>()
  expectTypeOf<ValueName<'refund-sent' | 'refund-settled'>>().toEqualTypeOf<'amount' | 'number' | 'reference'>()
  expectTypeOf<ValueName<'payout-account-set'>>().toEqualTypeOf<'account'>()
  expectTypeOf<SideOf<'payout-account-set'>>().toEqualTypeOf<'mentor'>()
  type Given = Parameters<typeof notify<'payout-account-set'>>[1]['values']
  expectTypeOf<Record<Language, { phone: string }>>().not.toExtend<Given>()
  expectTypeOf<Record<Language, { account: string }>>().toExtend<Given>()
})

test.each(notificationEvents)('has texts of %s that can be sent and registered', (event) => {
  const { sms, app, email, to } = events[event]
  expect(sms ?? app).toBeDefined()
  for (const place of Object.values(to)) {
    const page = matchRoutes(pages, place.replace(/[?#].*/, ''))?.at(-1)
    expect(page, place).toBeDefined()
    expect(page?.route.path, place).not.toBe('*')
  }
  for (const words of [sms, app]) if (words) expect(named(words.hi)).toEqual(named(words.en))
  for (const language of languages) {
    if (email) expect(email[language].subject.length).toBeLessThanOrEqual(80)
    const text = notificationText(event, language, { values: anything })
    expect(text).not.toContain(brandIn(language))
    expect(text).toMatch(/^[^a-z\s].*[^\s:,]$/s)
    if (!sms) continue
    const registered = registeredText(event, language, here)
    expect(registered).toContain(brandIn(language))
    expect(registered).not.toMatch(/[{}]/)
    // Operators refuse templates that end with a value, and values inside links.
    expect(registered).not.toMatch(/##[\p{P}\s]*$/u)
    expect(registered).not.toMatch(/https?:\/\/\S*##|##\S*\.(com|in|example)\b/)
    if (language === 'hi') expect(registered).not.toContain(`${here.publicUrl}/dashboard`)
    const length = registeredLength(event, language, here)
    expect(length.parts, JSON.stringify(length)).toBeLessThanOrEqual(maxSmsParts)
    if (language === 'en') expect(length.encoding).toBe('GSM-7')
  }
})

test('the site says who wants to move a class, and what the SMS said if that was not written', () => {
  const values = { subject: 'Mathematics', at: 'Tue, 1 Dec, 5:30 pm', to: 'Tue, 1 Dec, 6:30 pm' }
  const told = (more: object) => notificationText('proposal-made', 'en', { values: { ...values, ...more } })
  expect(told({ name: 'Sunita Deshpande' })).toMatch(
    /^Sunita Deshpande wants to move Mathematics to Tue, 1 Dec, 6:30 pm\. Currently Tue, 1 Dec, 5:30 pm\./,
  )
  expect(told({})).toMatch(/^Can your Mathematics class on Tue, 1 Dec, 5:30 pm move/)
})

test('registers the installation’s own phone number', () => {
  const texts = notificationEvents.flatMap((event) =>
    languages.map((language) => registeredText(event, language, { ...here, phone: '0755 455 1234' })),
  )
  expect(texts.filter((text) => text.includes('0755 455 1234')).length).toBeGreaterThan(0)
  expect(texts.join()).not.toContain(here.phone)
})

test('counts the length of an SMS as phones do', () => {
  expect(smsLength('x'.repeat(160))).toEqual({ encoding: 'GSM-7', letters: 160, parts: 1 })
  expect(smsLength('x'.repeat(161))).toEqual({ encoding: 'GSM-7', letters: 161, parts: 2 })
  expect(smsLength('{}€')).toMatchObject({ encoding: 'GSM-7', letters: 6 })
  expect(smsLength('₹'.repeat(70))).toEqual({ encoding: 'UCS-2', letters: 70, parts: 1 })
  expect(smsLength('क'.repeat(135))).toEqual({ encoding: 'UCS-2', letters: 135, parts: 3 })
})

test('limits values to 30 characters and treats fixed text as part of the template', () => {
  const values = { number: 'A-1', mentor: 'x', plan: 'p', subject: 'क'.repeat(50), amount: '₹4,500' }
  expect(registeredValues('mentor-rejected', 'en', values)).toEqual({ number: 'A-1' })
  const { subject = '', by } = registeredValues('booking-paid-family', 'hi', values)
  expect([subject.length, subject.slice(-2), by]).toEqual([30, '..', ''])
  expect(registeredValues('refund-sent', 'en', values)).toEqual({ amount: 'Rs 4,500', number: 'A-1' })
  expect(registeredValues('refund-sent', 'hi', values).amount).toBe('₹4,500')
})

test('offers the channels on which a role can be notified', () => {
  expect(channelsOf('family', 'payments')).toEqual(['sms', 'email', 'app'])
  expect(channelsOf('family', 'profile')).toEqual([])
  expect(channelsOf('mentor', 'reviews')).toEqual(['sms', 'app'])
})
