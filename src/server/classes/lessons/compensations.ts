import { sql } from 'kysely'
import { maxMentorDebtPaise } from '#contract/classes/limits.ts'
import { balancePaise, type Line, lockAccounts, writeJournal } from '#server/ledger/ledger.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { notifyCompensation } from './compensation-notifications.ts'

/** Accounts of a credit, to be locked together with those of a decision that may give or reverse it. */
export const compensationAccounts = ({ familyId, mentorId }: { familyId: string; mentorId: string }): Line[] => [
  { kind: 'family_credit', ownerId: familyId, amountPaise: 0 },
  { kind: 'mentor_debt', ownerId: mentorId, amountPaise: 0 },
]

type Compensation = { lessonId: string; familyId: string; mentorId: string; paise: number }

/**
 * What the credits of an order's other classes leave of `mentorLatePercent` of its price, those that open reports and disputes
 * promise included; of lesson `l`, its booking `b` and the order's first booking `f`.
 */
export const leftOfOrder = sql`(round(f.price_paise * coalesce((b.terms ->> 'mentorLatePercent')::numeric, 0) / 100)::int8 - (
  select coalesce(sum(coalesce(g.paise, c.compensation_paise)), 0) from booking y join lesson x on x.booking_id = y.id
    join lesson_change c on c.lesson_id = x.id left join compensation g on g.lesson_id = x.id and g.reversed_at is null
    where y.order_id = b.order_id and x.id <> l.id and c.status <> 'withdrawn' and (c.status = 'open' or g.id is not null
      or c.status = 'objected' and exists (select from dispute d where d.lesson_id = x.id and d.status = 'open')))::int8)`

/**
 * Credits a family for a class its mentor cancelled late or missed: deducted from its next payment, collected from the
 * mentor's next earnings, within the limit of the order and what the mentor may owe. Giving it again changes nothing.
 */
export async function compensate(
  tx: Transaction,
  { lessonId, familyId, mentorId, paise: agreedPaise }: Compensation,
): Promise<void> {
  if (agreedPaise === 0) return
  await lockAccounts(tx, compensationAccounts({ familyId, mentorId }))
  // A decision after an appeal comes when other classes may have used the limit.
  const { rows } = await sql<{ paise: number }>`
    select ${leftOfOrder} as paise from lesson l join booking b on b.id = l.booking_id
      join booking f on f.order_id = b.order_id and f.replaces is null where l.id = ${lessonId}`.execute(tx)
  const debtPaise = await balancePaise(tx, 'mentor_debt', mentorId)
  const paise = Math.min(agreedPaise, rows[0]?.paise ?? 0, maxMentorDebtPaise - debtPaise)
  if (paise <= 0) return
  const made = await tx
    .insertInto('compensation')
    .values({ lesson_id: lessonId, family_id: familyId, mentor_id: mentorId, paise })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return
  const { id } = made
  await notifyCompensation(tx, id, false)
  const lines: Line[] = [
    { kind: 'mentor_debt', ownerId: mentorId, amountPaise: paise },
    { kind: 'family_credit', ownerId: familyId, amountPaise: -paise },
  ]
  await writeJournal(tx, { kind: 'compensation', subjectId: id, lines })
}

/**
 * Reverses the compensation of a lesson that was decided for the mentor: what the mentor paid of it is payable again.
 * What the family has spent stays with it, at our cost. Call after other journals of the transaction.
 */
