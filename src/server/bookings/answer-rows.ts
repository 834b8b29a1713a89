import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/platform/schema.ts'

type Tx = Kysely<DB>

/** The record and its lesson, locked after their booking, as far as this family may see it. */
export async function lockRecord(tx: Tx, id: string, familyId: string) {
  await sql`select id from booking where id = (select booking_id from class_record where id = ${id}) and family_id = ${familyId} for update`.execute(
    tx,
  )
  const { rows } = await sql<{
    lessonId: string
    parentTick: boolean
    status: string
    settled: boolean
    disputed: boolean
  }>`
    select r.lesson_id as "lessonId", r.parent_tick as "parentTick", l.status, l.settled_at is not null as settled,
      l.disputed_at is not null as disputed
    from class_record r join lesson l on l.id = r.lesson_id join booking b on b.id = r.booking_id
    where r.id = ${id} and b.family_id = ${familyId} for update of r, l`.execute(tx)
  return rows[0] ?? null
}

/** Class `l` of booking `b`: none of that family with that mentor was held before. */
export const isFirst = sql<boolean>`not exists (
  select from lesson e join booking eb on eb.id = e.booking_id
  where eb.family_id = b.family_id and eb.mentor_id = b.mentor_id and e.status = 'held' and e.starts_at < l.starts_at)`

/** Whether no class of this family with this mentor was held before this one: the guarantee keeps it open. */
export async function isFirstLesson(tx: Tx, lessonId: string): Promise<boolean> {
  const { rows } = await sql<{ isFirst: boolean }>`
    select ${isFirst} as "isFirst" from lesson l join booking b on b.id = l.booking_id where l.id = ${lessonId}`.execute(
    tx,
  )
  return rows[0]?.isFirst === true
}

export const setParentTick = (tx: Tx, recordId: string, tick: boolean) =>
  sql`update class_record set parent_tick = ${tick}, parent_ticked_at = ${tick ? sql`now()` : sql`null`} where id = ${recordId}`.execute(
    tx,
  )
