import { sql } from 'kysely'
import { taxFactsLifecycle } from '#contract/mentors/lifecycles.ts'
import type { HolderKind } from '#contract/mentors/tax-ids.ts'
import type { TaxFactsToCheck, taxDoubts } from '#contract/mentors/taxes.ts'
import type { Db, Transaction } from '#server/platform/database.ts'

export type FactsRow = {
  id: string
  sealed: Buffer
  pan: string
  gstin: string | null
  holder: HolderKind
  gstState: string | null
  isResident: boolean
  state: 'given' | 'look' | 'refused'
  doubts: (typeof taxDoubts)[number][]
  reason: string
}

/** Facts by id, to be opened. */
export async function sealedFacts(db: Db, id: string): Promise<{ mentorId: string; sealed: Buffer } | null> {
  const facts = await db
    .selectFrom('mentor_tax')
    .select(['mentor_id as mentorId', 'sealed'])
    .where('id', '=', id)
    .executeTakeFirst()
  return facts ?? null
}

/** Newest facts of these mentors that were not refused, to be opened. */
export async function sealedFactsOf(db: Db, mentorIds: readonly string[]) {
  const { rows } = await sql<{ mentorId: string; sealed: Buffer }>`
    select t.mentor_id as "mentorId", t.sealed from unnest(${mentorIds}::uuid[]) as m(id)
      cross join lateral (select mentor_id, sealed, status from mentor_tax where mentor_id = m.id order by id desc limit 1) t
    where t.status <> 'refused'`.execute(db)
  return rows
}

/** Facts as their mentor sees them. */
export type ShownFacts = Pick<FactsRow, 'pan' | 'gstin' | 'holder' | 'isResident' | 'state' | 'reason'>

/** Newest tax facts of a mentor, as it sees them. */
export const shownFacts = (mentorId: string) => sql<ShownFacts>`
  select pan_hint as pan, gstin_hint as gstin, holder, is_resident as "isResident", status as state, reason
  from mentor_tax where mentor_id = ${mentorId} order by id desc limit 1`

/** Newest tax facts of a mentor. */
export async function factsOf(db: Db, mentorId: string): Promise<FactsRow | null> {
  const facts = await db
    .selectFrom('mentor_tax')
    .select(['id', 'sealed', 'pan_hint as pan', 'gstin_hint as gstin', 'holder', 'gst_state as gstState'])
    .select(['is_resident as isResident', 'status as state', 'doubts', 'reason'])
    .where('mentor_id', '=', mentorId)
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<FactsRow>()
    .executeTakeFirst()
  return facts ?? null
}

/** Newest facts of mentors, or of one mentor, that wait for an admin, oldest first. More follow when some are decided. */
export async function factsToLookAt(db: Db, mentorId: string | undefined) {
  const { rows } = await sql<Omit<TaxFactsToCheck, 'since'> & { since: Date }>`
    select t.id as "_id", t.mentor_id as "mentorId", 'MS-' || m.number as number, m.full_name as "fullName", t.created_at as since, t.pan_hint as pan,
      t.gstin_hint as gstin, t.doubts
    from mentor_tax t join mentor m on m.id = t.mentor_id
    where t.status = 'look' and (${mentorId ?? null}::uuid is null or t.mentor_id = ${mentorId ?? null})
      and not exists (select from mentor_tax n where n.mentor_id = t.mentor_id and n.id > t.id)
    order by t.id limit 50`.execute(db)
  return rows
}

export async function insertFacts(
  tx: Transaction,
  mentorId: string,
  facts: Omit<FactsRow, 'id' | 'reason'>,
): Promise<string> {
  const { sealed, pan, gstin, holder, gstState, isResident, state, doubts } = facts
  const { id } = await tx
    .insertInto('mentor_tax')
    .values({
      mentor_id: mentorId,
      sealed,
      pan_hint: pan,
      gstin_hint: gstin,
      holder,
      gst_state: gstState,
      is_resident: isResident,
      status: state,
      doubts,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Decides on facts that need a look. */
export const setDecision = (
  tx: Transaction,
  id: string,
  move: 'accept' | 'refuse',
  { reason, accountId }: { reason: string; accountId: string },
) =>
  sql`update mentor_tax set status = ${taxFactsLifecycle.target(move)}, reason = ${reason}, decided_by = ${accountId}, decided_at = now()
    where id = ${id} and status = any(${taxFactsLifecycle.from(move)})`.execute(tx)

export type MentorRow = { id: string; accountId: string; fullName: string }

/** Locks a mentor, so that facts and their decision follow each other. */
export async function lockOwner(tx: Transaction, mentorId: string): Promise<MentorRow | null> {
  const { rows } = await sql<MentorRow>`
    select id, account_id as "accountId", full_name as "fullName" from mentor where id = ${mentorId} for no key update`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Whether a mentor exists and has classes that will be paid: a taught one, or one that is scheduled. */
export const hasPaid = (mentorId: string) => sql<boolean>`
    (exists (select from booking where mentor_id = ${mentorId}) or exists (select from tax_entry where mentor_id = ${mentorId}))`

/** Mentors with running bookings who never gave tax facts. */
export async function runningWithoutFacts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct mentor_id as id from booking b where status in ('pending_schedule', 'scheduled')
      and not exists (select from mentor_tax where mentor_id = b.mentor_id) order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

export async function accountOf(db: Db, mentorId: string): Promise<string> {
  const { account_id } = await db
    .selectFrom('mentor')
    .select('account_id')
    .where('id', '=', mentorId)
    .executeTakeFirstOrThrow()
  return account_id
}
