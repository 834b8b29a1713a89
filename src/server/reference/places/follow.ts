import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { notifyChange, reloadOnChange } from '#server/platform/changes.ts'
import type { DB } from '#server/platform/schema.ts'
import { usePlaces } from './gazetteer.ts'
import { readEvery } from './rows.ts'

let reading: Promise<void> = Promise.resolve()
let isUntold = false

/**
 * Reloads this process's places from the database. Reads run one after another, so that none restores an older state.
 * Other processes reload after `notifyChange(tx, 'places')`.
 */
export function readAgain(db: Kysely<DB>): Promise<void> {
  reading = reading
    .catch(() => {})
    .then(async () => {
      if (usePlaces(await readEvery(db))) isUntold = true
      if (!isUntold) return
      // Pages rendered before this reload show the old places. A failed notification is retried by the next reload.
      await notifyChange(db, 'public_pages')
      isUntold = false
    })
  return reading
}

const againMs = 60_000

/**
 * Loads the places now and after every change in any process. While the change listener is disconnected, it polls every
 * minute. Returns a function that stops it.
 */
export async function followPlaces(db: Kysely<DB>, url: string, log: FastifyBaseLogger): Promise<() => Promise<void>> {
  await readAgain(db)
  const listener = reloadOnChange(url, 'places', { read: () => readAgain(db), log })
  const timer = setInterval(() => listener.isListening() || listener.again(), againMs)
  return async () => {
    clearInterval(timer)
    await listener.stop()
  }
}
