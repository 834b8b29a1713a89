import { type CheckKind, checkKinds, checkMethods, subjectName, subjectSlugs } from '#contract/catalogue.ts'
import { dateInIndia } from '#contract/time.ts'
import type { MentorEvent, MentorRow, MentorStatus } from '#contract/verification.ts'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import { formatDateTime, formatDay } from '../ui/dates.tsx'

const dayMs = 86_400_000
const lettersMost = 90

export const statusWords: Record<MentorStatus, () => string> = {
  submitted: m.admin_status_submitted,
  in_review: m.admin_status_in_review,
  verified: m.admin_status_verified,
  rejected: m.admin_status_rejected,
  suspended: m.admin_status_suspended,
}
export const checkWords: Record<CheckKind, () => string> = {
  identity: m.admin_check_identity,
  qualification: m.admin_check_qualification,
  interview: m.admin_check_interview,
  police: m.admin_check_police,
}
export const stateWords = {
  pending: m.admin_state_pending,
  passed: m.admin_state_passed,
  failed: m.admin_state_failed,
  expired: m.admin_state_expired,
}
const methodWords: Record<(typeof checkMethods)[number], () => string> = {
  original: m.admin_method_original,
  copy: m.admin_method_copy,
  register: m.admin_method_register,
  'in-person': m.admin_method_in_person,
  'video-call': m.admin_method_video_call,
  phone: m.admin_method_phone,
  certificate: m.admin_method_certificate,
}
export const methodOptions = () =>
  checkMethods.map((value) => ({ value: value as string, label: methodWords[value]() }))

const partWords: Record<MentorRow['missing'][number], () => string> = {
  photo: m.admin_part_photo,
  document: m.admin_part_document,
  cv: m.admin_part_cv,
  video: m.admin_part_video,
  subjects: m.admin_part_subjects,
  modes: m.admin_part_modes,
  brief: m.admin_part_brief,
}
/** Parts an applicant may leave out. */
const optional = ['cv', 'video']

/** "3 days": whole days in India since then. */
export function ageWords(since: string): string {
  const days = Math.round((Date.parse(dateInIndia(new Date())) - Date.parse(dateInIndia(new Date(since)))) / dayMs)
  return days <= 0 ? m.admin_today() : days === 1 ? m.admin_one_day() : m.admin_days({ count: days })
}

export type CheckShown = { kind: CheckKind; label: string; state: keyof typeof stateWords; word: string }

/** A mentor as a row of the table, every word chosen here. `place` puts names of places into the page's language. */
export function rowOf(row: MentorRow, place: { area: (name: string) => string; city: (name: string) => string }) {
  const names = subjectSlugs
    .filter((slug) => row.subjects.includes(slug))
    .map((one) => subjectName(one, currentLocale()))
  const waits = row.status === 'submitted' || row.status === 'in_review'
  const stateOf = (kind: CheckKind) => row.checks.find((one) => one.kind === kind)?.state ?? 'pending'
  return {
    id: row._id,
    name: row.fullName,
    photo: row.profilePhoto,
    number: row.number,
    phone: row.phone,
    demo: row.demo,
    subjects: names.length > 3 ? `${names.slice(0, 3).join(', ')} +${names.length - 3}` : names.join(', '),
    place: [row.area && place.area(row.area), place.city(row.city)].filter(Boolean).join(', '),
    status: row.status,
    statusWord: statusWords[row.status](),
    waits,
    isNew: row.status === 'submitted',
    submitted: formatDay(row.submittedAt, { year: true }),
    age: waits ? ageWords(row.submittedAt) : null,
    isComplete: row.missing.every((part) => optional.includes(part)),
    missing:
      row.missing.length > 0
        ? m.admin_missing({ parts: row.missing.map((part) => partWords[part]()).join(', ') })
        : null,
    checks: checkKinds.map((kind): CheckShown => {
      const state = stateOf(kind)
      return { kind, label: checkWords[kind](), state, word: stateWords[state]() }
    }),
    canVerify: waits && stateOf('identity') === 'passed' && stateOf('qualification') === 'passed',
    version: row.version,
  }
}
export type ShownRow = ReturnType<typeof rowOf>

const fieldWords: Record<string, () => string> = {
  status: m.admin_field_status,
  state: m.admin_check_state,
  method: m.admin_check_method,
  note: m.admin_check_note,
  evidence: m.admin_check_evidence,
  checkedOn: m.admin_check_on,
  validUntil: m.admin_check_until,
  adminRanking: m.admin_listing_ranking,
  adminBrief: m.admin_listing_brief,
  adminBriefVisible: m.admin_listing_brief_visible,
  tier: m.admin_listing_tier,
  showOnWebsite: m.admin_listing_shown,
}
const valueWords: Record<string, () => string> = {
  ...statusWords,
  ...stateWords,
  ...methodWords,
  gold: m.admin_listing_gold,
  silver: m.admin_listing_silver,
}

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return m.admin_change_empty()
  if (typeof value === 'boolean') return value ? m.admin_change_yes() : m.admin_change_no()
  const text = String(value)
  if ((field === 'checkedOn' || field === 'validUntil') && !Number.isNaN(Date.parse(text)))
    return formatDay(text, { year: true })
  if (['status', 'state', 'method', 'tier'].includes(field) && Object.hasOwn(valueWords, text))
    return valueWords[text]?.() ?? text
  return text.length > lettersMost ? `${text.slice(0, lettersMost)}…` : text
}

type Told = Pick<MentorEvent, 'kind' | 'check' | 'changes'>
const eventWords: Record<string, () => string> = {
  submitted: m.admin_event_submitted,
  resubmitted: m.admin_event_resubmitted,
  review_started: m.admin_event_review_started,
  verified: m.admin_event_verified,
  rejected: m.admin_event_rejected,
  suspended: m.admin_event_suspended,
  restored: m.admin_event_restored,
  document_deleted: m.admin_event_document_deleted,
}

/** "Identity passed", "Application changed". */
function eventTitle({ kind, check, changes }: Told): string {
  const name = check ? checkWords[check]() : ''
  if (kind === 'check_passed') return m.admin_event_check_passed({ check: name })
  if (kind === 'check_failed') return m.admin_event_check_failed({ check: name })
  if (kind === 'check_reopened') return m.admin_event_check_reopened({ check: name })
  if (kind !== 'changed') return eventWords[kind]?.() ?? kind
  if (changes.length === 0) return m.admin_event_changed_application()
  return check ? `${m.admin_event_changed()}: ${name}` : m.admin_event_changed()
}

/** What happened, and from what to what. The status is told by the title. */
export function eventText(one: Told): { title: string; changes: string[] } {
  return {
    title: eventTitle(one),
    changes: one.changes
      .filter(({ field }) => field !== 'status')
      .map(({ field, from, to }) =>
        m.admin_change_line({
          field: fieldWords[field]?.() ?? field,
          from: valueText(field, from),
          to: valueText(field, to),
        }),
      ),
  }
}

export const historyOf = (events: readonly MentorEvent[]) =>
  events.map((one) => ({
    ...eventText(one),
    at: formatDateTime(one.at),
    by: one.by ?? m.admin_by_job(),
    note: one.note,
  }))
