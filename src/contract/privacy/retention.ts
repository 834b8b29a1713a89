import { rejectedCvDays, rejectedDocumentDays } from '../mentors/limits.ts'
import { knownDevices } from '../people/limits.ts'

/**
 * Days after which the nightly job removes personal data of accounts that stay; the texts on the privacy page say from
 * when and why. Free of zod: the browser may import it.
 */
export const retentionDays = {
  /** After the code was sent. */
  codes: 2,
  /** IP addresses of calls and cases, after they were made. */
  addresses: 2,
  /** Stored replies to repeated requests, after the request. */
  replies: 7,
  /** After the session expired. */
  sessions: 30,
  /** After the device's last login. */
  devices: knownDevices.days,
  /** After the event. */
  notifications: 180,
  /** SMS and emails, after they were sent or given up. */
  messages: 365,
  /** Call requests and cases of people without an account, except safety cases, after they were closed. */
  visitors: 365,
  /** After the safety case was closed. */
  evidence: 365,
  /** Identity documents and certificates, after the check or rejection. */
  documents: rejectedDocumentDays,
  /** After the application was rejected. */
  cvs: rejectedCvDays,
  /** PDFs of a person's data, after they were made. */
  copies: 1,
} as const
export type RetentionClock = keyof typeof retentionDays
