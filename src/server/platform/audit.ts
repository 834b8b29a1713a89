import { type Kysely, sql } from 'kysely'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { DB } from './schema.ts'
import type { Viewer } from './sessions.ts'

type Subject = { kind: string; id: string; detail?: Record<string, unknown> }

/** Writes down what an admin, or a job (`viewer` is null), did or looked at, in the transaction that did it. */
export async function writeAudit(
  tx: Kysely<DB>,
  viewer: Pick<Viewer, 'accountId'> | null,
  action: AuditAction,
  of: Subject,
): Promise<void> {
  await sql`insert into audit (account_id, action, subject_kind, subject_id, detail)
    values (${viewer?.accountId ?? null}, ${action}, ${of.kind}, ${of.id}, ${JSON.stringify(of.detail ?? {})})`.execute(
    tx,
  )
}
