import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AuditAction } from '#contract/admin/audit-actions.ts'
import type { AuditKey, AuditKind } from '#contract/admin/audit-details.ts'
import type { Db } from '#server/platform/database.ts'
import { invalidField } from './errors.ts'
import type { Viewer } from './sessions.ts'

/** Lists whose entries say `list`; the others write their own. */
type ListOf<Action> = Action extends `${infer List}.file`
  ? Exclude<List, 'audit' | 'case' | 'catalogue' | 'mentor-links' | 'tax-report'>
  : never
type Subject = { kind: AuditKind; id: string; detail?: Partial<Record<AuditKey, unknown>> }

declare module 'fastify' {
  interface FastifyRequest {
    /** Distinct entries this request wrote, also across retries of its transaction. */
    entries: Set<string> | null
  }
}

const entriesOfRequest = new AsyncLocalStorage<Set<string>>()

/** Reports an admin write that makes more than one audit entry. */
export function watchAudit(app: FastifyInstance): void {
  app.decorateRequest('entries', null)
  app.addHook('preHandler', (request, _, done) => {
    request.entries = new Set()
    entriesOfRequest.run(request.entries, done)
  })
  app.addHook('onResponse', async (request) => {
    const count = request.entries?.size ?? 0
    if (count > 1 && request.routeOptions.config.role)
      request.log.error({ entries: [...(request.entries ?? [])] }, 'one change wrote several audit entries')
  })
}

/** Records what an admin or a job (`viewer` is null) did or viewed, in the transaction of the change if there is one. */
export async function writeAudit(
  db: Db,
  viewer: Pick<Viewer, 'accountId'> | null,
  action: AuditAction,
  of: Subject,
): Promise<void> {
  const detail = JSON.stringify(of.detail ?? {})
  entriesOfRequest.getStore()?.add([action, of.kind, of.id, detail].join(' '))
  await db
    .insertInto('audit')
    .values({ account_id: viewer?.accountId ?? null, action, subject_kind: of.kind, subject_id: of.id, detail })
    .execute()
}

/** Records that an admin viewed private data, once in ten minutes for each subject. */
export async function auditView(db: Db, viewer: Viewer, action: AuditAction, of: Subject): Promise<void> {
  const { rows } = await sql`
    select from audit where subject_kind = ${of.kind} and subject_id = ${of.id} and action = ${action} and account_id = ${viewer.accountId}
      and at > now() - interval '10 minutes' limit 1`.execute(db)
  if (rows.length === 0) await writeAudit(db, viewer, action, of)
}

/** Records that an admin downloaded a whole list, with its filters. */
export const auditListFile = (
  db: Db,
  viewer: Viewer,
  list: ListOf<AuditAction>,
  filters: NonNullable<Subject['detail']>,
) => writeAudit(db, viewer, `${list}.file`, { kind: 'list', id: list, detail: { ...filters } })

/**
 * Requires a reason when an admin changes a lesson for someone; the audit log stores it. @throws AppError when it is missing
 */
export function assertReason(viewer: Pick<Viewer, 'userType'>, reason: string | undefined): void {
  if (viewer.userType === 'admin' && !reason) throw invalidField('reason', 'why this is done')
}
