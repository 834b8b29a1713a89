import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '#server/config.ts'

const patienceMs = 10 * 60_000

/**
 * Waits until a server that restores a backup is done and takes writes.
 * @throws StartError after ten minutes, such as for a standby
 */
export async function awaitRecovery(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const began = Date.now()
  for (let isTold = false; ; isTold = true) {
    const { rows } = await client.query<{ on: boolean }>('select pg_is_in_recovery() as on')
    if (!rows[0]?.on) return
    if (!isTold) console.log('PostgreSQL restores a backup: waiting until it is done …')
    if (Date.now() - began > patienceMs)
      throw new StartError('PostgreSQL takes no writes: it is a standby, or its recovery was paused.')
    await pause(250)
  }
}
