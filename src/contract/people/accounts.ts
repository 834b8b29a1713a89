import { z } from 'zod'
import { accountHolders, adminRoles, bothSides, endpoint, everyone, onlyMentors } from '../wire/endpoint.ts'
import { phone, userType } from '../wire/fields.ts'
import { shownConsent } from './consents.ts'
import { passkeyAssertion } from './passkeys.ts'

const tags = ['accounts'] as const

export const sendOtp = endpoint({
  method: 'POST',
  url: '/api/otp/send-otp',
  schema: {
    summary: 'Send a 6-digit code to a phone',
    tags,
    body: z.strictObject({ mobile: phone, userType }),
    response: { 200: z.object({ verificationId: z.uuid(), resendSeconds: z.number(), expiresSeconds: z.number() }) },
  },
  config: { access: everyone },
})

export const verifyOtp = endpoint({
  method: 'POST',
  url: '/api/otp/verify-otp',
  schema: {
    summary: 'Log in with the code',
    tags,
    body: z.strictObject({
      verificationId: z.uuid(),
      code: z.string().regex(/^\d{6}$/, 'six digits'),
      phone: phone.optional(),
      userType,
      totp: z
        .string()
        .regex(/^\d{6}$/, 'six digits')
        .optional(),
      /** Instead of `totp`: a passkey that was added in an admin login. */
      passkey: passkeyAssertion.optional(),
      /** Recovery code for an admin without the authenticator; each works once. */
      recovery: z.string().trim().min(1).max(30).optional(),
      /** Text of the consent for the account that the page showed; needed until the account has agreed to it. */
      consent: shownConsent.optional(),
    }),
    response: {
      200: z.object({
        data: z.object({
          _id: z.uuid().nullable(),
          userType: z.enum(['student', 'mentor', 'admin']),
          /** Returned once, at the login that confirms a new authenticator. */
          recoveryCodes: z.array(z.string()).optional(),
        }),
      }),
    },
  },
  config: { access: everyone, secretReply: true },
})

/** The caller as pages know it. */
export const viewer = z.object({
  _id: z.uuid().nullable(),
  userType: z.enum(['student', 'mentor', 'admin']),
  /** Name in the current role; null for admins. */
  name: z.string().nullable(),
  adminRole: z.enum(adminRoles).nullable(),
  phoneEnding: z.string(),
  roles: z.array(z.enum(['student', 'mentor', 'admin'])),
  /** Unread notifications, counted up to a hundred. */
  unread: z.number().int(),
})
export type Viewer = z.infer<typeof viewer>

export const currentSession = endpoint({
  method: 'GET',
  url: '/api/session',
  schema: { summary: 'The current viewer', tags, response: { 200: z.object({ data: viewer.nullable() }) } },
  config: { access: everyone },
})

export const logout = endpoint({
  method: 'POST',
  url: '/api/session/logout',
  schema: { summary: 'Log out', tags, response: { 200: z.object({ data: z.null() }) } },
  config: { access: everyone },
})

export const switchRole = endpoint({
  method: 'POST',
  url: '/api/session/switch',
  schema: {
    summary: 'Switch between family and mentor of the same phone',
    tags,
    body: z.strictObject({ userType: z.enum(['student', 'mentor']) }),
    response: { 200: z.object({ data: viewer }) },
  },
  config: { access: bothSides },
})

const ownPhone = z.strictObject({ phone })

export const familyLoginCheck = endpoint({
  method: 'POST',
  url: '/api/users/login-check',
  schema: {
    summary: "The family of the session's own phone",
    tags,
    body: ownPhone,
    response: { 200: z.object({ data: z.object({ _id: z.uuid(), name: z.string().nullable() }) }) },
  },
  config: { access: accountHolders },
})

/** A mentor's own profile. */
export const ownMentorProfile = z.object({
  _id: z.uuid(),
  number: z.string(),
  slug: z.string(),
  fullName: z.string(),
  profilePhoto: z.string().nullable(),
  status: z.string(),
  showOnWebsite: z.boolean(),
  /** Families can find the mentor. */
  isListed: z.boolean(),
  rating: z.number().nullable(),
})
export type OwnMentor = z.infer<typeof ownMentorProfile>

export const mentorLoginCheck = endpoint({
  method: 'POST',
  url: '/api/mentor/login-check',
  schema: {
    summary: "The mentor of the session's own phone",
    tags,
    body: ownPhone,
    response: { 200: z.object({ data: ownMentorProfile }) },
  },
  config: { access: accountHolders },
})

/** The reply of login-check, for pages that know the session but not the phone. */
export const ownMentor = endpoint({
  method: 'GET',
  url: '/api/mentor/me',
  schema: {
    summary: "The session's own mentor",
    tags,
    response: { 200: z.object({ data: ownMentorProfile }) },
  },
  config: { access: onlyMentors },
})

const ownPhoneChange = z.object({
  /** Last four digits of the requested new number. */
  ending: z.string(),
  /** Confirmed from the current number. */
  isConfirmed: z.boolean(),
  /** This login is newer than the request, so it proves the current number. */
  canConfirm: z.boolean(),
})
export type OwnPhoneChange = z.infer<typeof ownPhoneChange>
const phoneChangeReply = { 200: z.object({ data: ownPhoneChange.nullable() }) }

export const pendingPhoneChange = endpoint({
  method: 'GET',
  url: '/api/profile/phone-change',
  schema: { summary: "The pending change of the account's phone number", tags, response: phoneChangeReply },
  config: { access: bothSides },
})

export const answerPhoneChange = endpoint({
  method: 'POST',
  url: '/api/profile/phone-change',
  schema: {
    summary:
      'Confirm or reject the pending number: confirming needs a login newer than the request, rejecting cancels it',
    tags,
    body: z.strictObject({ ending: z.string().regex(/^\d{4}$/), isMine: z.boolean() }),
    response: phoneChangeReply,
  },
  config: { access: bothSides },
})