export async function reverseCompensation(tx: Transaction, lessonId: string): Promise<void> {
  const given = await tx
    .selectFrom('compensation')
    .select(['id', 'family_id as familyId', 'mentor_id as mentorId', 'paise'])
    .where('lesson_id', '=', lessonId)
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
  if (!given) return
  const { id, familyId, mentorId, paise } = given
  const line = (kind: Line['kind'], amountPaise: number, ownerId?: string): Line => ({
    kind,
    amountPaise,
    ...(ownerId && { ownerId }),
  })
  await lockAccounts(tx, [...compensationAccounts(given), line('mentor_payable', 0, mentorId), line('promotions', 0)])
  const takenBack = Math.min(paise, -(await balancePaise(tx, 'family_credit', familyId)))
  const repaid = paise - Math.min(paise, await balancePaise(tx, 'mentor_debt', mentorId))
  await tx
    .updateTable('compensation')
    .set({ reversed_at: sql`now()`, taken_back_paise: takenBack, repaid_paise: repaid })
    .where('id', '=', id)
    .execute()
  const lines = [
    line('family_credit', takenBack, familyId),
    line('promotions', paise - takenBack),
    line('mentor_debt', repaid - paise, mentorId),
    line('mentor_payable', -repaid, mentorId),
  ]
  await writeJournal(tx, { kind: 'compensation_end', subjectId: id, lines })
  await notifyCompensation(tx, id, true)
}

/**
 * Takes back what returns to a family's credit of compensations that were reversed after it had spent them. Requires the
 * locks of the family's credit and of promotions.
 */
export async function takeBackReversed(
  tx: Transaction,
  familyId: string,
  creditPaise: number,
  returnId: string,
): Promise<void> {
  const { rows } = await sql<{ paise: number }>`
    with spent as (select id, paise - taken_back_paise as paise, sum(paise - taken_back_paise) over (order by id) as total from compensation
        where family_id = ${familyId} and reversed_at is not null),
      taken as (select id, least(paise, ${creditPaise}::int - total + paise)::int as paise from spent where total - paise < ${creditPaise} and paise > 0),
      saved as (update compensation c set taken_back_paise = taken_back_paise + taken.paise from taken where c.id = taken.id)
    select coalesce(sum(paise), 0)::int as paise from taken`.execute(tx)
  const paise = rows[0]?.paise ?? 0
  const lines: Line[] = [
    { kind: 'family_credit', ownerId: familyId, amountPaise: paise },
    { kind: 'promotions', amountPaise: -paise },
  ]
  await writeJournal(tx, { kind: 'compensation_end', subjectId: returnId, lines })
}

/**
 * Locks the accounts of an earning together with what its mentor owes, in one order.
 * @returns whether the mentor owes anything
 */
export async function lockWithDebt(tx: Transaction, mentorId: string, lines: readonly Line[]): Promise<boolean> {
  if ((await balancePaise(tx, 'mentor_debt', mentorId)) === 0) return false
  await lockAccounts(tx, [...lines, { kind: 'mentor_debt', ownerId: mentorId, amountPaise: 0 }])
  return true
}

/** Collects what a mentor owes from the earnings of a lesson that settled in this transaction, never more than those. */
export async function collectCompensation(
  tx: Transaction,
  { lessonId, mentorId, earnedPaise }: { lessonId: string; mentorId: string; earnedPaise: number },
): Promise<void> {
  const paise = Math.min(earnedPaise, await balancePaise(tx, 'mentor_debt', mentorId))
  if (paise <= 0) return
  const lines: Line[] = [
    { kind: 'mentor_payable', ownerId: mentorId, amountPaise: paise },
    { kind: 'mentor_debt', ownerId: mentorId, amountPaise: -paise },
  ]
  await writeJournal(tx, { kind: 'collection', subjectId: lessonId, lines })
}

/** What a lesson paid of its mentor's debt, less what corrections made owed again. */
export async function collectedPaise(tx: Transaction, lessonId: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(-sum(e.amount_paise), 0)::int8 as paise from journal j join ledger_entry e on e.journal_id = j.id
      join ledger_account a on a.id = e.account_id and a.kind = 'mentor_debt'
    where (j.kind = 'collection' and j.subject_id = ${lessonId})
      or (j.kind = 'correction' and j.subject_id in (select id from dispute where lesson_id = ${lessonId}))`.execute(tx)
  return rows[0]?.paise ?? 0
}

/** What a family may deduct from its next payments, in paise. Lock the family before relying on it. */
export const creditPaiseOf = async (db: Db, familyId: string): Promise<number> =>
  -(await balancePaise(db, 'family_credit', familyId))
