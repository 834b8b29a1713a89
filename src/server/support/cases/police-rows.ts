import { sql } from 'kysely'
import type { AdminCase } from '#contract/support/admin-cases.ts'
import type { Db, Transaction } from '#server/platform/database.ts'

type Police = NonNullable<AdminCase['police']>
type PoliceRow = Omit<Police, 'reportedAt' | 'recordedAt'> & { reportedAt: Date | null; recordedAt: Date }

export async function policeOf(db: Db, caseId: string): Promise<Police | null> {
  const { rows } = await sql<PoliceRow>`
    select p.outcome, p.reported_by as "reportedBy", p.reported_at as "reportedAt", p.place, p.reference, p.reason,
      u.name as "recordedBy", p.recorded_at as "recordedAt"
    from police_report p left join admin_user u on u.account_id = p.recorded_by where p.case_id = ${caseId}`.execute(db)
  const [row] = rows
  if (!row) return null
  return { ...row, reportedAt: row.reportedAt?.toISOString() ?? null, recordedAt: row.recordedAt.toISOString() }
}

export async function upsertPolice(
  tx: Transaction,
  caseId: string,
  police: Omit<PoliceRow, 'recordedBy' | 'recordedAt'>,
  by: string,
): Promise<void> {
  const { outcome, reportedBy, reportedAt, place, reference, reason } = police
  const values = {
    outcome,
    reported_by: reportedBy,
    reported_at: reportedAt,
    place,
    reference,
    reason,
    recorded_by: by,
    recorded_at: sql<Date>`now()`,
  }
  await tx
    .insertInto('police_report')
    .values({ case_id: caseId, ...values })
    .onConflict((conflict) => conflict.column('case_id').doUpdateSet(values))
    .execute()
}
