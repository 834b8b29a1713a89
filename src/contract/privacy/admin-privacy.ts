import { z } from 'zod'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { idParams, line, phone, text } from '../wire/fields.ts'
import { breachGroups, erasureBlockers, maxBreachPhones } from './limits.ts'

const tags = ['privacy'] as const
const person = { _id: z.uuid(), accountId: z.uuid(), name: z.string().nullable() }

const breach = z.object({
  _id: z.uuid(),
  number: z.number().int(),
  noticedAt: z.iso.datetime(),
  what: z.string(),
  dataKinds: z.string(),
  recordedBy: z.string(),
  /** Until when CERT-In and the Data Protection Board have to know, and since when they do. */
  certInBy: z.iso.datetime(),
  certInToldAt: z.iso.datetime().nullable(),
  boardBy: z.iso.datetime(),
  boardToldAt: z.iso.datetime().nullable(),
  people: z.number().int(),
  told: z.number().int(),
})
export type Breach = z.infer<typeof breach>

export const privacyDesk = endpoint({
  method: 'GET',
  url: '/api/admin/privacy',
  schema: {
    summary:
      'Requests to erase an account, PDFs people asked for, the last nights of the retention clocks, and breaches',
    tags,
    response: {
      200: z.object({
        data: z.object({
          erasures: z.array(
            z.object({
              ...person,
              askedAt: z.iso.datetime(),
              dueAt: z.iso.datetime(),
              /** What keeps the account, known to the person or not. */
              held: z.array(z.enum([...erasureBlockers, 'case-about', 'invoice'])),
            }),
          ),
          copies: z.array(
            z.object({ ...person, askedAt: z.iso.datetime(), status: z.enum(['waiting', 'made', 'failed']) }),
          ),
          runs: z.array(
            z.object({
              _id: z.uuid(),
              begunAt: z.iso.datetime(),
              /** Rows removed by each clock; null when it failed. */
              removed: z.record(z.string(), z.number().int().nullable()),
            }),
          ),
          breaches: z.array(breach),
        }),
      }),
    },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

const breachReply = { 200: z.object({ data: breach }) }

export const recordBreach = endpoint({
  method: 'POST',
  url: '/api/admin/breaches',
  schema: {
    summary: 'Record a breach of personal data, and whom it concerns: a group, or the accounts of a list of numbers',
    tags,
    body: z.strictObject({
      noticedAt: z.iso.datetime(),
      what: text(2000).pipe(z.string().min(1)),
      dataKinds: line(300),
      consequences: text(1000).pipe(z.string().min(1)),
      measures: text(1000).pipe(z.string().min(1)),
      textEn: text(1000).pipe(z.string().min(1)),
      textHi: text(1000).pipe(z.string().min(1)),
      group: z.enum(breachGroups),
      phones: z.array(phone).max(maxBreachPhones),
    }),
    response: breachReply,
  },
  config: { access: onlyAdmins, role: 'owner' },
})

export const tellConcerned = endpoint({
  method: 'POST',
  url: '/api/admin/breaches/:id/messages',
  schema: {
    summary: 'Notify everybody concerned who was not notified yet; a job does it in batches',
    tags,
    params: idParams,
    response: breachReply,
  },
  config: { access: onlyAdmins, role: 'owner' },
})

export const authorityTold = endpoint({
  method: 'POST',
  url: '/api/admin/breaches/:id/told',
  schema: {
    summary: 'Record that CERT-In or the Board was informed; repeating it keeps the first time',
    tags,
    params: idParams,
    body: z.strictObject({ authority: z.enum(['cert-in', 'board']) }),
    response: breachReply,
  },
  config: { access: onlyAdmins, role: 'owner' },
})

export const breachLetter = endpoint({
  method: 'GET',
  url: '/api/admin/breaches/:id/letter',
  schema: {
    summary: 'The text to the authority, to print; the view is logged',
    tags,
    params: idParams,
    response: { 200: z.object({ data: z.object({ number: z.number().int(), lines: z.array(z.string()) }) }) },
  },
  config: { access: onlyAdmins, role: 'owner' },
})
