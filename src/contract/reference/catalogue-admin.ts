import { z } from 'zod'
import { csvReply, listQuery, listReply, onlyAdmins } from '../admin/admin-lists.ts'
import { endpoint } from '../wire/endpoint.ts'
import { line } from '../wire/fields.ts'

const tags = ['admin'] as const
const config = { access: onlyAdmins } as const
const changes = { access: onlyAdmins, role: 'operations' } as const
const kind = z.enum(['subject', 'level', 'grade', 'board', 'degree'])
const params = z.strictObject({ kind, key: line(80) })

/** Where an entry is used: mentors who have it, learners, bookings, applications that are not sent yet. */
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
  /** The level of a class, exam or degree that is taught; `bachelor` or `master` of a degree somebody has. */
  parent: z.string(),
  en: z.string(),
  hi: z.string(),
  aliases: z.array(z.string()),
  subjects: z.array(z.string()),
  place: z.number().int(),
  state: z.enum(['shown', 'hidden', 'removed']),
  into: z.string().nullable(),
  isHome: z.boolean(),
  /** 0: as it is built in. */
  version: z.number().int(),
  usage,
})
export type ShownEntry = z.infer<typeof entry>

const facts = {
  en: line(60),
  hi: line(60),
  aliases: z.array(line(60)).max(200).default([]),
  place: z.number().int().min(0).max(100_000),
  isShown: z.boolean(),
  /** Of a subject: on the home page; and the grade keys it can be taught in. */
  isHome: z.boolean().default(false),
  grades: z.array(line(80)).max(200).default([]),
  /** Of a grade key: what can be taught in it, in order. */
  subjects: z.array(line(80)).max(200).default([]),
}
const newEntry = z.strictObject({ ...facts, parent: line(80).optional() })
export type NewEntry = z.output<typeof newEntry>
/** `version`: of the entry that was looked at. */
const changedEntry = z.strictObject({ ...facts, version: z.number().int().min(0) })
export type ChangedEntry = z.output<typeof changedEntry>
const one = z.object({ data: entry })

const subjectQuery = listQuery(['place', 'name', 'mentors', 'bookings', 'drafts']).extend({
  order: z.enum(['asc', 'desc']).default('asc'),
  state: z.enum(['shown', 'hidden', 'merged']).optional(),
  /** A grade key it can be taught in. */
  grade: line(80).optional(),
})
const subjectRow = z.object({
  _id: z.string(),
  en: z.string(),
  hi: z.string(),
  aliases: z.array(z.string()),
  place: z.number().int(),
  state: z.enum(['shown', 'hidden', 'merged']),
  into: z.string().nullable(),
  isHome: z.boolean(),
  version: z.number().int(),
  mentors: z.number().int(),
  bookings: z.number().int(),
  drafts: z.number().int(),
})

export const catalogueSubjects = endpoint({
  method: 'GET',
  url: '/api/admin/catalogue/subjects',
  schema: {
    summary: 'Subjects with how often they are used',
    tags,
    querystring: subjectQuery,
    response: { 200: listReply(subjectRow) },
  },
  config,
})

export const catalogueSubjectsFile = endpoint({
  method: 'GET',
  url: '/api/admin/catalogue/subjects.csv',
  schema: {
    summary: 'The same list as a file',
    tags,
    querystring: subjectQuery.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config,
})

export const catalogueList = endpoint({
  method: 'GET',
  url: '/api/admin/catalogue/:kind',
  schema: {
    summary: 'Every entry of a kind that is not removed, in order, with how often it is used',
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
    summary: 'One entry, how often it is used, and what was done with it',
    tags,
    params,
    response: {
      200: z.object({
        data: entry,
        history: z.array(
          z.object({
            at: z.iso.datetime(),
            by: z.string().nullable(),
            action: z.string(),
            detail: z.record(z.string(), z.unknown()),
          }),
        ),
      }),
    },
  },
  config,
})

export const addEntry = endpoint({
  method: 'POST',
  url: '/api/admin/catalogue/:kind',
  schema: {
    summary: 'Add to the catalogue; the key is made of the English name. The same again is done already',
    tags,
    params: z.strictObject({ kind }),
    body: newEntry,
    response: { 200: one },
  },
  config: changes,
})

export const changeEntry = endpoint({
  method: 'PUT',
  url: '/api/admin/catalogue/:kind/:key',
  schema: {
    summary: 'Change an entry; names it had become other words for it. `catalogue-changed` when somebody was first',
    tags,
    params,
    body: changedEntry,
    response: { 200: one },
  },
  config: changes,
})

export const removeEntry = endpoint({
  method: 'POST',
  url: '/api/admin/catalogue/:kind/:key/removal',
  schema: {
    summary: 'Take an entry out that nobody uses; `catalogue-in-use` with the counts otherwise',
    tags,
    params,
    body: z.strictObject({ version: z.number().int().min(0) }),
    response: { 200: one },
  },
  config: changes,
})

export const moveEntry = endpoint({
  method: 'POST',
  url: '/api/admin/catalogue/:kind/:key/move',
  schema: {
    summary: 'Put an entry one place earlier or later in its list; the first and the last stay where they are',
    tags,
    params,
    body: z.strictObject({ to: z.enum(['earlier', 'later']), version: z.number().int().min(0) }),
    response: { 200: one },
  },
  config: changes,
})

/** What a merge moves. */
const moved = z.object({
  mentors: z.number().int(),
  /** Of them, who have both already. */
  both: z.number().int(),
  learners: z.number().int(),
  /** Open bookings, and orders that wait for their payment. */
  bookings: z.number().int(),
  drafts: z.number().int(),
  /** Words that mean the other one from then on. */
  words: z.array(z.string()),
})
export type Moved = z.infer<typeof moved>
/** What can become part of another entry of its kind. Classes, exams and levels cannot: they are what families asked for. */
export const mergeKinds = ['subject', 'board', 'degree'] as const
export type MergeKind = (typeof mergeKinds)[number]
const mergeParams = z.strictObject({ kind: z.enum(mergeKinds), key: line(80) })

export const previewMerge = endpoint({
  method: 'GET',
  url: '/api/admin/catalogue/:kind/:key/merge',
  schema: {
    summary: 'What becomes of an entry that is merged into another one of its kind',
    tags,
    params: mergeParams,
    querystring: z.strictObject({ into: line(80) }),
    response: { 200: z.object({ data: moved }) },
  },
  config,
})

export const mergeEntry = endpoint({
  method: 'POST',
  url: '/api/admin/catalogue/:kind/:key/merge',
  schema: {
    summary:
      'Make an entry part of another one of its kind: whoever has it, open bookings and drafts follow, its names become aliases',
    tags,
    params: mergeParams,
    body: z.strictObject({ into: line(80), version: z.number().int().min(0) }),
    response: { 200: z.object({ data: moved }) },
  },
  config: changes,
})
