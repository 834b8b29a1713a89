import type { FastifyBaseLogger } from 'fastify'
import { notifyChange, reloadOnChange } from '#server/platform/changes.ts'
import type { Db } from '#server/platform/database.ts'
import { usePlaces } from './gazetteer.ts'
import { readAllPlaces } from './rows.ts'

let reading: Promise<void> = Promise.resolve()
let isNotificationDue = false

/**
 * Reloads this process's places from the database. Reads run one after another, so that none restores an older state.
 * Other processes reload after `notifyChange(tx, 'places')`.
 */
export function reloadPlaces(db: Db): Promise<void> {
  reading = reading
    .catch(() => {})
    .then(async () => {
      if (usePlaces(await readAllPlaces(db))) isNotificationDue = true
      if (!isNotificationDue) return
      // Pages rendered before this reload show the old places. A failed notification is retried by the next reload.
      await notifyChange(db, 'public_pages')
      isNotificationDue = false
    })
  return reading
}

const pollMs = 60_000

/**
 * Loads the places now and after every change in any process. While the change listener is disconnected, it polls every
 * minute. Returns a function that stops it.
 */
export async function watchPlaces(db: Db, url: string, log: FastifyBaseLogger): Promise<() => Promise<void>> {
  await reloadPlaces(db)
  const listener = reloadOnChange(url, 'places', { read: () => reloadPlaces(db), log })
  const timer = setInterval(() => listener.isListening() || listener.again(), pollMs)
  return async () => {
    clearInterval(timer)
    await listener.stop()
  }
}
