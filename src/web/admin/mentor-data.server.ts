import { type CheckKind, checkKinds, neededChecks } from '#contract/catalogue.ts'
import { dateInIndia } from '#contract/time.ts'
import type { AdminMentor } from '#contract/verification.ts'
import type { MentorRow } from '#contract/verification-queue.ts'
import { m } from '#messages'
import { formatDateTime, formatDay } from '../ui/dates.tsx'
import { caseKindName, caseStatusName } from './case-words.server.ts'
import type { CheckDetail } from './check-forms.tsx'
import { historyOf, recheckText } from './event-words.server.ts'
import { documentKinds, documentName } from './mentor-documents.tsx'
import { ageWords, checkWords, methodOptions, stateWords, statusWords } from './mentor-words.server.ts'

/** As the notes of the team are known in both languages (names.server.ts of the mentors). */
const suggestions: Record<CheckKind, readonly string[]> = {
  identity: ['Aadhaar seen by our team', 'Voter card seen by our team', 'Passport seen by our team'],
  qualification: [],
  interview: ['In person, with a sample class', 'On video, with a sample class'],
  police: [],
}
const presets: Record<string, () => string> = {
  'mentor-document': m.admin_doc_document,
  'mentor-cv': m.admin_doc_cv,
  'mentor-video': m.admin_doc_video,
  'mentor-photo': m.admin_doc_photo,
}

/** Names of what an applicant sent for us to look at. */
export const givenDocuments = (missing: MentorRow['missing']): string =>
  documentKinds
    .filter((kind) => !missing.includes(kind))
    .map((kind) => documentName[kind]())
    .join(', ')

function checkOf(kind: CheckKind, mentor: AdminMentor, today: string): CheckDetail {
  const found = mentor.checks.find((one) => one.kind === kind)
  const isEnded = found?.state === 'passed' && found.validUntil !== null && found.validUntil < today
  const state = isEnded ? 'expired' : (found?.state ?? 'pending')
  const isAgain = mentor.rechecks.some((one) => one.kind === kind && one.why === 'opened')
  const line = [
    found?.checkedOn && formatDay(found.checkedOn, { year: true }),
    found?.state !== 'pending' && found?.checker && m.admin_check_by({ name: found.checker }),
    found?.validUntil && m.profile_check_valid({ date: formatDay(found.validUntil, { year: true }) }),
  ]
  return {
    kind,
    label: checkWords[kind](),
    state,
    word: isAgain ? m.admin_recheck() : stateWords[state](),
    line: line.filter(Boolean).join(', '),
    saved: {
      state: found?.state ?? 'pending',
      method: found?.method ?? '',
      note: found?.note ?? '',
      evidence: found?.evidence ?? '',
      checkedOn: found?.checkedOn ?? '',
      validUntil: found?.validUntil ?? '',
    },
    suggestions: suggestions[kind],
  }
}

/** What the page of one mentor shows, but for what the public card and the form's words say of it. */
export function shownMentor(mentor: AdminMentor) {
  const today = dateInIndia(new Date())
  const checks = checkKinds.map((kind) => checkOf(kind, mentor, today))
  const waits = mentor.status === 'submitted' || mentor.status === 'in_review'
  const open = checks.filter(({ kind, state }) => neededChecks.includes(kind) && state !== 'passed')
  const { adminRanking, adminBrief, adminBriefVisible, showOnWebsite, card } = mentor
  const { documentDeletedAt, documentAskedAt, cvDeletedAt } = mentor
  const dayOf = (at: string | null) => at && formatDay(at, { year: true })
  const hasDocument = mentor.document !== null && documentDeletedAt === null
  const identity = checks.find(({ kind }) => kind === 'identity')
  return {
    id: mentor._id,
    name: card.fullName,
    photo: card.profilePhoto,
    number: mentor.number,
    slug: mentor.slug,
    demo: mentor.demo,
    phone: mentor.phone,
    email: mentor.email,
    status: mentor.status,
    statusWord: statusWords[mentor.status](),
    submitted: formatDay(mentor.submittedAt, { year: true }),
    age: waits ? ageWords(mentor.submittedAt) : null,
    rejection: mentor.rejection,
    version: mentor.version,
    today,
    checks,
    open: open.map(({ label }) => label).join(', '),
    methods: methodOptions(),
    documents: [
      {
        kind: 'document' as const,
        isThere: hasDocument,
        deleted: dayOf(documentDeletedAt),
        asked: dayOf(documentAskedAt),
      },
      { kind: 'cv' as const, isThere: mentor.cv !== null, deleted: dayOf(cvDeletedAt), asked: null },
      { kind: 'video' as const, isThere: mentor.teachingVideo !== null, deleted: null, asked: null },
    ],
    rechecks: mentor.rechecks.map(recheckText),
    canDeleteDocument: hasDocument && identity?.saved.state === 'passed',
    canAskDocument:
      !hasDocument && documentAskedAt === null && identity?.state !== 'passed' && mentor.status !== 'rejected',
    listing: { adminRanking, adminBrief, adminBriefVisible, tier: card.tier, showOnWebsite },
    ownBrief: mentor.brief,
    safety: mentor.cases
      .filter(({ kind, status }) => kind === 'safety' && status !== 'resolved')
      .map(({ number }) => number)
      .join(', '),
    cases: mentor.cases.map(({ _id, number, kind, status, by, at }) => ({
      ...{ id: _id, number, status, at: formatDateTime(at) },
      ...{ line: [caseKindName(kind), m.admin_cases_about_by({ name: by })].join(', '), word: caseStatusName(status) },
    })),
    history: historyOf(mentor.history),
    looks: mentor.looks.map(({ at, by, document }) => ({
      at: formatDateTime(at),
      line: m.admin_looks_line({ name: by, document: presets[document]?.() ?? document }),
    })),
  }
}
