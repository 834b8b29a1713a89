/** What a check may rest on, and how it was seen: closed lists, because families read them. Free of zod. */
import type { CheckKind } from '../reference/catalogue.ts'

/** Documents of an application beside the identity document. */
export const certificateKinds = ['degree', 'teaching', 'police'] as const
export type CertificateKind = (typeof certificateKinds)[number]
/** Files of each kind. */
export const certificatesMost = 4
/** The check that each kind of certificate is for. */
export const checkOfCertificate: Record<CertificateKind, CheckKind> = {
  degree: 'qualification',
  teaching: 'qualification',
  police: 'police',
}

const bases = {
  identity: ['aadhaar', 'voter-card', 'passport', 'driving-licence', 'pan-card'],
  qualification: ['degree-certificate', 'provisional-certificate', 'marksheet'],
  interview: ['sample-class', 'conversation'],
  police: ['police-clearance', 'police-verification'],
} as const satisfies Record<CheckKind, readonly string[]>
/** What was seen. */
export const checkBases = Object.values(bases).flat()
export type CheckBasis = (typeof checkBases)[number]
export const basesOf: Record<CheckKind, readonly CheckBasis[]> = bases

/** `copy`: the uploaded file. Every other one of a document is a reason to pass a check without a file. */
export const checkMethods = ['copy', 'original', 'register', 'digilocker', 'in-person', 'video-call', 'phone'] as const
export type CheckMethod = (typeof checkMethods)[number]
export const methodsOf: Record<CheckKind, readonly CheckMethod[]> = {
  identity: ['copy', 'original', 'video-call'],
  qualification: ['copy', 'original', 'register', 'digilocker'],
  interview: ['in-person', 'video-call', 'phone'],
  police: ['copy', 'original', 'register'],
}
