import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

export async function insertRun(db: Db): Promise<string> {
  const { id } = await db.insertInto('retention_run').defaultValues().returning('id').executeTakeFirstOrThrow()
  return id
}

export const endRun = (db: Db, id: string, removed: Record<string, number | null>) =>
  db
    .updateTable('retention_run')
    .set({ ended_at: sql`now()`, removed: JSON.stringify(removed) })
    .where('id', '=', id)
    .execute()

/** The last nights, newest first. */
export async function lastRuns(db: Db) {
  return await db
    .selectFrom('retention_run')
    .select(['id as _id', 'begun_at as begunAt', 'removed'])
    .where('ended_at', 'is not', null)
    .orderBy('begun_at', 'desc')
    .limit(14)
    .$castTo<{ _id: string; begunAt: Date; removed: Record<string, number | null> }>()
    .execute()
}

export async function deleteOldCopies(db: Db, days: number): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from data_copy where coalesce(ended_at, asked_at) < now() - make_interval(days => ${days})`.execute(
      db,
    )
  return Number(numAffectedRows ?? 0)
}

const nameOf = sql`coalesce((select f.name from family f where f.account_id = a.id), (select m.full_name from mentor m where m.account_id = a.id))`

/** Requests that wait, the most urgent first. */
export async function waitingErasures(db: Db) {
  const { rows } = await sql<{ _id: string; accountId: string; name: string | null; askedAt: Date; dueAt: Date }>`
    select e.id as "_id", a.id as "accountId", ${nameOf} as name, e.asked_at as "askedAt", e.due_at as "dueAt"
    from erasure e join account a on a.id = e.account_id where e.status = 'waiting' order by e.due_at, e.id limit 100`.execute(
    db,
  )
  return rows
}

type CopyStatus = 'waiting' | 'made' | 'failed'

/** The last PDFs people asked for. */
export async function lastCopies(db: Db) {
  const { rows } = await sql<{
    _id: string
    accountId: string
    name: string | null
    askedAt: Date
    status: CopyStatus
  }>`select c.id as "_id", a.id as "accountId", ${nameOf} as name, c.asked_at as "askedAt", c.status
    from data_copy c join account a on a.id = c.account_id order by c.asked_at desc, c.id desc limit 20`.execute(db)
  return rows
}
