import { z } from 'zod'
import { bothSides, endpoint } from '../wire/endpoint.ts'
import { line } from '../wire/fields.ts'
import { consentKinds, parentRelations } from './consent-texts.ts'

const tags = ['privacy'] as const

/** The text a page showed; an older version than the current one is refused. */
const shownText = { version: z.coerce.number().int().min(1).max(999), language: z.enum(['en', 'hi']) }
export const shownConsent = z.strictObject(shownText)
export type ShownConsent = z.output<typeof shownConsent>

/** A parent or guardian who agrees for the family's learners under 18. */
export const parentConsent = z.strictObject({ ...shownText, relation: z.enum(parentRelations), name: line(80) })
export type ParentConsent = z.output<typeof parentConsent>

export const consent = z.object({
  kind: z.enum(consentKinds),
  version: z.number().int(),
  language: z.enum(['en', 'hi']),
  shown: z.string(),
  parentName: z.string().nullable(),
  relation: z.enum(parentRelations).nullable(),
  givenAt: z.iso.datetime(),
  withdrawnAt: z.iso.datetime().nullable(),
})
export type Consent = z.infer<typeof consent>
const reply = { 200: z.object({ data: z.array(consent) }) }

export const ownConsents = endpoint({
  method: 'GET',
  url: '/api/profile/consents',
  schema: { summary: 'Every consent of the account, newest first, withdrawn ones included', tags, response: reply },
  config: { access: bothSides },
})

export const giveConsent = endpoint({
  method: 'POST',
  url: '/api/profile/consents',
  schema: {
    summary: 'Give a consent to the text a page showed; repeating it changes nothing',
    tags,
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('account'), ...shownText }),
      z.strictObject({ kind: z.literal('documents'), ...shownText }),
      z.strictObject({ kind: z.literal('mentor-conduct'), ...shownText }),
      z.strictObject({ kind: z.literal('family-conduct'), ...shownText }),
      parentConsent.extend({ kind: z.literal('child') }),
    ]),
    response: reply,
  },
  config: { access: bothSides },
})

export const withdrawConsent = endpoint({
  method: 'DELETE',
  url: '/api/profile/consents/:kind',
  schema: {
    summary:
      'Withdraw a consent; repeating it changes nothing. Those for the account and the code of conduct end with the account only',
    tags,
    params: z.strictObject({ kind: z.enum(consentKinds) }),
    response: reply,
  },
  config: { access: bothSides },
})
