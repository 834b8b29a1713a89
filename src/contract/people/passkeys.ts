import { z } from 'zod'
import { accountHolders, endpoint, everyone } from '../wire/endpoint.ts'
import { idParams, line } from '../wire/fields.ts'
import { freshLoginMinutes, passkeyLimits } from './limits.ts'

const tags = ['passkeys'] as const

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, 'base64url')

/** What an authenticator signed, from `navigator.credentials.get`. */
export const passkeyAssertion = z.strictObject({
  id: base64url(1400),
  clientDataJSON: base64url(4000),
  authenticatorData: base64url(4000),
  signature: base64url(2000),
  userHandle: base64url(100).optional(),
})
export type PasskeyAssertion = z.output<typeof passkeyAssertion>

/** A new credential, from `navigator.credentials.create`. */
const passkeyAttestation = z.strictObject({
  id: base64url(1400),
  clientDataJSON: base64url(4000),
  attestationObject: base64url(20_000),
  transports: z.array(z.string().max(20)).max(10),
})
export type PasskeyAttestation = z.output<typeof passkeyAttestation>

const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
})

const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

const passkey = z.object({
  _id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime().nullable(),
})
const ownList = z.object({
  passkeys: z.array(passkey),
  /** This login is fresh enough to add one. */
  canAdd: z.boolean(),
})
export type OwnPasskeys = z.infer<typeof ownList>

export const passkeyLoginOptions = endpoint({
  method: 'POST',
  url: '/api/passkeys/login-options',
  schema: {
    summary: `Challenge for a login with a passkey, for this browser, once, within ${passkeyLimits.answerMinutes} minutes`,
    tags,
    response: { 200: z.object({ data: requestOptions }) },
  },
  config: { access: everyone, secretReply: true },
})

export const passkeyLogin = endpoint({
  method: 'POST',
  url: '/api/passkeys/login',
  schema: {
    summary: 'Log in as family or mentor with a passkey',
    tags,
    body: z.strictObject({ userType: z.enum(['student', 'mentor']), passkey: passkeyAssertion }),
    response: {
      200: z.object({ data: z.object({ _id: z.uuid().nullable(), userType: z.enum(['student', 'mentor']) }) }),
    },
  },
  config: { access: everyone, secretReply: true },
})

export const ownPasskeys = endpoint({
  method: 'GET',
  url: '/api/profile/passkeys',
  schema: { summary: "The account's passkeys", tags, response: { 200: z.object({ data: ownList }) } },
  config: { access: accountHolders },
})

export const passkeyCreationOptions = endpoint({
  method: 'POST',
  url: '/api/profile/passkeys/options',
  schema: {
    summary: `Challenge for a new passkey; needs a login of the last ${freshLoginMinutes} minutes`,
    tags,
    response: { 200: z.object({ data: creationOptions }) },
  },
  config: { access: accountHolders, secretReply: true },
})

export const addPasskey = endpoint({
  method: 'POST',
  url: '/api/profile/passkeys',
  schema: {
    summary: 'Add a passkey',
    tags,
    body: z.strictObject({ name: line(60), passkey: passkeyAttestation }),
    response: { 200: z.object({ data: ownList }) },
  },
  config: { access: accountHolders },
})

export const removePasskey = endpoint({
  method: 'DELETE',
  url: '/api/profile/passkeys/:id',
  schema: {
    summary: 'Remove a passkey',
    tags,
    params: idParams,
    response: { 200: z.object({ data: ownList }) },
  },
  config: { access: accountHolders },
})
