import { sql } from 'kysely'
import { acknowledgeHours } from '#contract/support/case-types.ts'
import type { Context } from '#server/context.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { writeCaseEvent } from './locked-rows.ts'
import { isOpenTo } from './party-rows.ts'

type OverdueCase = { id: string; number: string; stage: 'answer' | 'acknowledge' | 'settle'; ownerId: string | null }

// Our own deadline comes before the legal one, and missing each is reported once. The clocks of an appeal start on its own day.
const stage = sql`case when c.settle_by < now() then 'settle'
  when c.answered_at is null and coalesce(c.appealed_at, c.created_at) + make_interval(hours => ${acknowledgeHours}) < now() then 'acknowledge'
  else 'answer' end`

async function overdueCases(db: Db, id: string | null): Promise<OverdueCase[]> {
  const { rows } = await sql<OverdueCase>`
    select c.id, c.number, ${stage} as stage, c.owner_id as "ownerId" from support_case c
    where c.due_at < now() and c.warned is distinct from ${stage} and (${id}::uuid is null or c.id = ${id})
    order by c.due_at limit 200 ${id ? sql`for update of c skip locked` : sql``}`.execute(db)
  return rows
}

/** The owner of the case; and the owner role if the case has no active owner or a legal deadline passed. */
async function recipientsOf(tx: Transaction, { id, ownerId, stage: late }: OverdueCase): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with admin as (select u.account_id as id, u.role from admin_user u join support_case c on c.id = ${id}
      where u.removed_at is null and ${isOpenTo(sql`u.account_id`)})
    select id from admin where id = ${ownerId}
      or (role = 'owner' and (${late} <> 'answer' or not exists (select from admin where id = ${ownerId}))) order by id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Raises overdue cases to high priority and notifies their owners, once per deadline. */
export async function escalateOverdueCases({ db }: Context): Promise<void> {
  for (const { id } of await overdueCases(db, null)) {
    await transaction(db, async (tx) => {
      const [one] = await overdueCases(tx, id)
      if (!one) return
      await tx.updateTable('support_case').set({ priority: 'high', warned: one.stage }).where('id', '=', id).execute()
      const version = await writeCaseEvent(tx, id, { kind: 'overdue', by: null, detail: { to: one.stage } })
      await writeAudit(tx, null, 'case.overdue', { kind: 'case', id, detail: { version, clock: one.stage } })
      const values = inBothLanguages(() => ({ number: one.number }))
      for (const accountId of await recipientsOf(tx, one)) {
        await notify(tx, { event: 'case-overdue', accountId, side: 'admin', onceKey: `${id}:${version}`, values })
      }
    })
  }
}
