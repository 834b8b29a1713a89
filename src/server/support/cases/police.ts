import type { AdminCase } from '#contract/support/admin-cases.ts'
import type { policeOutcomes } from '#contract/support/case-types.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { databaseNow, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { assertNotPartyOfCase } from './guards.ts'
import * as cases from './locked-rows.ts'
import * as rows from './police-rows.ts'

type PoliceInput = {
  outcome: (typeof policeOutcomes)[number]
  date?: string | undefined
  time?: string | undefined
} & Record<'reportedBy' | 'place' | 'reference' | 'reason', string>

/** Records the report of a safety case to the police; a new record replaces it, and the audit log keeps both. */
export async function recordPolice({ db }: Context, viewer: Viewer, id: string, input: PoliceInput) {
  const { outcome, date, time, reportedBy, place, reference, reason } = input
  await transaction(db, async (tx) => {
    const locked = orNotFound(await cases.lockCase(tx, id))
    await assertNotPartyOfCase(tx, viewer, id)
    if (locked.kind !== 'safety') throw new AppError('case-not-safety')
    const reportedAt = outcome === 'reported' && date && time ? instantInIndia(date, time) : null
    if (reportedAt && reportedAt > (await databaseNow(tx))) throw new AppError('police-in-future')
    const given =
      outcome === 'reported'
        ? { reportedBy, place, reference, reason: '' }
        : { reportedBy: '', place: '', reference: '', reason }
    await rows.upsertPolice(tx, id, { outcome, reportedAt, ...given }, viewer.accountId)
    const detail = {
      number: locked.number,
      decision: outcome,
      ...(reference && { reference }),
      ...(reason && { reason }),
    }
    await writeAudit(tx, viewer, 'case.police', { kind: 'case', id, detail })
  })
  return (await rows.policeOf(db, id)) as NonNullable<AdminCase['police']> // safe: written just now
}
