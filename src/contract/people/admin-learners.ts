import { z } from 'zod'
import { listFile, listQuery, listReply } from '../admin/admin-lists.ts'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { gradeField } from '../wire/fields.ts'

const tags = ['admin'] as const
const query = listQuery(['since', 'name']).extend({ grade: gradeField.optional() })

const listedLearner = z.object({
  _id: z.uuid(),
  name: z.string().nullable(),
  /** Account id, for the link to the person's page. */
  family: z.object({ account: z.uuid(), name: z.string().nullable() }),
  grade: z.string().nullable(),
  school: z.string().nullable(),
  board: z.string().nullable(),
  bookings: z.number().int(),
  bookingsGoing: z.number().int(),
  /** Archived by the family. */
  isAway: z.boolean(),
  since: z.iso.datetime(),
})
export type ListedLearner = z.infer<typeof listedLearner>

export const adminLearners = endpoint({
  method: 'GET',
  url: '/api/admin/learners',
  schema: {
    summary: 'Learners, newest first; q: name of the learner or its family, phone, id',
    tags,
    querystring: query,
    response: { 200: listReply(listedLearner) },
  },
  config: { access: onlyAdmins },
})

export const adminLearnersFile = listFile(
  adminLearners,
  'The same list as a CSV file; owner and operations only, the export is logged',
  'operations',
)
