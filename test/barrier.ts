import { type Kysely, type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { DB } from '#server/platform/schema.ts'

/**
 * Queues all calls, one after another, behind a lock on the rows they all need, and releases it once every call is
 * waiting. The first call changes with each round. `rows` is a select that can be locked.
 */
export async function atBarrier<T>(
  db: Kysely<DB>,
  round: number,
  rows: RawBuilder<unknown>,
  works: (() => Promise<T>)[],
): Promise<T[]> {
  const order = works.map((_, nth) => (nth + round) % works.length)
  const running: { nth: number; outcome: Promise<T> }[] = []
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length
  await db.transaction().execute(async (tx) => {
    expect((await sql`${rows} for update`.execute(tx)).rows).toHaveLength(1)
    for (const nth of order) {
      const outcome = works[nth]?.()
      if (!outcome) continue
      running.push({ nth, outcome })
      await expect.poll(waiting, { interval: 1, timeout: 5_000 }).toBe(running.length)
    }
  })
  const outcomes: T[] = []
  for (const { nth, outcome } of running) outcomes[nth] = await outcome
  return outcomes
}
