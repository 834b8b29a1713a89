import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { listenForChanges, tellChange } from '#server/platform/changes.ts'
import type { DB } from '#server/platform/schema.ts'
import { usePlaces } from './gazetteer.ts'
import { readPlaces, readRemoved } from './rows.ts'

const read = async (db: Kysely<DB>) => usePlaces([...(await readPlaces(db)), ...(await readRemoved(db))])

/** Takes over in this process what its own transaction changed; others are told by `tellChange(tx, 'places')`. */
export async function readAgain(db: Kysely<DB>): Promise<void> {
  // Pages that were rendered meanwhile show the places of before.
  if (await read(db)) await tellChange(db, 'public_pages')
}

const againMs = 60_000

/**
 * Takes over what admins changed of the places, now and whenever any process changes more; within a minute where
 * nobody can be told. Answers how to stop.
 */
export async function followPlaces(db: Kysely<DB>, url: string, log: FastifyBaseLogger): Promise<() => Promise<void>> {
  await read(db)
  let last = Promise.resolve()
  const again = () => {
    last = last.then(() => readAgain(db)).catch((error) => log.warn({ err: error }, 'places could not be read again'))
  }
  const listener = listenForChanges(url, 'places', again)
  const timer = setInterval(() => listener.isListening() || again(), againMs)
  return async () => {
    clearInterval(timer)
    await listener.stop()
    await last
  }
}
