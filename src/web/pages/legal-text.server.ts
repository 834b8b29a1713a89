import { autoConfirmHours, confirmReminderHours, guaranteeLimit } from '#contract/classes/limits.ts'
import { demoPriceRupees, monthHours } from '#contract/classes/plans.ts'
import { ageRange } from '#contract/mentors/application-sections.ts'
import { rejectedCvDays, rejectedDocumentDays, reliabilityRules } from '#contract/mentors/limits.ts'
import { erasureDays } from '#contract/privacy/limits.ts'
import type { siteFacts } from '#contract/settings/settings.ts'
import { settleDays } from '#contract/support/case-types.ts'
import { responseHours } from '#contract/support/limits.ts'
import { brand } from '#contract/wire/brand.ts'
import { telHref } from '#contract/wire/contact.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { m } from '#messages'
import { cancellationLines, cancellationRules } from '../cancellation-lines.ts'
import { feeValues } from '../fee-values.ts'
import type { Locale } from '../locale.ts'
import { wholeDays, wholeHours } from '../whole-times.ts'

/** Ends each line: what it promises, as `test/published-texts.ts` lists it. */
const promiseIds = / \{#[^}]*\}$/

type Items<Kind> = { kind: Kind; items: string[] }
export type Block = { kind: 'heading' | 'paragraph'; text: string } | Items<'list'> | Items<'table'>
/** `lead` and the blocks may hold links: `[words](/path)`. */
type LegalText = { title: string; lead: string; blocks: Block[] }

type SiteFacts = ReplyOf<typeof siteFacts>['data']

const files = import.meta.glob<string>('../../../content/*/*.md', { query: '?raw', import: 'default' })

/** Reads `content/<language>/<name>.md`. Supports one `#` title, `##` headings, paragraphs, `-` lists, links and the values below. */
export async function readLegalText(name: string, locale: Locale, site: SiteFacts): Promise<LegalText | null> {
  const text = await files[`../../../content/${locale}/${name}.md`]?.()
  if (text === undefined) return null
  const brandName = locale === 'hi' ? brand.nameHi : brand.name
  const all: Record<string, string> = {
    brand: brandName,
    ...values,
    ...ruleValues(site, locale),
    fees: m.signup_policy_fee(feeValues(site.fees), { locale }),
    hours: site.hours[locale].join('; '),
    phone: phoneLink(site.phone),
    email: mailLink(site.email),
    ...officeValues(site, locale),
    cancellation: cancellationLines(site.policy, name === 'terms-and-conditions' ? 'mentor' : 'family', locale)
      .map((line, i) => `${i < cancellationRules ? '|' : '-'} ${line}`)
      .join('\n'),
  }
  return parse(withoutUnknown(text, all).replace(/\{(\w+)\}/g, (whole, value: string) => all[value] ?? whole))
}

/** Leaves out lines that name something an owner has not filled in. */
const withoutUnknown = (text: string, values: Record<string, string>) =>
  text
    .split('\n')
    .filter((line) => [...line.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => values[name] !== ''))
    .join('\n')

const phoneLink = (phone: string) => `[${phone}](${telHref(phone)})`
const mailLink = (email: string) => `[${email}](mailto:${email})`
const officerText = ({ name, phone, email }: SiteFacts['office']['grievance']) =>
  name && [name, phone && phoneLink(phone), email && mailLink(email)].filter(Boolean).join(', ')
const officeValues = ({ office, address }: SiteFacts, locale: Locale) => ({
  legalName: office.legalName,
  gstin: office.gstin,
  address: address[locale],
  grievanceOfficer: officerText(office.grievance),
  nodalContact: officerText(office.nodal),
})

const { days, minClasses, answerHours, percent } = reliabilityRules
const values: Record<string, string> = {
  responseHours: `${responseHours}`,
  settleDays: `${settleDays}`,
  demoPrice: `₹${demoPriceRupees}`,
  monthHours: `${monthHours}`,
  answerHours: `${autoConfirmHours}`,
  reminderHours: `${confirmReminderHours}`,
  guaranteeTimes: `${guaranteeLimit.times}`,
  guaranteeDays: `${guaranteeLimit.days}`,
  minAge: `${ageRange.min}`,
  maxAge: `${ageRange.max}`,
  erasureDays: `${erasureDays}`,
  rejectedDocumentDays: `${rejectedDocumentDays}`,
  rejectedCvDays: `${rejectedCvDays}`,
  reliabilityDays: `${days}`,
  reliabilityClasses: `${minClasses}`,
  reliabilityHours: `${answerHours}`,
  reliabilityCancelled: `${percent.cancelled}`,
  reliabilityMissed: `${percent.missed}`,
  reliabilityLate: `${percent.late}`,
  reliabilityUnanswered: `${percent.unanswered}`,
}

/** Current rules with their units: "7 days". */
const ruleValues = ({ policy, documentDays }: SiteFacts, locale: Locale) => ({
  scheduleWithinDays: wholeDays(policy.scheduleWithinDays, { locale }),
  guaranteeHours: wholeHours(policy.guaranteeHours, { locale }),
  documentDays: wholeDays(documentDays, { locale }),
})

function parse(text: string): LegalText {
  const blocks: Block[] = []
  let title = ''
  let lead = ''
  for (const line of text.split('\n').map((one) => one.replace(promiseIds, '').trim())) {
    const last = blocks.at(-1)
    const kind = line.startsWith('- ') ? 'list' : line.startsWith('| ') ? 'table' : null
    if (line.startsWith('# ')) title = line.slice(2)
    else if (line.startsWith('## ')) blocks.push({ kind: 'heading', text: line.slice(3) })
    else if (kind && last?.kind === kind) last.items.push(line.slice(2))
    else if (kind) blocks.push({ kind, items: [line.slice(2)] })
    else if (lead === '') lead = line
    else if (line !== '') blocks.push({ kind: 'paragraph', text: line })
  }
  return { title, lead, blocks }
}
