import { chatErrors } from '../chat/errors.ts'
import { classesErrors } from '../classes/errors.ts'
import { mentorsErrors } from '../mentors/errors.ts'
import { moneyErrors } from '../money/errors.ts'
import { notificationsErrors } from '../notifications/errors.ts'
import { peopleErrors } from '../people/errors.ts'
import { privacyErrors } from '../privacy/errors.ts'
import { referenceErrors } from '../reference/errors.ts'
import { reviewsErrors } from '../reviews/errors.ts'
import { settingsErrors } from '../settings/errors.ts'
import { supportErrors } from '../support/errors.ts'

/**
 * The closed list of error codes with HTTP status and text in both languages. Texts say what happened, then what to do;
 * `{name}` is filled from the error's details. Free of zod: the browser may import it.
 */
export const errorTable = {
  'bad-request': [
    400,
    "Some details aren't correct. Please check them and try again.",
    'कुछ जानकारी सही नहीं है। देखकर फिर कोशिश करें।',
  ],
  'bad-cursor': [
    400,
    "This link doesn't match this list. Start again from the first page.",
    'यह पेज इस सूची का नहीं है। पहले पेज से शुरू करें।',
  ],
  'login-required': [401, 'Please log in first.', 'पहले लॉग इन करें।'],
  'not-admin': [401, "This number doesn't have admin access.", 'इस नंबर को एडमिन की अनुमति नहीं है।'],
  'not-allowed': [403, "You don't have access to this.", 'आपके लॉगिन से यह नहीं हो सकता।'],
  'cross-site': [
    403,
    'We stopped this request because it came from another site.',
    'यह अनुरोध दूसरी साइट से आया, इसलिए रोक दिया गया।',
  ],
  'not-found': [404, "We couldn't find this.", 'यह हमें नहीं मिला।'],
  'already-done': [409, 'This has already been done.', 'यह पहले ही हो चुका है।'],
  'idempotency-busy': [
    409,
    "We're still working on this request. Please wait a moment.",
    'यही अनुरोध अभी चल रहा है। थोड़ा रुकें।',
  ],
  'too-large': [413, 'This is too large.', 'यह बहुत बड़ा है।'],
  'idempotency-mismatch': [
    422,
    'This request was already sent with different details.',
    'यह अनुरोध पहले दूसरी जानकारी के साथ भेजा गया था।',
  ],
  'rate-limited': [429, 'Too many requests. Please wait a minute.', 'बहुत सारे अनुरोध आए। एक मिनट रुकें।'],
  internal: [500, 'Something went wrong. Please try again.', 'कुछ गड़बड़ हो गई। फिर कोशिश करें।'],
  'not-ready': [
    503,
    "This isn't available right now. Please try again in a moment.",
    'अभी यह नहीं हो पा रहा। थोड़ी देर में फिर कोशिश करें।',
  ],
  ...settingsErrors,
  ...notificationsErrors,
  ...referenceErrors,
  ...peopleErrors,
  ...mentorsErrors,
  ...supportErrors,
  ...classesErrors,
  ...moneyErrors,
  ...reviewsErrors,
  ...chatErrors,
  ...privacyErrors,
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>

export type ErrorCode = keyof typeof errorTable
export type Language = 'en' | 'hi'

/** Values for the placeholders of an error text, or the field at fault. */
export type ErrorDetails = Record<string, unknown>

/** Retry-After of a 503 reply, in seconds. */
export const retryAfterSeconds = 5

/** Text of an error code in one language, with `{name}` filled from the details; lists are joined with commas. */
export function errorText(code: ErrorCode, language: Language, details: ErrorDetails = {}): string {
  const [, en, hi] = errorTable[code]
  return (language === 'hi' ? hi : en).replace(/\{(\w+)\}/g, (_, name: string) =>
    [details[name] ?? ''].flat().join(', '),
  )
}

/** Body of every reply that is not 2xx. */
export type ErrorReply = { code: ErrorCode; message: string; details?: ErrorDetails; requestId: string }
