import { sql } from 'kysely'
import type { Db, Transaction } from '#server/platform/database.ts'

/** Reason of a credit. */
export type Cause = 'family' | 'mentor' | 'holiday' | 'pause'

export type Credit = {
  id: string
  minutes: number
  cause: Cause
  givenOn: string
  lessonId: string
  isUsed: boolean
  isVoided: boolean
}

/** All credits of a booking, used or not, oldest first. */
export async function creditsOf(db: Db, bookingId: string): Promise<Credit[]> {
  const { rows } = await sql<Credit>`
    select id, minutes, cause, to_char(given_on, 'YYYY-MM-DD') as "givenOn", lesson_id as "lessonId", used_by is not null as "isUsed",
      voided_at is not null as "isVoided"
    from lesson_credit where booking_id = ${bookingId} order by id`.execute(db)
  return rows
}

/** Credits the minutes of a lesson; void for a finished booking, whose money is refundable instead. */
export const insertCredit = (
  tx: Transaction,
  { bookingId, lessonId, minutes, cause }: { bookingId: string; lessonId: string; minutes: number; cause: Cause },
) =>
  sql`insert into lesson_credit (booking_id, lesson_id, minutes, cause, voided_at)
    select id, ${lessonId}, ${minutes}, ${cause}, case when status in ('completed', 'cancelled') then now() end from booking where id = ${bookingId}`.execute(
    tx,
  )

/** Oldest unused credit of a booking. */
export async function oldestCredit(tx: Transaction, bookingId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('lesson_credit')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('used_by', 'is', null)
    .where('voided_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Locks a credit that is unused. */
export async function openCredit(
  tx: Transaction,
  bookingId: string,
  id: string,
): Promise<{ id: string; minutes: number } | null> {
  const row = await tx
    .selectFrom('lesson_credit')
    .select(['id', 'minutes'])
    .where('id', '=', id)
    .where('booking_id', '=', bookingId)
    .where('used_by', 'is', null)
    .where('voided_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Marks a credit as used by a lesson. */
export const useCredit = (tx: Transaction, id: string, lessonId: string) =>
  tx.updateTable('lesson_credit').set({ used_by: lessonId }).where('id', '=', id).execute()

/** Reduces the open credits to `minutes` in total, newest first. */
export const shortenCredits = (tx: Transaction, bookingId: string, minutes: number) =>
  sql`
    with open as (
      select id, minutes, sum(minutes) over (order by id) - minutes as before from lesson_credit
      where booking_id = ${bookingId} and used_by is null and voided_at is null)
    update lesson_credit c set minutes = case when before < ${minutes}::int then ${minutes}::int - before else c.minutes end,
      voided_at = case when before >= ${minutes}::int then now() end
    from open where open.id = c.id and before + open.minutes > ${minutes}::int`.execute(tx)
