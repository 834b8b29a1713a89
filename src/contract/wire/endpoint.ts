import { z } from 'zod'

/** Who may call an endpoint. `own`: only for the caller's own rows; others answer 404. */
export type Access = 'yes' | 'own' | 'no'

/** The four kinds of caller of product.md's access table. */
export const callers = ['visitor', 'family', 'mentor', 'admin'] as const
export type Caller = (typeof callers)[number]

type EndpointSchema = {
  params?: z.ZodType
  querystring?: z.ZodType
  body?: z.ZodType
  response: { 200: z.ZodType }
  summary: string
  tags: readonly string[]
}

/**
 * Admin roles in ascending order: support reads, replies and connects; operations decides; the owner sets rates, settings and
 * admins.
 */
export const adminRoles = ['support', 'operations', 'owner'] as const
export type AdminRole = (typeof adminRoles)[number]

/** An endpoint as one object, spread into `app.route({ ...endpoint, handler })`. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: `/${string}`
  schema: EndpointSchema
  config: {
    access: Record<Caller, Access>
    /** Minimum admin role; any admin without it. Required for admin writes. */
    role?: AdminRole
    /** The reply holds a secret: it is never stored, and idempotency keys are ignored. */
    secretReply?: true
  }
}

/** Checks an endpoint's shape and keeps its exact types. Without a query schema, unknown parameters are refused. */
export function endpoint<const E extends Endpoint>(one: E): E {
  return { ...one, schema: { querystring: z.strictObject({}), ...one.schema } }
}

/** Access of a public read. */
export const everyone = { visitor: 'yes', family: 'yes', mentor: 'yes', admin: 'yes' } as const
export const onlyFamilies = { visitor: 'no', family: 'own', mentor: 'no', admin: 'no' } as const
export const onlyMentors = { visitor: 'no', family: 'no', mentor: 'own', admin: 'no' } as const
export const onlyAdmins = { visitor: 'no', family: 'no', mentor: 'no', admin: 'yes' } as const
export const bothSides = { visitor: 'no', family: 'own', mentor: 'own', admin: 'no' } as const
export const familyOrAdmin = { ...onlyFamilies, admin: 'yes' } as const
export const mentorOrAdmin = { ...onlyMentors, admin: 'yes' } as const
export const sideOrAdmin = { ...bothSides, admin: 'yes' } as const
export const accountHolders = { ...bothSides, admin: 'own' } as const

type In<S> = S extends z.ZodType ? z.input<S> : undefined
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** Input of an endpoint: only the parts it declares. */
export type InputOf<E extends Endpoint> = Present<{
  params: In<E['schema']['params']>
  query: In<E['schema']['querystring']>
  body: In<E['schema']['body']>
}>

/** Reply body of an endpoint with status 200. */
export type ReplyOf<E extends Endpoint> = z.output<E['schema']['response'][200]>
