import { type RawBuilder, sql } from 'kysely'
import { autoSuspendCooldownDays, type CaseKind, settleDays } from '#contract/support/case-types.ts'
import { duplicateTicketMinutes } from '#contract/support/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { lockTickets } from '#server/platform/locks.ts'

/** Phone or email is set; `ipBlock` only if the sender is unverified. */
export type NewCase = {
  kind: CaseKind
  topic: string
  text: string
  name: string
  phone: string | null
  email?: string | null
  language: Language
  accountId: string | null
  /** Side on which the account reported it; null for admins and visitors. */
  side: 'family' | 'mentor' | null
  familyId: string | null
  mentorId: string | null
  ipBlock?: string | null
}
export type OpenedCase = { id: string; number: string; answerBy: Date }

/**
 * Tickets of the last hour, for rate limits: of an account or about a phone that is not its own, else of visitors with this address
 * block or phone, so that strangers use up nothing of an account. Locks serialise concurrent requests so that they count each other.
 */
export async function lockAndCountTickets(
  tx: Transaction,
  { accountId, ipBlock, phone }: { accountId: string | null; ipBlock: string; phone: string | null },
): Promise<number> {
  await lockTickets(tx, accountId ?? ipBlock, phone)
  const count = (condition: RawBuilder<unknown>) => sql`(select count(*)::int from support_case
    where ${condition} and ip_block is not null and created_at > now() - interval '1 hour')`
  const ofVisitors = (condition: RawBuilder<unknown>) => count(sql`account_id is null and ${condition}`)
  const most = accountId
    ? sql`greatest(${count(sql`account_id = ${accountId}`)},
        ${count(sql`phone = ${phone} and phone <> (select a.phone from account a where a.id = ${accountId})`)})`
    : sql`greatest(${ofVisitors(sql`ip_block = ${ipBlock}`)}, ${ofVisitors(sql`phone = ${phone}`)})`
  const { rows } = await sql<{ count: number }>`select ${most} as count`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The same sender's identical message of the last few minutes. */
export async function findSameTicket(tx: Transaction, input: NewCase): Promise<OpenedCase | null> {
  const { rows } = await sql<OpenedCase>`
    select id, number, answer_by as "answerBy" from support_case
    where (phone = ${input.phone} or (${input.phone}::text is null and phone is null and email = ${input.email})) and text = ${input.text}
      and created_at > now() - make_interval(mins => ${duplicateTicketMinutes})
    order by created_at limit 1`.execute(tx)
  return rows[0] ?? null
}

type SafetyReport = Pick<NewCase, 'accountId' | 'familyId' | 'mentorId' | 'text'>

/** The open safety case of the same reporter about the same people in the same words. */
export async function findSameSafetyCase(
  tx: Transaction,
  { accountId, familyId, mentorId, text }: SafetyReport,
): Promise<OpenedCase | null> {
  const found = await tx
    .selectFrom('support_case')
    .select(['id', 'number', 'answer_by as answerBy'])
    .where('account_id', '=', accountId)
    .where('family_id', '=', familyId)
    .where('mentor_id', '=', mentorId)
    .where('kind', '=', 'safety')
    .where('status', '<>', 'resolved')
    .where('text', '=', text)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** Safety cases of a reporter about the same people in the last day. */
export async function countSafetyCases(
  tx: Transaction,
  { accountId, familyId, mentorId }: SafetyReport,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from support_case where account_id = ${accountId} and family_id = ${familyId}
      and mentor_id = ${mentorId} and kind = 'safety' and created_at > now() - interval '1 day'`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function hasBooked(db: Db, familyId: string, mentorId: string): Promise<boolean> {
  const booking = await db
    .selectFrom('booking')
    .select('id')
    .where('family_id', '=', familyId)
    .where('mentor_id', '=', mentorId)
    .limit(1)
    .executeTakeFirst()
  return booking !== undefined
}

/** Whether a family has a paid booking with this mentor that was not cancelled before its first lesson. */
export async function hasPaidBooking(tx: Transaction, familyId: string, mentorId: string): Promise<boolean> {
  const { rows } = await sql`
    select from booking b where b.family_id = ${familyId} and b.mentor_id = ${mentorId}
      and (b.status <> 'cancelled' or exists (select from lesson l where l.booking_id = b.id and l.status = 'held')) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Whether an admin recently restored this mentor after a report of this family suspended it automatically. */
export async function wasRecentlyRestored(tx: Transaction, familyId: string, mentorId: string): Promise<boolean> {
  const { rows } = await sql`
    select from support_case c join case_event p on p.case_id = c.id and p.kind = 'pause' and p.by_account is null
      join mentor_event back on back.mentor_id = c.mentor_id and back.kind = 'restored' and back.at >= p.at
    where c.mentor_id = ${mentorId} and c.family_id = ${familyId} and c.kind = 'safety'
      and back.at > now() - make_interval(days => ${autoSuspendCooldownDays}) limit 1`.execute(tx)
  return rows.length > 0
}

/** Locks the mentor. @returns whether the mentor is suspended */
export async function lockIfSuspended(tx: Transaction, mentorId: string): Promise<boolean> {
  const mentor = await tx
    .selectFrom('mentor')
    .select('id')
    .where('id', '=', mentorId)
    .where('status', '=', 'suspended')
    .forUpdate()
    .executeTakeFirst()
  return mentor !== undefined
}

export async function insertCase(tx: Transaction, input: NewCase, answerBy: Date): Promise<OpenedCase> {
  const { kind, topic, text, name, phone, email, language, accountId, familyId, mentorId, ipBlock } = input
  return await tx
    .insertInto('support_case')
    .values({
      kind,
      topic,
      text,
      name,
      phone,
      email: email ?? null,
      language,
      account_id: accountId,
      family_id: familyId,
      mentor_id: mentorId,
      ip_block: ipBlock ?? null,
      priority: kind === 'safety' ? 'high' : 'normal',
      answer_by: answerBy,
      settle_by: sql`now() + make_interval(days => ${settleDays})`,
    })
    .returning(['id', 'number', 'answer_by as answerBy'])
    .executeTakeFirstOrThrow()
}

/** Deletes copies of evidence whose safety cases were closed a year ago. */
export async function deleteOldEvidence(db: Db): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from evidence_copy where not sides_are_held(family_id, mentor_id)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes old IP blocks; rate limits need them for one hour. */
export async function deleteCaseAddresses(db: Db, days: number): Promise<number> {
  const { numAffectedRows } =
    await sql`update support_case set ip_block = null where ip_block is not null and created_at < now() - make_interval(days => ${days})`.execute(
      db,
    )
  return Number(numAffectedRows ?? 0)
}
