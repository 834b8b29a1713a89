import type { CheckMethod } from '#contract/mentors/check-evidence.ts'
import type { MentorStatus } from '#contract/mentors/lifecycles.ts'
import { applicationDays } from '#contract/mentors/limits.ts'
import { type MentorRow, statusFilters } from '#contract/mentors/verification-queue.ts'
import { type CheckKind, checkKinds, everySubject, subjectName } from '#contract/reference/catalogue.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { clockOf } from './deadline.tsx'
import { fullDay } from './full-time.ts'

const dayMs = 86_400_000

export const mentorStatusLabels: Record<MentorStatus, () => string> = {
  submitted: m.admin_status_submitted,
  in_review: m.admin_status_in_review,
  verified: m.admin_status_verified,
  rejected: m.admin_status_rejected,
  suspended: m.admin_status_suspended,
}
export const checkLabels: Record<CheckKind, () => string> = {
  identity: m.admin_check_identity,
  qualification: m.admin_check_qualification,
  interview: m.admin_check_interview,
  police: m.admin_check_police,
  training: m.admin_check_training,
}
export const checkStateLabels = {
  pending: m.admin_state_pending,
  passed: m.admin_state_passed,
  failed: m.admin_state_failed,
  expired: m.admin_state_expired,
}
const methodLabels: Record<CheckMethod, () => string> = {
  copy: m.admin_method_copy,
  'e-kyc': m.admin_method_e_kyc,
  original: m.admin_method_original,
  register: m.admin_method_university,
  digilocker: m.admin_method_digilocker,
  'in-person': m.admin_method_in_person,
  'video-call': m.admin_method_video_call,
  phone: m.admin_method_phone,
}
export const methodName = (kind: CheckKind | null, method: CheckMethod): string =>
  kind === 'police' && method === 'register' ? m.admin_method_police() : methodLabels[method]()

const partLabels: Record<MentorRow['missing'][number], () => string> = {
  photo: m.admin_part_photo,
  document: m.admin_part_document,
  cv: m.admin_part_cv,
  video: m.admin_part_video,
  subjects: m.admin_part_subjects,
  modes: m.admin_part_modes,
  brief: m.admin_part_brief,
}
/** Optional parts of an application. */
const optional = ['cv', 'video']

/** Whole days since then in Indian time, for example "3 days". */
export function ageText(since: string): string {
  const days = Math.round((Date.parse(dateInIndia(new Date())) - Date.parse(dateInIndia(new Date(since)))) / dayMs)
  return days <= 0 ? m.admin_today() : days === 1 ? m.admin_one_day() : m.admin_days({ count: days })
}

/** Time left of what we promise applicants. */
export const applicationClock = (submittedAt: string) => clockOf(Date.parse(submittedAt) + applicationDays * dayMs)

export type CheckShown = { kind: CheckKind; label: string; state: keyof typeof checkStateLabels; word: string }

/** The states of checks, for the legend of their signs. */
export const checkStates = () =>
  (Object.keys(checkStateLabels) as CheckShown['state'][]).map((state) => ({ state, word: checkStateLabels[state]() })) // safe: its own keys

/** Translates place names. */
export type PlaceNames = { area: (name: string) => string; city: (name: string) => string }

/** The required parts that an application lacks. */
function missingText(missing: MentorRow['missing']): string | null {
  const parts = missing.filter((part) => !optional.includes(part)).map((part) => partLabels[part]())
  return parts.length > 0 ? m.admin_missing({ parts: parts.join(', ') }) : null
}

/** A mentor as shown in its row. */
export function rowOf(row: MentorRow, place: PlaceNames) {
  const names = everySubject()
    .filter((slug) => row.subjects.includes(slug))
    .map((one) => subjectName(one, currentLocale()))
  const waits = row.status === 'submitted' || row.status === 'in_review'
  const stateOf = (kind: CheckKind) => row.checks.find((one) => one.kind === kind)?.state ?? 'pending'
  return {
    id: row._id,
    name: row.fullName,
    photo: row.profilePhoto,
    number: row.number,
    phone: row.phone ?? '',
    demo: row.demo,
    subjects: names.length > 3 ? `${names.slice(0, 3).join(', ')} +${names.length - 3}` : names.join(', '),
    place: [row.area && place.area(row.area), place.city(row.city)].filter(Boolean).join(', '),
    status: row.status,
    statusWord: mentorStatusLabels[row.status](),
    waits,
    isNew: row.status === 'submitted',
    submitted: fullDay(row.submittedAt),
    joined: fullDay(row.joinedAt),
    changed: ageText(row.changedAt),
    clock: waits ? applicationClock(row.submittedAt) : null,
    recheck: row.recheckSince && m.admin_recheck_age({ age: ageText(row.recheckSince) }),
    missing: missingText(row.missing),
    checks: checkKinds.map((kind): CheckShown => {
      const state = stateOf(kind)
      return { kind, label: checkLabels[kind](), state, word: checkStateLabels[state]() }
    }),
    version: row.version,
  }
}
export type ShownRow = ReturnType<typeof rowOf>

const filterLabels: Record<(typeof statusFilters)[number], () => string> = {
  all: m.admin_filter_all,
  verified: m.admin_filter_verified,
  pending: m.admin_filter_pending,
  recheck: m.admin_recheck,
  rejected: m.admin_filter_rejected,
  suspended: m.admin_filter_suspended,
}
export const mentorFilters = () =>
  statusFilters.map((value) => ({ value: value as string, label: filterLabels[value]() }))
