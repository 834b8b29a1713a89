import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/platform/schema.ts'
import type { Class } from './locked-rows.ts'
import type { Side } from './outcome.ts'

type Tx = Kysely<DB>

export type Proposal = {
  id: string
  lessonId: string
  madeBy: Side
  fromAt: Date
  toAt: Date
  expiresAt: Date
  isOver: boolean
  status: 'open' | 'accepted' | 'declined' | 'withdrawn'
}
const columns = sql`id, lesson_id as "lessonId", made_by as "madeBy", from_at as "fromAt", to_at as "toAt", expires_at as "expiresAt",
  expires_at <= clock_timestamp() as "isOver", status`

export async function lessonOf(tx: Tx, proposalId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select lesson_id as id from time_proposal where id = ${proposalId}`.execute(tx)
  return rows[0]?.id ?? null
}

export async function lockProposal(tx: Tx, id: string): Promise<Proposal | null> {
  const { rows } = await sql<Proposal>`select ${columns} from time_proposal where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

/** The same proposal, if it is open already. */
export async function openLike(tx: Tx, lesson: Class, madeBy: Side, toAt: Date): Promise<Proposal | null> {
  const { rows } = await sql<Proposal>`
    select ${columns} from time_proposal where lesson_id = ${lesson.id} and status = 'open' and made_by = ${madeBy}
      and from_at = ${lesson.startsAt} and to_at = ${toAt} and expires_at > clock_timestamp()`.execute(tx)
  return rows[0] ?? null
}

/** A new proposal takes the place of the one before: one's own is taken back, the other side's declined. */
export async function insertProposal(tx: Tx, lesson: Class, madeBy: Side, toAt: Date): Promise<string> {
  await sql`update time_proposal set ended_at = now(),
      status = case when made_by = ${madeBy} or expires_at <= now() then 'withdrawn' else 'declined' end
    where lesson_id = ${lesson.id} and status = 'open'`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    insert into time_proposal (lesson_id, made_by, from_at, to_at, expires_at)
    values (${lesson.id}, ${madeBy}, ${lesson.startsAt}, ${toAt}, least(${lesson.startsAt}::timestamptz, ${toAt}::timestamptz)) returning id`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('a proposal gave no row')
  return rows[0].id
}

export const setAnswered = (tx: Tx, id: string, status: 'accepted' | 'declined' | 'withdrawn') =>
  sql`update time_proposal set status = ${status}, ended_at = now() where id = ${id}`.execute(tx)
