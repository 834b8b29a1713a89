import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'

/** What may be evidence: everything of an account, a booking or a conversation. */
type HeldSubject = { accountId: string } | { bookingId: string } | { conversationId: string }

function heldBy(subject: HeldSubject): RawBuilder<unknown> {
  if ('accountId' in subject) return sql`account_is_held(${subject.accountId}::uuid)`
  if ('bookingId' in subject) return sql`booking_is_held(${subject.bookingId}::uuid)`
  return sql`message_is_held(${subject.conversationId}::uuid)`
}

/**
 * Whether a safety case keeps this against deletion, erasing and retention. Triggers refuse it as `evidence-held` when
 * a caller forgets to ask.
 */
export async function isHeld(db: Kysely<DB>, subject: HeldSubject): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`select ${heldBy(subject)} as "isHeld"`.execute(db)
  return rows[0]?.isHeld ?? false
}

/** Keeps the evidence of a new safety case. */
export const placeHold = (tx: Transaction, caseId: string) =>
  tx.insertInto('evidence_hold').values({ case_id: caseId }).execute()
