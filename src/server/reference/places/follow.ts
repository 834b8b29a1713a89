import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { notifyChange, reloadOnChange } from '#server/platform/changes.ts'
import type { DB } from '#server/platform/schema.ts'
import { usePlaces } from './gazetteer.ts'
import { readEvery } from './rows.ts'

let reading: Promise<void> = Promise.resolve()
let isUntold = false

/**
 * Makes this process's places what the database says; other processes are told by `tellChange(tx, 'places')`. One reading
 * after the other, so that none brings back older ones.
 */
export function readAgain(db: Kysely<DB>): Promise<void> {
  reading = reading
    .catch(() => {})
    .then(async () => {
      if (usePlaces(await readEvery(db))) isUntold = true
      if (!isUntold) return
      // Pages that were rendered meanwhile show the places of before.
      await notifyChange(db, 'public_pages')
      isUntold = false
    })
  return reading
}

const againMs = 60_000

/**
 * Takes over what admins changed of the places, now and whenever any process changes more; within a minute where
 * nobody can be told. Answers how to stop.
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
