import { sql } from 'kysely'
import { renewablePlans } from '#contract/classes/plans.ts'
import type { PackageDiscounts } from '#contract/classes/prices.ts'
import type { ClassMode, Subject } from '#contract/reference/catalogue.ts'
import type { Db } from '#server/platform/database.ts'
import { settingNow } from '#server/settings/settings/settings.ts'
import { type PriceList, pastDemoRow, priceListColumns } from './queries.ts'

export type MonthRow = PriceList & {
  booking: string
  mentorId: string
  mode: ClassMode
  subject: Subject
  own: boolean
  moved: boolean
  used: boolean
  creditPaise: number
  discounts: PackageDiscounts | null
}

// Keeps a condition from being joined with all bookings of the family: it is asked for a few demos only.
const eachTime = sql`offset 0`

/** Prices of the months after a family's demos that no booking continues; of listed mentors. */
export async function monthsAfter(db: Db, familyId: string, demoIds: readonly string[]): Promise<MonthRow[]> {
  const buyer = {
    familyId: sql.ref('b.family_id'),
    learnerId: sql.ref('b.learner_id'),
    mentorId: sql.ref('b.mentor_id'),
    subject: sql.ref('b.subject'),
  }
  const { rows } = await sql<MonthRow>`
    select b.id as booking, b.mentor_id as "mentorId", b.mode, b.subject, ${priceListColumns}, past.own, past.moved, past.used,
      coalesce(-(select balance_paise from ledger_account where kind = 'family_credit' and owner_id = b.family_id), 0) as "creditPaise",
      ${settingNow('packageDiscounts')} as discounts
    from booking b join mentor m on m.id = b.mentor_id and m.is_listed cross join lateral (${pastDemoRow(buyer)}) past
    where b.id = any(${[...demoIds]}::uuid[]) and b.family_id = ${familyId} and b.plan = 'demo' and b.status <> 'cancelled'
      and not exists (select from booking o where o.family_id = b.family_id and o.mentor_id = b.mentor_id and o.learner_id = b.learner_id
        and subject_now(o.subject) = subject_now(b.subject) and o.plan = any(${[...renewablePlans]}::text[]) and o.status <> 'cancelled' ${eachTime})`.execute(
    db,
  )
  return rows
}
