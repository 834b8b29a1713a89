import { z } from 'zod'
import { listFile, listQuery, listReply } from '../admin/admin-lists.ts'
import { timelineEvent } from '../admin/timeline.ts'
import { familyStages } from '../admin/usage.ts'
import { adminRoles, endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { date, idParams, line, phone } from '../wire/fields.ts'
import { consent } from './consents.ts'

const tags = ['admin'] as const

const query = listQuery(['since', 'name']).extend({
  state: z.enum(['active', 'suspended']).optional(),
  city: line(80).optional(),
  /** First and last day of signing up, both included. */
  from: date.optional(),
  to: date.optional(),
  reached: z.enum(familyStages).optional(),
})
const listedFamily = z.object({
  /** Account id. */
  _id: z.uuid(),
  name: z.string().nullable(),
  phone: z.string(),
  city: z.string().nullable(),
  learners: z.array(z.string()),
  bookingsGoing: z.number().int(),
  /** Total paid, in rupees. */
  paid: z.number(),
  seenAt: z.iso.datetime().nullable(),
  since: z.iso.datetime(),
  isSuspended: z.boolean(),
})
export type ListedFamily = z.infer<typeof listedFamily>

const peopleCounts = z.object({
  /** Families and mentors; people with both roles are counted once. */
  users: z.number().int(),
  families: z.number().int(),
  /** All applicants, and of those the verified and the pending. */
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

export const adminFamiliesFile = listFile(
  adminFamilies,
  'The same list as a CSV file; owner and operations only, the export is logged',
  'operations',
)

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
  /** Active sessions. */
  sessions: z.number().int(),
  /** Number of conversations; their content is not included. */
  conversations: z.number().int(),
  /** Active bookings, as family or as mentor. */
  going: z.array(
    z.object({
      _id: z.uuid(),
      side: z.enum(['family', 'mentor']),
      other: z.string(),
      subject: z.string(),
      status: z.string(),
    }),
  ),
  /** A pending change of the phone number, until it is proven and used to log in. */
  phoneChange: z
    .object({
      phone: z.string(),
      until: z.iso.datetime(),
      askedBy: z.object({ _id: z.uuid(), name: z.string() }),
      /** Confirmed from the old number. */
      isConfirmed: z.boolean(),
      /** When the old number is lost: the second admin who approved, and when the approval takes effect. */
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
    summary: 'A person with the timeline, newest first; accepts the id of the account, family or mentor',
    tags,
    params: idParams,
    response: {
      200: z.object({
        data: account.extend({ consents: z.array(consent), timeline: z.array(timelineEvent), isCut: z.boolean() }),
      }),
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
    summary: 'Log out all sessions of an account, including live connections. Owner and operations only',
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
    summary: 'Suspend an account: logins are refused, bookings are kept. Owner and operations only',
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
    summary: 'Restore a suspended account. Owner and operations only',
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
      'Request a new phone number for an account. It takes effect once confirmed from the old number or approved by a second admin, at the first login with it. Owner and operations only; for an admin only the owner',
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
      'Approve a phone change requested by another admin when the old number is lost. Takes effect a day after the old number was notified. Owner and operations only',
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
    summary: 'Cancel a pending phone change',
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
  schema: { summary: 'Admins and their roles', tags, response: adminsReply },
  config: { access: onlyAdmins },
})

export const setAdmin = endpoint({
  method: 'PUT',
  url: '/api/admin/admins',
  schema: {
    summary: 'Make an account an admin, or change name and role. Owner only; the last owner cannot be demoted',
    tags,
    body: z.strictObject({
      phone,
      name: line(80),
      role: z.enum(adminRoles),
      /** Add a new admin; an existing one is not changed. */
      asNew: z.boolean().default(false),
      /** Confirmed although the number belongs to a family or mentor, or the viewer changes its own role. */
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
    summary: 'Remove the admin role. Owner only; the last owner cannot be removed',
    tags,
    params: idParams,
    response: adminsReply,
  },
  config: { access: onlyAdmins, role: 'owner' },
})
