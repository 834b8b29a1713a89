import { z } from 'zod'

/** Who may call an endpoint. `own` means: only rows that belong to the caller; anything else answers 404. */
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

/** What an admin may do, from little to all: support reads, answers and connects, operations decides, the owner sets rates, settings and admins. */
export const adminRoles = ['support', 'operations', 'owner'] as const
export type AdminRole = (typeof adminRoles)[number]

/** One endpoint of the wire as one object, spread into `app.route({ ...endpoint, handler })`. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: `/${string}`
  schema: EndpointSchema
  config: {
    access: Record<Caller, Access>
    /** The least an admin has to be; without it every admin may. What admins change says it always. */
    role?: AdminRole
  }
}

/** Keeps an endpoint's exact types while checking its shape. One without a query takes none: unknown names are refused. */
export function endpoint<const E extends Endpoint>(one: E): E {
  return { ...one, schema: { querystring: z.strictObject({}), ...one.schema } }
}

/** Access of a read that anybody may make. */
export const everyone = { visitor: 'yes', family: 'yes', mentor: 'yes', admin: 'yes' } as const

type In<S> = S extends z.ZodType ? z.input<S> : undefined
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** What a caller of an endpoint has to give: only the parts the endpoint declares. */
export type InputOf<E extends Endpoint> = Present<{
  params: In<E['schema']['params']>
  query: In<E['schema']['querystring']>
  body: In<E['schema']['body']>
}>

/** What an endpoint answers with status 200. */
export type ReplyOf<E extends Endpoint> = z.output<E['schema']['response'][200]>
