import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { afterAll, expect, test } from 'vitest'
import { type BookingPolicy, defaultPolicy } from '#contract/classes/limits.ts'
import { settingValues } from '#contract/settings/setting-values.ts'
import { getLocale, overwriteGetLocale } from '#messages-runtime'
import { ratesText } from './admin/settings/rates-list.tsx'
import { cancellationLines } from './cancellation-lines.ts'
import { homeTexts } from './home/home-texts.server.ts'
import type { Locale } from './locale.ts'
import { bookingTexts } from './mentors/booking-texts.server.ts'
import { readLegalText } from './pages/legal-text.server.ts'
import { WhatsNext } from './payments/whats-next.tsx'
import { retentionTexts } from './retention-texts.ts'
import { CertificateFields } from './signup/certificate-fields.tsx'
import { IdentityField } from './signup/identity-field.tsx'

// Test files of a worker share modules.
const usual = getLocale
afterAll(() => overwriteGetLocale(usual))

/** The component as a page shows it, without tags. */
function shown<P extends object>(Part: ComponentType<P>, props: object): string {
  const Page = createRoutesStub([{ path: '/', Component: () => createElement(Part, props as P) }]) // safe: what the text needs
  return renderToStaticMarkup(createElement(Page)).replace(/<[^>]*>/g, ' ')
}

const policyOf = (value: number) =>
  Object.fromEntries(Object.keys(defaultPolicy).map((rule) => [rule, value])) as BookingPolicy // safe: its own keys

/** Every text with a number of hours or days that an owner sets, with `value` in each. */
async function textsWith(value: number, locale: Locale): Promise<Record<string, string>> {
  overwriteGetLocale(() => locale)
  const policy = policyOf(value)
  const fields = {
    bind: (path: string) => ({ id: path, name: path, defaultValue: '', error: undefined }),
    answers: {},
    error: () => undefined,
    isProven: true,
    documentConsent: null,
    documentDays: value,
    eKyc: { days: value, isStandIn: false, consent: { version: 1, items: [] } },
    eKycCheckedAt: null,
  }
  const payment = { _id: 'order', receiptTo: null, mentor: { fullName: 'Asha' }, scheduleDays: value }
  const hours = { en: [], hi: [] }
  const office = { legalName: '', gstin: '', grievance: {}, nodal: {} }
  const site = { policy, documentDays: value, fees: {}, hours, phone: '', email: '', address: {}, office }
  const legal = async (name: string) =>
    JSON.stringify(await readLegalText(name, locale, site as unknown as Parameters<typeof readLegalText>[2])) // safe: its numbers
  return {
    refund: await legal('refund'),
    mentorTerms: await legal('terms-and-conditions'),
    privacy: await legal('privacy-policy'),
    family: cancellationLines(policy, 'family').join(' '),
    mentor: cancellationLines(policy, 'mentor').join(' '),
    home: JSON.stringify(homeTexts(policy.guaranteeHours)),
    booking: bookingTexts('Asha', { byAgreement: true } as Parameters<typeof bookingTexts>[1], policy.guaranteeHours)
      .guarantee,
    paid: shown(WhatsNext, { payment, phoneEnding: null, canMail: false }),
    identity: shown(IdentityField, { fields }),
    certificates: shown(CertificateFields, { fields }),
    kept: retentionTexts(value)
      .map(({ text }) => text)
      .join(' '),
    scheduleRate: ratesText('scheduleWithinDays', value),
  }
}

test.each(['en', 'hi'] as const)('one hour and one day are written as one (%s)', async (locale) => {
  for (const [name, text] of Object.entries(await textsWith(1, locale))) {
    expect(text, name).toMatch(/(?<![\d.])1 (hour|day|घंटे|दिन)(?!s)/)
    // In Hindi all of them stand before a postposition.
    expect(text, name).not.toMatch(/(?<![\d.])1 (hours|days|घंटा [कमसबय])/)
  }
})

test.each(['en', 'hi'] as const)('cancelling that is free until the class names no hours (%s)', (locale) => {
  for (const reader of ['family', 'mentor'] as const)
    expect(cancellationLines(policyOf(0), reader, locale).join(' ')).not.toMatch(/(?<!\d)0 (hour|घंट)/)
})

test('a number that is set by itself is at least one', () => {
  for (const [name, schema] of Object.entries(settingValues))
    if (schema.safeParse(2).success) expect(schema.safeParse(0).success, name).toBe(false)
})
