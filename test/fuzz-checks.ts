import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { type ErrorCode, errorTable } from '#contract/wire/errors.ts'
import { blind, exactLat } from './private-fields.ts'
import { bankCanary, canary, type World } from './world.ts'

export const fuzzCallers = [
  ...(['visitor', 'family', 'otherFamily', 'mentor', 'otherMentor'] as const),
  ...(['admin', 'operations', 'support'] as const),
]
export type FuzzCaller = (typeof fuzzCallers)[number]

/** What a caller may never read, whatever it sends. */
export function secretsFrom(who: FuzzCaller, { mentor, family }: World): readonly string[] {
  if (who === 'family') return [blind, bankCanary, mentor.phone, exactLat]
  if (who === 'mentor') return [bankCanary, family.phone]
  if (outsiders.includes(who)) return [canary, bankCanary, mentor.phone, family.phone, exactLat]
  return []
}

/** Ids of rows that only the first family, the first mentor and admins may read. */
export const privateIds = (world: World): readonly string[] => [
  ...[world.orderId, world.bookingId, world.pendingBookingId, world.recordId, world.lessonId, world.learnerId],
  ...[world.mediaId, world.uploadId, world.chatId, world.chatFileId, world.chatCaseId, world.batchId, world.payoutId],
  ...[world.leaveId, world.endedLeaveId, world.callId, world.newsId, world.deviceId, world.proposalId],
]
export const outsiders: readonly FuzzCaller[] = ['visitor', 'otherFamily', 'otherMentor']

const errorCodes = Object.keys(errorTable) as ErrorCode[] // safe: the record's keys are the codes
export const errorBody = z.strictObject({
  code: z.enum(errorCodes),
  message: z.string().min(1),
  details: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string().min(1),
})
// Upload errors have Cloudinary's shape, nested one level deeper.
const errorReply = z.union([errorBody, z.strictObject({ error: errorBody })])

export type FuzzReply = { status: number; isJson: boolean; text: string; location: string }

/** What is wrong with a reply, or nothing. */
export function faultOf(reply: FuzzReply, { schema }: Endpoint, secrets: readonly string[]): string | undefined {
  const { status, isJson, text, location } = reply
  const leaked = secrets.find((secret) => text.includes(secret) || location.includes(secret))
  if (leaked) return `status ${status} shows ${leaked}`
  if (status >= 500) return `status ${status}`
  if (status >= 300 && status < 400) return undefined
  if (!isJson && status >= 400) return `status ${status} without JSON`
  const body: unknown = isJson ? JSON.parse(text) : text
  if (status >= 400) {
    const parsed = errorReply.safeParse(body)
    if (!parsed.success) return `status ${status} without the shape of an error`
    const { code } = 'error' in parsed.data ? parsed.data.error : parsed.data
    return errorTable[code][0] === status ? undefined : `status ${status} with code ${code}`
  }
  if (status !== 200) return `status ${status}`
  return mismatch(schema.response[200], body)
}

/** Why a value is not exactly what a schema lists. */
export function mismatch(schema: z.ZodType, body: unknown): string | undefined {
  const parsed = schema.safeParse(body)
  if (!parsed.success) return `a reply the schema refuses: ${z.prettifyError(parsed.error)}`
  return isDeepStrictEqual(parsed.data, body) ? undefined : 'a reply with fields the schema does not list'
}
