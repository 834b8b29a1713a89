import type { CheckBasis, CheckMethod } from '#contract/mentors/check-evidence.ts'
import type { PublicMentor } from '#contract/mentors/mentors.ts'
import { degreeName } from '#contract/reference/degrees.ts'
import { m } from '#messages'
import { currentLocale } from './locale.ts'
import { formatDay } from './ui/dates.tsx'

export const basisLabels: Record<CheckBasis, () => string> = {
  aadhaar: m.check_basis_aadhaar,
  'voter-card': m.check_basis_voter_card,
  passport: m.check_basis_passport,
  'driving-licence': m.check_basis_driving_licence,
  'pan-card': m.check_basis_pan_card,
  'degree-certificate': m.check_basis_degree_certificate,
  'provisional-certificate': m.check_basis_provisional_certificate,
  marksheet: m.check_basis_marksheet,
  'sample-class': m.check_basis_sample_class,
  conversation: m.check_basis_conversation,
  'police-clearance': m.check_basis_police_clearance,
  'police-verification': m.check_basis_police_verification,
  'child-safety-course': m.check_basis_child_safety_course,
  'child-safety-talk': m.check_basis_child_safety_talk,
}
const methodLabels: Record<Exclude<CheckMethod, 'register'>, () => string> = {
  copy: m.check_how_copy,
  'e-kyc': m.check_how_e_kyc,
  original: m.check_how_original,
  digilocker: m.check_how_digilocker,
  'in-person': m.check_how_in_person,
  'video-call': m.check_how_video_call,
  phone: m.check_how_phone,
}

type Evidence = Pick<PublicMentor['checks'][number], 'kind' | 'basis' | 'method' | 'degree' | 'degreeYear' | 'issuedOn'>

/** Evidence that the name of its check already says, once the method is known. */
const saidByName: readonly CheckBasis[] = ['degree-certificate', 'conversation', 'police-clearance']

export const joinFacts = (facts: readonly (string | false)[]) => facts.filter(Boolean).join(' · ')

/** "B.Sc. Physics, 2015 · Original seen"; empty without a choice. */
export function evidenceText({ kind, basis, method, degree, degreeYear, issuedOn }: Evidence): string {
  const facts = [degree && (degreeName(degree, currentLocale()) ?? ''), degreeYear].filter(Boolean).join(', ')
  const register = kind === 'police' ? m.check_how_police : m.check_how_university
  const how = method && (method === 'register' ? register() : methodLabels[method]())
  const isSaid = how && basis && saidByName.includes(basis) && (kind !== 'qualification' || facts)
  const what = basis && !isSaid ? basisLabels[basis]() : ''
  const dated = issuedOn && what ? m.check_issued({ what, date: formatDay(issuedOn, { year: true }) }) : what
  const seen = basis === 'sample-class' && how ? m.check_sample({ how }) : [dated, how].filter(Boolean).join(', ')
  return joinFacts([facts, seen.charAt(0).toUpperCase() + seen.slice(1)])
}
