import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '#server/config.ts'

const patienceMs = 10 * 60_000

/** Whether a server refuses connections because it is starting, as one that restores a backup does at first. */
export const isStarting = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57P03'

/**
 * Waits for a server that restores a backup.
 * @throws StartError after ten minutes, such as for a standby
 */
export function recoveryWait(forMs = patienceMs) {
  const began = Date.now()
  let isTold = false
  /** Says once that it waits, and waits a moment. */
  async function wait(problem: string): Promise<void> {
    if (!isTold) console.log('PostgreSQL restores a backup: waiting until it is done …')
    isTold = true
    if (Date.now() - began > forMs) throw new StartError(problem)
    await pause(250)
  }
  return {
    /** Before another connection to a server that is starting. */
    nextTry: () => wait(`PostgreSQL did not start within ${forMs / 60_000} minutes: it may still restore a backup.`),
    /** Until a server takes writes. */
    async untilDone(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
      for (;;) {
        const { rows } = await client.query<{ on: boolean }>('select pg_is_in_recovery() as on')
        if (!rows[0]?.on) return
        await wait('PostgreSQL takes no writes: it is a standby, or its recovery was paused.')
      }
    },
  }
}
