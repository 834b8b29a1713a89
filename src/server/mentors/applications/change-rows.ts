import { type RawBuilder, sql } from 'kysely'
import { type ChangeStatus, changeLifecycle } from '#contract/mentors/lifecycles.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { ReviewedFacts } from './facts.ts'
import type { Reopened } from './reopened-checks.ts'

export type ChangeRow = {
  id: string
  mentorId: string
  status: ChangeStatus
  facts: Partial<ReviewedFacts>
  reopened: Reopened
  askedAt: Date
}

const select = (db: Db) =>
  db
    .selectFrom('mentor_change')
    .select(['id', 'mentor_id as mentorId', 'status', 'facts', 'reopened', 'asked_at as askedAt'])
    .$castTo<ChangeRow>()

/** The undecided change of a mentor. */
export const waitingRow = (mentorId: RawBuilder<unknown>) => sql<ChangeRow>`
  select id, mentor_id as "mentorId", status, facts, reopened, asked_at as "askedAt" from mentor_change
  where mentor_id = ${mentorId} and status = 'waiting'`

export async function waitingOf(db: Db, mentorId: string): Promise<ChangeRow | null> {
  const row = await select(db).where('mentor_id', '=', mentorId).where('status', '=', 'waiting').executeTakeFirst()
  return row ?? null
}

/** A change of a mentor by id, decided or not. */
export async function changeOf(tx: Transaction, mentorId: string, id: string): Promise<ChangeRow | null> {
  return (await select(tx).where('mentor_id', '=', mentorId).where('id', '=', id).executeTakeFirst()) ?? null
}

type NewValues = Pick<ChangeRow, 'facts' | 'reopened'>
export async function insertChange(tx: Transaction, mentorId: string, values: NewValues): Promise<void> {
  await tx
    .insertInto('mentor_change')
    .values({
      mentor_id: mentorId,
      facts: JSON.stringify(values.facts),
      reopened: JSON.stringify(values.reopened),
    })
    .execute()
}

/** Stores which results return if a waiting change is declined. */
export async function writeReopened(tx: Transaction, id: string, reopened: Reopened): Promise<void> {
  await tx
    .updateTable('mentor_change')
    .set({ reopened: JSON.stringify(reopened) })
    .where('id', '=', id)
    .execute()
}

/** Keeps the result of a check from returning with a waiting change. */
export const forgetReopened = (tx: Transaction, mentorId: string, kind: string) =>
  tx
    .updateTable('mentor_change')
    .set({ reopened: sql`reopened - ${kind}::text` })
    .where('mentor_id', '=', mentorId)
    .where('status', '=', 'waiting')
    .execute()

type Decision = { move: keyof typeof changeLifecycle.moves; by: string; reason: string }
export async function closeChange(tx: Transaction, id: string, { move, by, reason }: Decision): Promise<void> {
  await tx
    .updateTable('mentor_change')
    .set({ status: changeLifecycle.target(move), decided_at: sql`now()`, decided_by: by, reason })
    .where('id', '=', id)
    .where('status', 'in', changeLifecycle.from(move))
    .execute()
}

export const writeReviewedFacts = (tx: Transaction, mentorId: string, facts: Partial<ReviewedFacts>) =>
  tx.updateTable('mentor').set(facts).where('id', '=', mentorId).execute()

/** While set, the mentor is not listed. */
export const setIdentityInReview = (tx: Transaction, mentorId: string, isInReview: boolean) =>
  tx
    .updateTable('mentor')
    .set({ identity_in_review: isInReview })
    .where('id', '=', mentorId)
    .where('identity_in_review', '<>', isInReview)
    .execute()
