import { z } from 'zod'
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
