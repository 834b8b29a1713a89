import { z } from 'zod'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { idParams, text } from '../wire/fields.ts'
import { verificationLimits } from './limits.ts'
import { reviewedFactNames } from './reviewed-facts.ts'
import { status } from './verification-queue.ts'

const value = z.union([z.string(), z.number()]).nullable()
/** New values of a verified mentor that wait for an admin; families see the old ones. */
export const waitingChange = z.object({
  _id: z.uuid(),
  askedAt: z.iso.datetime(),
  /** The mentor is not listed until the change is decided, because it is about name, gender or photo. */
  isUnlisted: z.boolean(),
  changes: z.array(z.object({ fact: z.enum(reviewedFactNames), from: value, to: value })),
})
export type WaitingChange = z.infer<typeof waitingChange>

export const decideChange = endpoint({
  method: 'POST',
  url: '/api/admin/mentors/:id/change-decision',
  schema: {
    summary:
      'Approve or decline the new values a verified mentor asked for; repeating a decision succeeds. Notifies the mentor',
    tags: ['verification'],
    params: idParams,
    body: z
      .strictObject({
        change: z.uuid(),
        decision: z.enum(['approve', 'decline']),
        /** Shown to the mentor; required to decline. */
        reason: text(verificationLimits.reason).default(''),
        /** Version of the mentor the decision is based on, as in the other changes of verification. */
        version: z.number().int().min(1),
      })
      .refine(({ decision, reason }) => decision === 'approve' || reason !== '', {
        path: ['reason'],
        error: 'a reason',
      }),
    response: { 200: z.object({ data: z.object({ _id: z.uuid(), status, version: z.number().int() }) }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
