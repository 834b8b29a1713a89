import type { DeadJob } from '#contract/admin/jobs.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { transaction } from '#server/platform/database.ts'
import { orNotFound } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { maskedText } from '#server/platform/masked.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './rows.ts'

const maxError = 300

const errorLine = ({ error }: Pick<rows.DeadJobRow, 'error'>) =>
  maskedText((error ?? '').trim().split('\n')[0]?.slice(0, maxError) ?? '')

function toReply(row: rows.DeadJobRow): DeadJob {
  const { origin, ...about } = row.data ?? {}
  const { requestId = null } = (origin ?? {}) as { requestId?: string } // safe: as the queue sends it
  return {
    _id: row.id,
    job: row.job,
    tries: row.tries,
    error: errorLine(row),
    requestId,
    createdAt: row.createdAt.toISOString(),
    failedAt: row.failedAt.toISOString(),
    about: Object.entries(about).map(([name, value]) => ({
      name,
      value: maskedText(typeof value === 'string' ? value : JSON.stringify(value)),
    })),
  }
}

type Filter = { q?: string | undefined; sort: rows.By; order: 'asc' | 'desc' }

/** A page of the jobs that failed every retry. */
export async function deadJobsPage(
  { db, cursors }: Pick<Context, 'db' | 'cursors'>,
  page: Filter & { cursor?: string | undefined; limit: number },
) {
  const found = await listPage<rows.DeadJobRow, rows.By>(db, cursors, rows.deadJobList(page), page)
  return { ...found, data: found.data.map(toReply) }
}

export async function* allDeadJobs({ db }: Pick<Context, 'db'>, filter: Filter): AsyncGenerator<DeadJob> {
  for await (const row of listAll<rows.DeadJobRow, rows.By>(db, rows.deadJobList(filter), filter)) yield toReply(row)
}

/** Gives a dead job one more try. Repeating it, or a job that runs meanwhile, changes nothing. */
export async function runAgain(
  { db, queue }: Pick<Context, 'db' | 'queue'>,
  viewer: Viewer,
  { job, id }: { job: string; id: string },
) {
  return await transaction(db, async (tx) => {
    const row = orNotFound(await rows.lockJob(tx, job, id))
    if (row.isDead) {
      await writeAudit(tx, viewer, 'job.again', {
        kind: 'job',
        id,
        detail: { name: job, trouble: errorLine(row), tries: row.tries },
      })
      await queue.runAgain(tx, job, id)
    }
    return { _id: id, job }
  })
}
