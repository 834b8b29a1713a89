import { z } from 'zod'
import { csvReply, listQuery, listReply, onlyAdmins } from '../admin/admin-lists.ts'
import { timelineEvent } from '../admin/timeline.ts'
import { adminRoles, endpoint } from '../wire/endpoint.ts'
import { idParams, line, phone } from '../wire/fields.ts'

const tags = ['admin'] as const

const query = listQuery(['since', 'name']).extend({
  state: z.enum(['active', 'suspended']).optional(),
  city: line(80).optional(),
})
const listedFamily = z.object({
  /** Account id. */
  _id: z.uuid(),
  name: z.string().nullable(),
  phone: z.string(),
  city: z.string().nullable(),
  learners: z.array(z.string()),
  bookingsGoing: z.number().int(),
  /** In rupees, of everything it ever paid. */
  paid: z.number(),
  seenAt: z.iso.datetime().nullable(),
  since: z.iso.datetime(),
  isSuspended: z.boolean(),
})
export type ListedFamily = z.infer<typeof listedFamily>

const peopleCounts = z.object({
  /** Families and mentors; people with both roles counted once. */
  users: z.number().int(),
  families: z.number().int(),
  /** Everyone who applied; of them who is verified and who waits. */
  mentors: z.number().int(),
  verified: z.number().int(),
  pending: z.number().int(),
})
export type PeopleCounts = z.infer<typeof peopleCounts>

export const adminFamilies = endpoint({
  method: 'GET',
  url: '/api/admin/families',
  schema: {
    summary: 'Families, newest first; q: phone, name, id, name of a learner',
    tags,
    querystring: query,
    response: { 200: listReply(listedFamily).extend({ counts: peopleCounts }) },
  },
  config: { access: onlyAdmins },
})

export const adminFamiliesFile = endpoint({
  method: 'GET',
  url: '/api/admin/families.csv',
  schema: {
    summary: 'The same list as a file: owner and operations; that it was taken is written down',
    tags,
    querystring: query.omit({ cursor: true, limit: true }),
    response: { 200: csvReply },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

const account = z.object({
  _id: z.uuid(),
  phone: z.string(),
  language: z.enum(['en', 'hi']),
  since: z.iso.datetime(),
  suspendedAt: z.iso.datetime().nullable(),
  family: z
    .object({
      _id: z.uuid(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      city: z.string().nullable(),
      learners: z.array(z.string()),
      paid: z.number(),
    })
    .nullable(),
  mentor: z.object({ _id: z.uuid(), name: z.string(), status: z.string() }).nullable(),
  admin: z.object({ name: z.string(), role: z.enum(adminRoles) }).nullable(),
  /** Sessions that count now. */
  sessions: z.number().int(),
  /** How many, and nothing of what was written. */
  conversations: z.number().int(),
  /** Bookings that go on, as family or as mentor. */
  going: z.array(
    z.object({
      _id: z.uuid(),
      side: z.enum(['family', 'mentor']),
      other: z.string(),
      subject: z.string(),
      status: z.string(),
    }),
  ),
  /** Another number that waits for its proof, and its first login. */
  phoneChange: z
    .object({
      phone: z.string(),
      until: z.iso.datetime(),
      askedBy: z.object({ _id: z.uuid(), name: z.string() }),
      /** The old number said yes. */
      isConfirmed: z.boolean(),
      /** Where the old number is lost: the second admin, and from when on that is enough. */
      approvedBy: z.string().nullable(),
      countsFrom: z.iso.datetime().nullable(),
    })
    .nullable(),
})
export type Account = z.infer<typeof account>

export const adminAccount = endpoint({
  method: 'GET',
  url: '/api/admin/accounts/:id',
  schema: {
    summary:
      'One person with everything that happened, newest first; the id may be of the account, its family or its mentor',
    tags,
    params: idParams,
    response: {
      200: z.object({ data: account.extend({ timeline: z.array(timelineEvent), isCut: z.boolean() }) }),
    },
  },
  config: { access: onlyAdmins },
})

const accountReply = { 200: z.object({ data: account }) }
const reason = line(400)
const reasonBody = z.strictObject({ reason })
export const endAccountSessions = endpoint({
  method: 'POST',
  url: '/api/admin/accounts/:id/log-out',
  schema: {
    summary: 'Log a person out everywhere, live windows too: owner and operations',
    tags,
    params: idParams,
    body: reasonBody,
    response: accountReply,
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const suspendAccount = endpoint({
  method: 'POST',
  url: '/api/admin/accounts/:id/suspend',
  schema: {
    summary: 'Nobody logs in with this account until it is restored; its bookings stay: owner and operations',
    tags,
    params: idParams,
    body: reasonBody,
    response: accountReply,
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const restoreAccount = endpoint({
  method: 'POST',
  url: '/api/admin/accounts/:id/restore',
  schema: {
    summary: 'A suspended account may log in again: owner and operations',
    tags,
    params: idParams,
    body: reasonBody,
    response: accountReply,
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const requestPhoneChange = endpoint({
  method: 'PUT',
  url: '/api/admin/accounts/:id/phone',
  schema: {
    summary:
      'Ask for another number of an account: it counts when the old number or a second admin proved the wish and somebody logs in with it. Owner and operations; of an admin only the owner',
    tags,
    params: idParams,
    body: z.strictObject({ phone, reason }),
    response: accountReply,
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const approvePhoneChange = endpoint({
  method: 'POST',
  url: '/api/admin/accounts/:id/phone/approval',
  schema: {
    summary:
      'The old number is lost: approve what another admin asked for. It counts a day after the old number was told. Owner and operations',
    tags,
    params: idParams,
    body: z.strictObject({ phone, reason }),
    response: accountReply,
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const cancelPhoneChange = endpoint({
  method: 'DELETE',
  url: '/api/admin/accounts/:id/phone',
  schema: {
    summary: 'Take back another number that nobody has logged in with yet',
    tags,
    params: idParams,
    response: accountReply,
  },
  config: { access: onlyAdmins, role: 'operations' },
})

const admin = z.object({
  /** Account id. */
  _id: z.uuid(),
  name: z.string(),
  phone: z.string(),
  role: z.enum(adminRoles),
  /** An authenticator is set up. */
  isEnrolled: z.boolean(),
  seenAt: z.iso.datetime().nullable(),
  since: z.iso.datetime(),
})
export type Admin = z.infer<typeof admin>
const adminsReply = { 200: z.object({ data: z.array(admin) }) }

export const adminsList = endpoint({
  method: 'GET',
  url: '/api/admin/admins',
  schema: { summary: 'Admins there are, and their roles', tags, response: adminsReply },
  config: { access: onlyAdmins },
})

export const setAdmin = endpoint({
  method: 'PUT',
  url: '/api/admin/admins',
  schema: {
    summary: 'Make the person of a phone an admin, or change its name and role: only the owner. One owner always stays',
    tags,
    body: z.strictObject({
      phone,
      name: line(80),
      role: z.enum(adminRoles),
      /** Somebody new is meant: who is an admin already is not changed. */
      asNew: z.boolean().default(false),
      /** Seen that the number is a family's or a mentor's, or that the viewer's own role becomes another one. */
      isSure: z.boolean().default(false),
    }),
    response: adminsReply,
  },
  config: { access: onlyAdmins, role: 'owner' },
})

export const removeAdmin = endpoint({
  method: 'DELETE',
  url: '/api/admin/admins/:id',
  schema: {
    summary: 'Take the admin role away: only the owner. One owner always stays',
    tags,
    params: idParams,
    response: adminsReply,
  },
  config: { access: onlyAdmins, role: 'owner' },
})
