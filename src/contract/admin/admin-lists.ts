import { z } from 'zod'
import { type AdminRole, onlyAdmins } from '../wire/endpoint.ts'
import { cursor, line } from '../wire/fields.ts'

/** Rows per page of the admin's lists. */
export const adminPageRows = 50

/** The query of every admin list: search text, order and page. The first of `sorts` is the default. */
export const listQuery = <const S extends readonly [string, ...string[]]>(sorts: S) =>
  z.strictObject({
    q: line(80).optional(),
    sort: z.enum(sorts).default(sorts[0]),
    order: z.enum(['asc', 'desc']).default('desc'),
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(adminPageRows),
  })

/** A page of a list. `total` is exact up to a limit; beyond it, it is a minimum. */
export const listReply = <R extends z.ZodType>(row: R) =>
  z.object({
    data: z.array(row),
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullable(),
    total: z.union([z.number().int(), z.object({ atLeast: z.number().int() })]),
  })

/** A CSV file of the whole filtered list. */
export const csvReply = z.string()

type Filters<Query extends z.ZodRawShape> = { [Name in Exclude<keyof Query, 'cursor' | 'limit'>]: Query[Name] }

/** The whole list as a CSV file, with the filters of its pages; each download is audited. `role` may be above the list's. */
export function listFile<Url extends `/${string}`, Query extends z.ZodRawShape>(
  list: {
    url: Url
    schema: { tags: readonly string[]; querystring: z.ZodObject<Query, z.core.$strict> }
    config: { access: unknown; role?: AdminRole }
  },
  summary: string,
  role = list.config.role,
) {
  const query: z.ZodObject = list.schema.querystring
  const filters: unknown = query.omit({ cursor: true, limit: true })
  return {
    method: 'GET' as const,
    url: `${list.url}.csv` as const,
    schema: {
      summary,
      tags: list.schema.tags,
      querystring: filters as z.ZodObject<Filters<Query>, z.core.$strict>, // safe: the query without its page
      response: { 200: csvReply },
    },
    config: { access: onlyAdmins, ...(role && { role }) },
  }
}
