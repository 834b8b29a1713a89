import type { AdminMentor } from '#contract/mentors/verification.ts'
import type { MentorRow } from '#contract/mentors/verification-queue.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { formatDay } from '../../ui/dates.tsx'
import { toWaitingView } from '../../waiting-change.server.ts'
import { caseKindName, caseStatusName } from '../kit/case-labels.server.ts'
import { historyOf, recheckText } from '../kit/event-labels.server.ts'
import { fullTime } from '../kit/full-time.ts'
import { applicationClock, mentorStatusLabels } from '../kit/mentor-labels.server.ts'
import { checkDetails, hasUploadedDocument, namedCertificates, openChecks } from './check-details.server.ts'
import { documentKinds, documentName } from './mentor-documents.tsx'

const presets: Record<string, () => string> = {
  'mentor-document': m.admin_doc_document,
  'mentor-cv': m.admin_doc_cv,
  'mentor-video': m.admin_doc_video,
  'mentor-photo': m.admin_doc_photo,
  'certificate-degree': m.admin_doc_degree,
  'certificate-teaching': m.admin_doc_teaching,
  'certificate-police': m.admin_doc_police,
}

/** Names of the documents an applicant uploaded. */
export const uploadedDocuments = (missing: MentorRow['missing']): string =>
  documentKinds
    .filter((kind) => !missing.includes(kind))
    .map((kind) => documentName[kind]())
    .join(', ')

/** Data of the mentor page, except for the public card and the application answers. */
export function toMentorView(mentor: AdminMentor) {
  const today = dateInIndia(new Date())
  const checks = checkDetails(mentor)
  const waits = mentor.status === 'submitted' || mentor.status === 'in_review'
  const { adminRanking, adminBrief, adminBriefVisible, showOnWebsite, card } = mentor
  const { documentDeletedAt, documentAskedAt, cvDeletedAt } = mentor
  const of = (key: (typeof documentKinds)[number]) => ({ key, name: documentName[key]() })
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
    statusWord: mentorStatusLabels[mentor.status](),
    submitted: formatDay(mentor.submittedAt, { year: true }),
    clock: waits ? applicationClock(mentor.submittedAt) : null,
    rejection: mentor.rejection,
    version: mentor.version,
    today,
    checks,
    open: openChecks(checks)
      .map(({ label }) => label)
      .join(', '),
    documents: [
      {
        ...of('document'),
        isAvailable: hasUploadedDocument(mentor),
        note: mentor.eKyc && m.admin_e_kyc_on({ date: formatDay(mentor.eKyc.checkedAt, { year: true }) }),
        deleted: dayOf(documentDeletedAt),
        asked: dayOf(documentAskedAt),
      },
      { ...of('cv'), isAvailable: mentor.cv !== null, deleted: dayOf(cvDeletedAt), asked: null, note: null },
      { ...of('video'), isAvailable: mentor.teachingVideo !== null, deleted: null, asked: null, note: null },
      ...namedCertificates(mentor).map(({ _id, name, deletedAt }) => ({
        key: _id,
        name,
        isAvailable: deletedAt === null,
        deleted: dayOf(deletedAt),
        asked: null,
        note: null,
      })),
    ],
    rechecks: mentor.rechecks.map(recheckText),
    waiting: mentor.waiting && toWaitingView(mentor.waiting),
    canDeleteDocument: hasDocument && identity?.saved.state === 'passed',
    canAskDocument:
      !hasDocument && documentAskedAt === null && identity?.state !== 'passed' && mentor.status !== 'rejected',
    listing: { adminRanking, adminBrief, adminBriefVisible, tier: card.tier, showOnWebsite },
    safety: mentor.cases
      .filter(({ kind, status }) => kind === 'safety' && status !== 'resolved')
      .map(({ number }) => number)
      .join(', '),
    cases: mentor.cases.map(({ _id, number, kind, status, by, at }) => ({
      id: _id,
      number,
      status,
      at: fullTime(at),
      line: [caseKindName(kind), m.admin_cases_about_by({ name: by })].join(' · '),
      word: caseStatusName(status),
    })),
    history: historyOf(mentor.history),
    accessLog: mentor.looks.map(({ at, by, document }) => ({
      at: fullTime(at),
      line: m.admin_looks_line({ name: by, document: presets[document]?.() ?? document }),
    })),
  }
}
