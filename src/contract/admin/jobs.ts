import { z } from 'zod'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { listFile, listQuery, listReply } from './admin-lists.ts'

const tags = ['settings'] as const

const deadJob = z.object({
  _id: z.uuid(),
  /** The queue, such as `refunds.send`. */
  job: z.string(),
  /** First line of the last error, with contact details masked. */
  error: z.string(),
  tries: z.number().int(),
  createdAt: z.iso.datetime(),
  failedAt: z.iso.datetime(),
  /** What it is about: ids, with contact details masked in other texts. */
  about: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Request that sent it, as in the log. */
  requestId: z.string().nullable(),
})
export type DeadJob = z.infer<typeof deadJob>

const query = listQuery(['date', 'tries'])

export const deadJobs = endpoint({
  method: 'GET',
  url: '/api/admin/jobs',
  schema: {
    summary: 'Background jobs that failed every retry, newest first; q: a part of the queue, or an id',
    tags,
    querystring: query,
    response: { 200: listReply(deadJob) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const deadJobsFile = listFile(
  deadJobs,
  'The same list as a file; that it was taken is written down',
  'operations',
)

export const runJobAgain = endpoint({
  method: 'POST',
  url: '/api/admin/jobs/:job/:id/again',
  schema: {
    summary: 'Run a failed job again, once; one that is no longer failed stays as it is',
    tags,
    params: z.strictObject({
      job: z.string().regex(/^[a-z]+\.[a-z-]{1,40}$/, 'a queue, such as refunds.send'),
      id: z.uuid(),
    }),
    response: { 200: z.object({ data: z.object({ _id: z.uuid(), job: z.string() }) }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})
