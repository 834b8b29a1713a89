import { z } from 'zod'
import { addressField, savedAddress } from '../classes/addresses.ts'
import { endpoint, onlyFamilies } from '../wire/endpoint.ts'
import { boardField, gradeField, idParams, line } from '../wire/fields.ts'
import { type ParentConsent, parentConsent } from './consents.ts'

const tags = ['profiles'] as const

const learner = z.object({
  _id: z.uuid(),
  name: z.string().nullable(),
  grade: z.string().nullable(),
  school: z.string().nullable(),
  board: z.string().nullable(),
  isAdult: z.boolean(),
  /** Address for classes at home: the learner's own, else the family profile's. */
  address: savedAddress.nullable(),
})
export type Learner = z.infer<typeof learner>

/** null: unknown. Without an address the stored one is kept. */
const facts = z.strictObject({
  name: line(80),
  grade: gradeField.nullable(),
  school: line(120).nullable(),
  board: boardField.nullable(),
  address: addressField.optional(),
})
export type LearnerFacts = z.output<typeof facts>

/** Who agrees for a learner: a parent or guardian, once for the family, or the learner, an adult. */
const learnerAgreement = { adult: z.boolean().optional(), parent: parentConsent.optional() }
export type LearnerAgreement = { adult?: boolean | undefined; parent?: ParentConsent | undefined }

export const ownLearners = endpoint({
  method: 'GET',
  url: '/api/users/learners',
  schema: {
    summary: "The family's learners, active and archived",
    tags,
    response: { 200: z.object({ data: z.array(learner), archived: z.array(learner) }) },
  },
  config: { access: onlyFamilies },
})

export const addLearner = endpoint({
  method: 'POST',
  url: '/api/users/learners',
  schema: {
    summary:
      'Add a learner; the same name and class updates the existing one. `parent` is needed before the first learner under 18',
    tags,
    body: facts.extend(learnerAgreement),
    response: { 200: z.object({ data: learner }) },
  },
  config: { access: onlyFamilies },
})

export const changeLearner = endpoint({
  method: 'PUT',
  url: '/api/users/learners/:id',
  schema: {
    summary: 'Update a learner',
    tags,
    params: idParams,
    body: facts,
    response: { 200: z.object({ data: learner }) },
  },
  config: { access: onlyFamilies },
})

export const archiveLearner = endpoint({
  method: 'PUT',
  url: '/api/users/learners/:id/archived',
  schema: {
    summary: 'Archive a learner without upcoming classes, or restore one',
    tags,
    params: idParams,
    body: z.strictObject({ archived: z.boolean() }),
    response: { 200: z.object({ data: learner }) },
  },
  config: { access: onlyFamilies },
})
