/** Evidence and methods of checks: closed lists, because families read them. Must not import zod, so that the browser can load this file. */
import type { CheckKind } from '../reference/catalogue.ts'

/** Certificates of an application, in addition to the identity document. */
export const certificateKinds = ['degree', 'teaching', 'police'] as const
export type CertificateKind = (typeof certificateKinds)[number]
/** Maximum number of files per kind. */
export const maxCertificates = 4
/** The check each certificate belongs to. */
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
  training: ['child-safety-course', 'child-safety-talk'],
} as const satisfies Record<CheckKind, readonly string[]>
/** Documents or situations a check is based on. */
export const checkBases = Object.values(bases).flat()
export type CheckBasis = (typeof checkBases)[number]
export const basesOf: Record<CheckKind, readonly CheckBasis[]> = bases

/** `copy`: the uploaded file. `e-kyc`: the signed file of UIDAI. With any other method a document check can pass without an upload. */
export const checkMethods = [
  'copy',
  'e-kyc',
  'original',
  'register',
  'digilocker',
  'in-person',
  'video-call',
  'phone',
] as const
export type CheckMethod = (typeof checkMethods)[number]
export const methodsOf: Record<CheckKind, readonly CheckMethod[]> = {
  identity: ['copy', 'e-kyc', 'original', 'video-call'],
  qualification: ['copy', 'original', 'register', 'digilocker'],
  interview: ['in-person', 'video-call', 'phone'],
  police: ['copy', 'original', 'register'],
  training: ['original', 'in-person', 'video-call'],
}
/** Checks that pass for a time only: their result names its last day. */
export const endingChecks: readonly CheckKind[] = ['police', 'training']
