import { z } from 'zod'
import { endpoint, onlyAdmins, onlyMentors } from '../wire/endpoint.ts'
import { idParams, line } from '../wire/fields.ts'
import { holderKinds, holderOf, isGstin, panOfGstin, panPattern } from './tax-ids.ts'

const tags = ['taxes'] as const

/** Capital letters and digits as on the card; spaces and dashes are dropped. */
const compact = z
  .string()
  .max(40)
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())

/** Tax facts of a mentor. The holder letter of the PAN must fit the kind, and the GSTIN must contain the PAN. */
const taxFacts = z
  .strictObject({
    holder: z.enum(holderKinds),
    resident: z.boolean(),
    pan: compact.pipe(z.string().regex(panPattern, 'ten characters like ABCPK1234D')),
    gstin: compact.pipe(z.string().refine((text) => text === '' || isGstin(text), 'not a valid GSTIN')).default(''),
  })
  .superRefine(({ holder, pan, gstin }, context) => {
    if (panPattern.test(pan) && holderOf(pan) !== holder)
      context.addIssue({ code: 'custom', path: ['pan'], message: `the PAN of a ${holderOf(pan)}, not of a ${holder}` })
    if (gstin !== '' && panOfGstin(gstin) !== pan)
      context.addIssue({ code: 'custom', path: ['gstin'], message: 'the GSTIN of another PAN' })
  })
export type TaxFacts = z.infer<typeof taxFacts>

const taxStates = ['missing', 'given', 'look', 'refused'] as const
/** Why an admin has to look: the name differs, or the mentor lives abroad. */
export const taxDoubts = ['name', 'resident'] as const

const facts = z.object({
  state: z.enum(taxStates),
  /** Null while missing. */
  holder: z.enum(holderKinds).nullable(),
  resident: z.boolean().nullable(),
  /** Last characters only. */
  pan: z.string().nullable(),
  gstin: z.string().nullable(),
  /** Why it was refused. */
  reason: z.string(),
})
/** Tax facts as their mentor sees them. */
export const ownTaxes = facts.extend({
  /** The mentor has classes that will be paid, so the facts are needed. */
  needed: z.boolean(),
  /** First calendar year of the Indian financial year, its fees so far and the limit, in rupees. */
  year: z.object({ from: z.number().int(), fees: z.number(), tds: z.number(), limit: z.number() }),
  /** Percent without PAN. */
  withoutPan: z.number(),
})
export type OwnTaxes = z.infer<typeof ownTaxes>

export const ownTaxFacts = endpoint({
  method: 'GET',
  url: '/api/mentor/tax',
  schema: {
    summary: 'Tax facts of the mentor by their last characters, and the fees of the financial year',
    tags,
    response: { 200: z.object({ data: ownTaxes }) },
  },
  config: { access: onlyMentors },
})

export const setTaxFacts = endpoint({
  method: 'PUT',
  url: '/api/mentor/tax',
  schema: {
    summary: 'Set PAN, GSTIN and kind of holder; replies only contain their last characters',
    tags,
    body: taxFacts,
    response: { 200: z.object({ data: ownTaxes }) },
  },
  config: { access: onlyMentors },
})

const factsToCheck = z.object({
  /** Id of the facts a decision is about. */
  _id: z.uuid(),
  mentorId: z.uuid(),
  number: z.string(),
  fullName: z.string(),
  /** Last characters only. */
  pan: z.string(),
  gstin: z.string().nullable(),
  doubts: z.array(z.enum(taxDoubts)),
  since: z.iso.datetime(),
})
export type TaxFactsToCheck = z.infer<typeof factsToCheck>

export const taxFactsToCheck = endpoint({
  method: 'GET',
  url: '/api/admin/tax-facts',
  schema: {
    summary: 'Tax facts that need a look, by their last characters, oldest first; of one mentor if named',
    tags,
    querystring: z.strictObject({ mentor: z.uuid().optional() }),
    response: { 200: z.object({ data: z.array(factsToCheck) }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const decideTaxFacts = endpoint({
  method: 'POST',
  url: '/api/admin/mentors/:id/tax',
  schema: {
    summary: 'Accept tax facts that need a look, or refuse them with a reason the mentor reads',
    tags,
    params: idParams,
    body: z.discriminatedUnion('decision', [
      z.strictObject({ decision: z.literal('accept'), facts: z.uuid() }),
      z.strictObject({ decision: z.literal('refuse'), facts: z.uuid(), reason: line(300) }),
    ]),
    response: { 200: z.object({ data: z.object({ _id: z.uuid() }) }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
