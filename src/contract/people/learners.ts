import { z } from 'zod'
import { addressField, savedAddress } from '../classes/addresses.ts'
import { endpoint } from '../wire/endpoint.ts'
import { boardField, gradeField, idParams, line } from '../wire/fields.ts'

const tags = ['profiles'] as const
const access = { visitor: 'no', family: 'own', mentor: 'no', admin: 'no' } as const

const learner = z.object({
  _id: z.uuid(),
  name: z.string().nullable(),
  grade: z.string().nullable(),
  school: z.string().nullable(),
  board: z.string().nullable(),
  /** Where its classes at home take place: its own, else the one of the family's profile. */
  address: savedAddress.nullable(),
})
export type Learner = z.infer<typeof learner>

/** null: not said. Without an address the one that is kept stays. */
const facts = z.strictObject({
  name: line(80),
  grade: gradeField.nullable(),
  school: line(120).nullable(),
  board: boardField.nullable(),
  address: addressField.optional(),
})
export type LearnerFacts = z.output<typeof facts>

export const ownLearners = endpoint({
  method: 'GET',
  url: '/api/users/learners',
  schema: {
    summary: "The family's learners, and those it put away",
    tags,
    response: { 200: z.object({ data: z.array(learner), archived: z.array(learner) }) },
  },
  config: { access },
})

export const addLearner = endpoint({
  method: 'POST',
  url: '/api/users/learners',
  schema: {
    summary: 'Add a learner; one of the same name and class is the same learner',
    tags,
    body: facts,
    response: { 200: z.object({ data: learner }) },
  },
  config: { access },
})

export const changeLearner = endpoint({
  method: 'PUT',
  url: '/api/users/learners/:id',
  schema: {
    summary: 'Correct what we know of a learner',
    tags,
    params: idParams,
    body: facts,
    response: { 200: z.object({ data: learner }) },
  },
  config: { access },
})

export const archiveLearner = endpoint({
  method: 'PUT',
  url: '/api/users/learners/:id/archived',
  schema: {
    summary: 'Put a learner away who has no classes to come, or bring one back',
    tags,
    params: idParams,
    body: z.strictObject({ archived: z.boolean() }),
    response: { 200: z.object({ data: learner }) },
  },
  config: { access },
})
