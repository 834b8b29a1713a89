import { type Kysely, sql } from 'kysely'
import type { CaseKind } from '#contract/support/case-types.ts'
import { liftedPauseDays } from '#contract/support/case-types.ts'
import { duplicateTicketMinutes } from '#contract/support/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Transaction } from '#server/platform/database.ts'
import { lockTickets } from '#server/platform/locks.ts'
import type { DB } from '#server/platform/schema.ts'

/** What a case is opened with. Phone or e-mail is there; `ipBlock` only when a stranger could have written it. */
export type NewCase = {
  kind: CaseKind
  topic: string
  text: string
  name: string
  phone: string | null
  email: string | null
  language: Language
  accountId: string | null
  /** As whom the account wrote; null: as an admin, or without one. */
  side: 'family' | 'mentor' | null
  familyId: string | null
  mentorId: string | null
  ipBlock: string | null
}
export type Opened = { id: string; number: string; answerBy: Date }

/** Tickets of the last hour, for the limits; taken under locks so that requests at the same time count each other. */
export async function lockAndCountTickets(tx: Transaction, ipBlock: string, phone: string | null) {
  await lockTickets(tx, ipBlock, phone)
  const { rows } = await sql<{ fromBlock: number; aboutPhone: number }>`
    select (select count(*)::int from support_case where ip_block = ${ipBlock} and created_at > now() - interval '1 hour') as "fromBlock",
      (select count(*)::int from support_case where phone = ${phone} and ip_block is not null
        and created_at > now() - interval '1 hour') as "aboutPhone"`.execute(tx)
  const counted = rows[0]
  if (!counted) throw new Error('counting tickets gave no row')
  return counted
}

/** The same person's same message of a moment ago. */
export async function findSameTicket(tx: Transaction, one: NewCase): Promise<Opened | null> {
  const { rows } = await sql<Opened>`
    select id, number, answer_by as "answerBy" from support_case
    where (phone = ${one.phone} or (${one.phone}::text is null and phone is null and email = ${one.email})) and text = ${one.text}
      and created_at > now() - make_interval(mins => ${duplicateTicketMinutes})
    order by created_at limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Whether a family ever booked this mentor. */
export async function hasBooked(db: Kysely<DB>, familyId: string, mentorId: string): Promise<boolean> {
  const { rows } =
    await sql`select from booking where family_id = ${familyId} and mentor_id = ${mentorId} limit 1`.execute(db)
  return rows.length > 0
}

/** Whether a family paid this mentor for a booking that was not given up before it began. */
export async function hasPaidBooking(tx: Transaction, familyId: string, mentorId: string): Promise<boolean> {
  const { rows } = await sql`
    select from booking b where b.family_id = ${familyId} and b.mentor_id = ${mentorId}
      and (b.status <> 'cancelled' or exists (select from lesson l where l.booking_id = b.id and l.status = 'held')) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Whether an admin brought this mentor back, not long ago, after a report of this family had paused it by itself. */
export async function wasLifted(tx: Transaction, familyId: string, mentorId: string): Promise<boolean> {
  const { rows } = await sql`
    select from support_case c join case_event p on p.case_id = c.id and p.kind = 'pause' and p.by_account is null
      join mentor_event back on back.mentor_id = c.mentor_id and back.kind = 'restored' and back.at >= p.at
    where c.mentor_id = ${mentorId} and c.family_id = ${familyId} and c.kind = 'safety'
      and back.at > now() - make_interval(days => ${liftedPauseDays}) limit 1`.execute(tx)
  return rows.length > 0
}

export async function isPaused(tx: Transaction, mentorId: string): Promise<boolean> {
  const { rows } = await sql`select from mentor where id = ${mentorId} and status = 'suspended' for update`.execute(tx)
  return rows.length > 0
}

export async function insertCase(tx: Transaction, one: NewCase, answerBy: Date): Promise<Opened> {
  const { rows } = await sql<Opened>`
    insert into support_case (kind, topic, text, name, phone, email, language, account_id, family_id, mentor_id, priority, answer_by, ip_block)
    values (${one.kind}, ${one.topic}, ${one.text}, ${one.name}, ${one.phone}, ${one.email}, ${one.language}, ${one.accountId},
      ${one.familyId}, ${one.mentorId}, ${one.kind === 'safety' ? 'high' : 'normal'}, ${answerBy}, ${one.ipBlock})
    returning id, number, answer_by as "answerBy"`.execute(tx)
  const opened = rows[0]
  if (!opened) throw new Error('opening a case gave no row')
  return opened
}

/** Deletes address blocks, which are needed for the limits of an hour only. */
export const forgetCaseAddresses = (db: Kysely<DB>) =>
  sql`update support_case set ip_block = null where ip_block is not null and created_at < now() - interval '2 days'`.execute(
    db,
  )
