import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database.ts'
import { containsPattern, type Listing } from '#server/platform/listing.ts'

export type DeadJobRow = {
  id: string
  job: string
  data: Record<string, unknown> | null
  error: string | null
  tries: number
  createdAt: Date
  failedAt: Date
}
export type By = 'date' | 'tries'

const columns = sql`id, name as job, data, output ->> 'message' as error, retry_count + 1 as tries, created_on as "createdAt",
  completed_on as "failedAt"`
const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export function deadJobList({ q }: { q?: string | undefined }): Listing<By> {
  const search = !q ? sql`` : isUuid.test(q) ? sql`and id = ${q}::uuid` : sql`and name ilike ${containsPattern(q)}`
  return {
    name: `jobs ${q ?? ''}`,
    columns,
    from: sql`pgboss.job`,
    where: sql`state = 'failed' ${search}`,
    id: sql`id`,
    sorts: { date: { by: sql`completed_on`, type: 'timestamptz' }, tries: { by: sql`retry_count`, type: 'bigint' } },
  }
}

type LockedJob = Pick<DeadJobRow, 'error' | 'tries'> & { isDead: boolean }

/** Locks a job; null if it is deleted. */
export async function lockJob(tx: Transaction, job: string, id: string): Promise<LockedJob | null> {
  const { rows } = await sql<LockedJob>`
    select output ->> 'message' as error, retry_count + 1 as tries, state = 'failed' as "isDead" from pgboss.job
    where name = ${job} and id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}
