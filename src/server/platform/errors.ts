import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import {
  type ErrorCode,
  type ErrorDetails,
  type ErrorReply,
  errorTable,
  errorText,
  type Language,
  retryAfterSeconds,
} from '#contract/wire/errors.ts'
import { constraintOf, isUnavailable } from './database.ts'

/** An expected failure: its code decides the status and the text in both languages. */
export class AppError extends Error {
  code: ErrorCode
  details: ErrorDetails
  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}

/** `bad-request` about one field; the problem says what is allowed. */
export const invalidField = (field: string, problem: string) =>
  new AppError('bad-request', { fields: [{ field, problem }] })

/** What was found, or the viewer's family or mentor id if they have one. @throws AppError `not-found` */
export function orNotFound<Found extends object | string>(found: Found | null | undefined | ''): Found {
  if (!found) throw new AppError('not-found')
  return found
}

/** Constraints whose violation the user can fix. Any other violation is a bug and answers `internal`. */
const constraintCodes: Record<string, ErrorCode> = {
  teaching_slot_free: 'slot-taken',
  lesson_learner_free: 'learner-busy',
  mentor_leave_apart: 'leave-overlap',
  class_record_lesson_once: 'already-marked',
  booking_demo_once: 'demo-already-taken',
  guarantee_once: 'guarantee-over',
  refund_within_payment: 'refund-too-large',
  bank_not_overdrawn: 'payout-bank-short',
  phone_change_phone_once: 'phone-promised',
  passkey_credential_once: 'passkey-known',
  account_phone_unique: 'phone-has-account',
  evidence_held: 'evidence-held',
}

/** Language of the page, sent as Accept-Language, else English. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  return /^\s*hi\b/i.test(request.headers['accept-language'] ?? '') ? 'hi' : 'en'
}

/** Invalid fields of a request. */
function badFields(error: FastifyError): { field: string; problem: string }[] | null {
  if (!hasZodFastifySchemaValidationErrors(error)) return null
  return error.validation.map((issue) => {
    const path = issue.instancePath.replace(/^\//, '').replaceAll('/', '.')
    const unknown = (issue.params as { keys?: string[] } | undefined)?.keys // zod lists unknown fields here
    return {
      field: unknown?.join(', ') ?? (path || (error.validationContext ?? 'body')),
      problem: issue.message ?? 'not valid',
    }
  })
}

function codeOf(error: FastifyError | AppError): [ErrorCode, ErrorDetails] {
  if (error instanceof AppError) return [error.code, error.details]
  const fields = badFields(error)
  if (fields) return ['bad-request', { fields }]
  const known = constraintCodes[constraintOf(error) ?? '']
  if (known) return [known, {}]
  if (error.statusCode === 429) return ['rate-limited', {}]
  if (error.statusCode === 413) return ['too-large', {}]
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return ['bad-request', { fields: [{ field: 'body', problem: error.message }] }]
  }
  return [isUnavailable(error) || isUnwritable(error) ? 'not-ready' : 'internal', {}]
}

/** Whether a file could not be written because the disk is full or read-only. */
const isUnwritable = (error: Error): boolean =>
  'code' in error && ['ENOSPC', 'EDQUOT', 'EROFS'].includes(String(error.code))

/** Request data needed for the text and log line of a failure. */
type ErrorContext = { id: string; language: Language; log: { error(fields: object, text: string): void } }

/** Code, status and text of a failure. Unknown errors are logged and show a request id only. */
export function describeErrorIn(error: FastifyError | AppError, { id, language, log }: ErrorContext) {
  const [code, details] = codeOf(error)
  const status = errorTable[code][0]
  // Refused early: reported once by the watch that refuses.
  const isRefused = error instanceof AppError && code === 'not-ready'
  if (status >= 500 && !isRefused) log.error({ err: error, requestId: id }, code)
  const body: ErrorReply = {
    code,
    message: errorText(code, language, details),
    ...(Object.keys(details).length > 0 ? { details } : {}),
    requestId: id,
  }
  return { status, body }
}

export const describeError = (error: FastifyError | AppError, request: FastifyRequest) =>
  describeErrorIn(error, { id: request.id, language: languageOf(request), log: request.log })

/** Error handler of the API. */
export function replyWithError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  const { status, body } = describeError(error, request)
  request.failure = body.code
  if (status === 503) reply.header('retry-after', retryAfterSeconds)
  return reply.status(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}
