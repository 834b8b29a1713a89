import { z } from 'zod'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { line } from '../wire/fields.ts'

const tags = ['admin'] as const
const config = { access: onlyAdmins } as const
const changes = { access: onlyAdmins, role: 'operations' } as const
const kind = z.enum(['subject', 'level', 'grade', 'board', 'degree'])
const params = z.strictObject({ kind, key: line(80) })

/** How often an entry is used; drafts are applications not yet sent. */
const usage = z.object({
  mentors: z.number().int(),
  learners: z.number().int(),
  bookings: z.number().int(),
  drafts: z.number().int(),
})
export type Usage = z.infer<typeof usage>

const entry = z.object({
  kind,
  key: z.string(),
  /** The level of a grade key; `bachelor` or `master` of a degree; else empty. */
  parent: z.string(),
  en: z.string(),
  hi: z.string(),
  aliases: z.array(z.string()),
  subjects: z.array(z.string()),
  place: z.number().int(),
  state: z.enum(['shown', 'hidden', 'removed']),
  into: z.string().nullable(),
  isHome: z.boolean(),
  /** 0 for an unchanged built-in entry. */
  version: z.number().int(),
  usage,
})
export type AdminCatalogueEntry = z.infer<typeof entry>

const fields = {
  en: line(60),
  hi: line(60),
  aliases: z.array(line(60)).max(200).default([]),
  place: z.number().int().min(0).max(100_000),
  isShown: z.boolean(),
  /** Subjects only: shown on the home page, and the grade keys it can be taught in. */
  isHome: z.boolean().default(false),
  grades: z.array(line(80)).max(200).default([]),
  /** Grade keys only: the subjects taught in it, in order. */
  subjects: z.array(line(80)).max(200).default([]),
}
const newEntry = z.strictObject({ ...fields, parent: line(80).optional() })
export type NewEntry = z.output<typeof newEntry>
/** `version` is the one the form was opened with. */
const changedEntry = z.strictObject({ ...fields, version: z.number().int().min(0) })
export type ChangedEntry = z.output<typeof changedEntry>
const entryReply = z.object({ data: entry })

export const catalogueList = endpoint({
  method: 'GET',
  url: '/api/admin/catalogue/:kind',
  schema: {
    summary: 'Every entry of a kind that is not removed or merged, in order, with its usage',
    tags,
    params: z.strictObject({ kind }),
    response: { 200: z.object({ data: z.array(entry) }) },
  },
  config,
})

export const catalogueEntry = endpoint({
  method: 'GET',
  url: '/api/admin/catalogue/:kind/:key',
  schema: {
    summary: 'One entry with its usage',
    tags,
    params,
    response: { 200: entryReply },
  },
  config,
})

export const addEntry = endpoint({
  method: 'POST',
  url: '/api/admin/catalogue/:kind',
  schema: {
    summary: 'Add an entry; its key is made of the English name. Adding the same again is a success',
    tags,
    params: z.strictObject({ kind }),
    body: newEntry,
    response: { 200: entryReply },
  },
  config: changes,
})

export const changeEntry = endpoint({
  method: 'PUT',
  url: '/api/admin/catalogue/:kind/:key',
  schema: {
    summary: 'Change an entry; its old names become search terms. `catalogue-changed` when somebody else saved first',
    tags,
    params,
    body: changedEntry,
    response: { 200: entryReply },
  },
  config: changes,
})

export const removeEntry = endpoint({
  method: 'POST',
  url: '/api/admin/catalogue/:kind/:key/removal',
  schema: {
    summary: 'Remove an entry that nobody uses; `catalogue-in-use` with the counts otherwise',
    tags,
    params,
    body: z.strictObject({ version: z.number().int().min(0) }),
    response: { 200: entryReply },
  },
  config: changes,
})

/** Kinds whose entries can be merged. Classes, exams and levels cannot, because bookings refer to them. */
export const mergeKinds = ['subject', 'board', 'degree'] as const
export type MergeKind = (typeof mergeKinds)[number]
const mergeParams = z.strictObject({ kind: z.enum(mergeKinds), key: line(80) })

export const mergeEntry = endpoint({
  method: 'POST',
  url: '/api/admin/catalogue/:kind/:key/merge',
  schema: {
    summary:
      'Merge an entry into another one of its kind, with its mentors, open bookings and drafts; its names become search terms',
    tags,
    params: mergeParams,
    body: z.strictObject({ into: line(80), version: z.number().int().min(0) }),
    response: { 200: z.object({ data: z.object({ into: z.string() }) }) },
  },
  config: changes,
})
