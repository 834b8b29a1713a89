import { basesOf, checkOfCertificate, methodsOf } from '#contract/mentors/check-evidence.ts'
import { eKycDocument } from '#contract/mentors/e-kyc.ts'
import type { AdminMentor } from '#contract/mentors/verification.ts'
import { type CheckKind, checkKinds, neededChecks } from '#contract/reference/catalogue.ts'
import { degreeName, noMaster } from '#contract/reference/degrees.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { basisLabels, evidenceText } from '../../check-evidence.server.ts'
import { educationFacts } from '../../education-facts.server.ts'
import { currentLocale } from '../../locale.ts'
import { formatDay } from '../../ui/dates.tsx'
import type { CheckDetail } from '../kit/check-forms.tsx'
import { fullTime } from '../kit/full-time.ts'
import { checkLabels, checkStateLabels, methodName } from '../kit/mentor-labels.server.ts'
import { certificateName } from './mentor-documents.tsx'

/** Certificates with numbered names ("Degree certificate 2"). */
export function namedCertificates({ certificates }: AdminMentor) {
  return certificates.map((one) => {
    const ofKind = certificates.filter(({ kind }) => kind === one.kind)
    const name = certificateName[one.kind]()
    const nth = ofKind.indexOf(one) + 1
    return { ...one, name: ofKind.length > 1 ? m.admin_doc_nth({ name, nth }) : name }
  })
}

/** Whether there is a file to open. */
export const hasUploadedDocument = ({ document, documentDeletedAt }: AdminMentor): boolean =>
  document !== null && document !== eKycDocument && documentDeletedAt === null

/** What is kept of a signed e-KYC file, as evidence. */
function eKycFacts({ eKyc }: AdminMentor): { label: string; value: string }[] {
  if (!eKyc) return []
  const { name, isSameName, lastFour, signedAt, checkedAt } = eKyc
  return [
    { label: m.admin_e_kyc_checked(), value: formatDay(checkedAt, { year: true }) },
    {
      label: m.admin_e_kyc_name(),
      value: isSameName ? m.admin_e_kyc_matches({ name }) : m.admin_e_kyc_differs({ name }),
    },
    { label: m.admin_e_kyc_last_four(), value: lastFour },
    { label: m.admin_e_kyc_made(), value: fullTime(signedAt) },
  ]
}

/** Files for a check with links to their pages. */
function documentsFor(kind: CheckKind, mentor: AdminMentor) {
  const at = `/admin/mentors/${mentor._id}`
  if (kind === 'identity')
    return hasUploadedDocument(mentor) ? [{ to: `${at}/document`, name: m.admin_doc_document() }] : []
  return namedCertificates(mentor)
    .filter((one) => one.deletedAt === null && checkOfCertificate[one.kind] === kind)
    .map(({ _id, name }) => ({ to: `${at}/${_id}`, name }))
}

const degreesOf = ({ postGraduation, graduation }: AdminMentor): string[] =>
  [postGraduation.degree, graduation.degree].flatMap((code) =>
    code === null || noMaster.some((none) => none === code) ? [] : [code],
  )

/** A check with the values of its form. */
function toCheckDetail(kind: CheckKind, mentor: AdminMentor): CheckDetail {
  const found = mentor.checks.find((one) => one.kind === kind)
  const isEnded = found?.state === 'passed' && (found.validUntil ?? '9999') < dateInIndia(new Date())
  const state = isEnded ? 'expired' : (found?.state ?? 'pending')
  const isAgain = mentor.rechecks.some((one) => one.kind === kind && one.why === 'opened')
  const line = [
    found?.checkedOn && formatDay(found.checkedOn, { year: true }),
    found?.state !== 'pending' && found?.checker && m.admin_check_by({ name: found.checker }),
    found?.validUntil && m.profile_check_valid({ date: formatDay(found.validUntil, { year: true }) }),
  ]
  const hasEKyc = kind === 'identity' && mentor.eKyc !== null && mentor.document === eKycDocument
  const documents = documentsFor(kind, mentor)
  const degrees = kind === 'qualification' ? degreesOf(mentor) : []
  const year = found?.degreeYear ?? (kind === 'qualification' ? mentor.card.qualifications.graduationYear : null)
  return {
    kind,
    label: checkLabels[kind](),
    state,
    word: isAgain ? m.admin_recheck() : checkStateLabels[state](),
    line: line.filter(Boolean).join(' · '),
    isNeeded: neededChecks.includes(kind),
    families: found?.state === 'passed' ? evidenceText(found) : '',
    bases: basesOf[kind].map((value) => ({ value, label: basisLabels[value]() })),
    methods: methodsOf[kind].map((value) => ({ value, label: methodName(kind, value) })),
    degrees: degrees.map((value) => ({ value, label: degreeName(value, currentLocale()) ?? value })),
    documents,
    facts: kind === 'qualification' ? educationFacts(mentor) : kind === 'identity' ? eKycFacts(mentor) : [],
    saved: {
      state: found?.state ?? 'pending',
      method: found?.method || (hasEKyc ? 'e-kyc' : documents.length > 0 ? 'copy' : ''),
      basis: found?.basis || (hasEKyc ? 'aadhaar' : ''),
      degree: found?.degree || (degrees[0] ?? ''),
      degreeYear: year ? String(year) : '',
      issuedOn: found?.issuedOn ?? '',
      evidence: found?.evidence ?? '',
      checkedOn: found?.checkedOn ?? '',
      validUntil: found?.validUntil ?? '',
    },
  }
}

export const checkDetails = (mentor: AdminMentor) => checkKinds.map((kind) => toCheckDetail(kind, mentor))

/** Required checks that are not passed. */
export const openChecks = (checks: readonly CheckDetail[]) =>
  checks.filter(({ kind, state }) => neededChecks.includes(kind) && state !== 'passed')

/** Open checks to pass with a verification: required ones, and optional ones with documents. */
export const checksToPass = (checks: readonly CheckDetail[]) =>
  checks.filter(
    ({ kind, state, documents }) => state !== 'passed' && (neededChecks.includes(kind) || documents.length > 0),
  )
