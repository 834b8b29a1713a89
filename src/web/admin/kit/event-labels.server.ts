import { checkBases, checkMethods } from '#contract/mentors/check-evidence.ts'
import { eKycDocument } from '#contract/mentors/e-kyc.ts'
import { reviewedFactNames, reviewedFacts } from '#contract/mentors/reviewed-facts.ts'
import type { AdminMentor, MentorEvent } from '#contract/mentors/verification.ts'
import type { CheckKind } from '#contract/reference/catalogue.ts'
import { degreeName } from '#contract/reference/degrees.ts'
import { m } from '#messages'
import { basisLabels } from '../../check-evidence.server.ts'
import { currentLocale } from '../../locale.ts'
import { formatDay } from '../../ui/dates.tsx'
import { profileFieldLabel } from '../../waiting-change.server.ts'
import { fullTime } from './full-time.ts'
import { checkLabels, checkStateLabels, mentorStatusLabels, methodName } from './mentor-labels.server.ts'

const maxLetters = 90

/** Labels of reviewed facts and documents, as on the application form. */
const factLabels: Record<string, () => string> = {
  ...Object.fromEntries(reviewedFactNames.map((fact) => [fact, () => profileFieldLabel(reviewedFacts[fact])])),
  document: m.admin_doc_document,
  cv: m.admin_doc_cv,
  [eKycDocument]: m.admin_e_kyc,
  'certificate-degree': m.admin_doc_degree,
  'certificate-teaching': m.admin_doc_teaching,
  'certificate-police': m.admin_doc_police,
}
export const factsText = (changed: readonly string[]) => changed.map((fact) => factLabels[fact]?.() ?? fact).join(', ')

/** Which checks must be repeated, since when and why. */
export function recheckText({ kind, since, why, changed }: AdminMentor['rechecks'][number]): string {
  const words = { check: checkLabels[kind](), date: formatDay(since, { year: true }) }
  if (why === 'ended') return m.admin_recheck_ended(words)
  if (why === 'failed') return m.admin_recheck_failed(words)
  return changed.length > 0
    ? m.admin_recheck_changed({ ...words, facts: factsText(changed) })
    : m.admin_recheck_opened(words)
}

const fieldLabels: Record<string, () => string> = {
  status: m.admin_field_status,
  state: m.admin_check_state,
  method: m.admin_check_method,
  basis: m.admin_check_basis,
  degreeYear: m.admin_check_degree_year,
  issuedOn: m.admin_check_issued,
  evidence: m.cases_note,
  checkedOn: m.admin_check_on,
  validUntil: m.admin_check_until_needed,
  adminRanking: m.admin_listing_ranking,
  adminBrief: m.admin_listing_brief,
  adminBriefVisible: m.admin_listing_brief_visible,
  tier: m.admin_listing_tier,
  showOnWebsite: m.admin_listing_shown,
  subject: m.admin_cat_subject,
  board: m.admin_cat_board,
  degree: m.admin_cat_degree,
  inState: m.apply_label_state,
  city: m.apply_label_city,
  area: m.apply_label_area,
}
/** The label of a changed field, as its form has it; null for others. */
export const changedFieldLabel = (field: string): string | null => (fieldLabels[field] ?? factLabels[field])?.() ?? null

const valueLabels: Record<string, () => string> = {
  ...mentorStatusLabels,
  ...checkStateLabels,
  gold: m.admin_listing_gold,
  silver: m.admin_listing_silver,
}

function valueText(field: string, value: unknown, check: CheckKind | null): string {
  if (value === null || value === undefined || value === '') return m.admin_change_empty()
  if (typeof value === 'boolean') return value ? m.admin_change_yes() : m.admin_change_no()
  const text = String(value)
  const method = field === 'method' && checkMethods.find((one) => one === text)
  if (method) return methodName(check, method)
  const basis = field === 'basis' && checkBases.find((one) => one === text)
  if (basis) return basisLabels[basis]()
  if (field === 'degree') return degreeName(text, currentLocale()) ?? text
  if (['checkedOn', 'validUntil', 'issuedOn'].includes(field) && !Number.isNaN(Date.parse(text)))
    return formatDay(text, { year: true })
  if (['status', 'state', 'tier'].includes(field) && Object.hasOwn(valueLabels, text))
    return valueLabels[text]?.() ?? text
  return text.length > maxLetters ? `${text.slice(0, maxLetters)}…` : text
}

/** A conflict between admins carries no changed facts. */
type EventDetail = Pick<MentorEvent, 'kind' | 'check' | 'changes'> & Partial<Pick<MentorEvent, 'changed'>>
const eventLabels: Record<string, () => string> = {
  submitted: m.admin_event_submitted,
  resubmitted: m.admin_event_resubmitted,
  review_started: m.admin_event_review_started,
  verified: m.admin_event_verified,
  rejected: m.admin_event_rejected,
  suspended: m.admin_event_suspended,
  restored: m.admin_event_restored,
  reported: m.admin_event_reported,
  document_deleted: m.admin_event_document_deleted,
  document_asked: m.admin_event_document_asked,
  document_given: m.admin_event_document_given,
  change_asked: m.admin_event_change_asked,
  change_approved: m.admin_event_change_approved,
  change_declined: m.admin_event_change_declined,
  change_withdrawn: m.admin_event_change_withdrawn,
}

/** For example "Identity passed" or "Application changed". */
function eventTitle({ kind, check, changes, changed = [] }: EventDetail): string {
  const name = check ? checkLabels[check]() : ''
  if (kind === 'check_passed') return m.admin_event_check_passed({ check: name })
  if (kind === 'check_failed') return m.admin_event_check_failed({ check: name })
  if (kind === 'check_reopened') return m.admin_event_check_reopened({ check: name })
  if (kind === 'document_given' && changed.includes(eKycDocument)) return m.admin_event_e_kyc_given()
  if (kind === 'document_deleted' && changed.includes(eKycDocument)) return m.admin_event_e_kyc_deleted()
  if (kind === 'document_deleted' && changed.includes('cv')) return m.admin_event_cv_deleted()
  const [certificate] = changed.filter((fact) => fact.startsWith('certificate-'))
  if (kind === 'document_deleted' && certificate)
    return m.admin_event_certificate_deleted({ name: factsText([certificate]) })
  if (kind !== 'changed') return eventLabels[kind]?.() ?? kind
  if (changes.length === 0) return m.admin_event_changed_application()
  return check ? `${m.admin_event_changed()}: ${name}` : m.admin_event_changed()
}

/** The details of an event; the title already says the status. */
export function eventText(one: EventDetail): { title: string; changes: string[] } {
  return {
    title: eventTitle(one),
    changes: [
      ...((one.kind === 'check_reopened' || one.kind === 'change_asked') && one.changed?.length
        ? [m.admin_change_facts({ facts: factsText(one.changed) })]
        : []),
      ...one.changes
        .filter(({ field }) => field !== 'status')
        .map(({ field, from, to }) =>
          m.admin_change_line({
            field: changedFieldLabel(field) ?? field,
            from: valueText(field, from, one.check),
            to: valueText(field, to, one.check),
          }),
        ),
    ],
  }
}

export const historyOf = (events: readonly MentorEvent[]) =>
  events.map((one) => ({
    ...eventText(one),
    at: fullTime(one.at),
    by: one.by ?? m.admin_by_job(),
    note: one.note,
  }))
