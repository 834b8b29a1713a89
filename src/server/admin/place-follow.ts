import { sql } from 'kysely'
import type { PlaceMoved } from '#contract/admin-places.ts'
import type { Parts } from '#server/app.ts'
import { projectMentors } from '#server/mentors/mentors.ts'
import { type Place, readAgain, readPlaces } from '#server/places/gazetteer.ts'
import { tellChange } from '#server/platform/changes.ts'
import { type Tx, transaction } from '#server/platform/database.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { namesOf } from './place-checks.ts'
import * as moves from './place-moves.ts'
import { lockPlaces } from './place-rows.ts'

/** More than these are written into the list all at once. */
const manyMentors = 5_000

const lower = ({ name, nameHi, aliases }: Place) => [name, nameHi, ...aliases].map((one) => one.toLowerCase())

/** Every way in which rows name a place. */
export function namedBy(places: readonly Place[], place: Place): moves.Named {
  const above = places.find((one) => one._id === place.parent)
  if (place.kind === 'state' || !above) return { states: lower(place), cities: null, areas: null }
  const state = places.find((one) => one._id === above.parent)
  if (place.kind === 'city' || !state) return { states: lower(above), cities: lower(place), areas: null }
  return { states: lower(state), cities: lower(above), areas: namesOf(place) }
}

/** How rows are to name it. */
export function goalOf(places: readonly Place[], place: Place): moves.Goal {
  const above = places.find((one) => one._id === place.parent)
  if (place.kind === 'state' || !above) return { state: place.name, city: null, area: null }
  const state = places.find((one) => one._id === above.parent)
  if (place.kind === 'city' || !state) return { state: above.name, city: place.name, area: null }
  return { state: state.name, city: above.name, area: place.name }
}

export const union = (...all: (readonly string[] | null | undefined)[]) => [...new Set(all.flatMap((one) => one ?? []))]

/** One change of places: under the lock, with one audit entry, told to every process when it commits. */
export async function change<T>(parts: Parts, work: (tx: Tx, places: Place[]) => Promise<T>): Promise<T> {
  const result = await transaction(parts.db, async (tx) => {
    await lockPlaces(tx)
    // A city may have a hundred thousand mentors.
    await sql`set local statement_timeout = '60s'`.execute(tx)
    await tellChange(tx, 'places')
    return await work(tx, await readPlaces(tx))
  })
  await readAgain(parts.db)
  return result
}

/** Lets rows that name a place in one of the old ways follow it, and writes who is there into the list anew. */
export async function follow(
  tx: Tx,
  viewer: Viewer,
  { from, goal, isMoved }: { from: moves.Named; goal: moves.Goal; isMoved: boolean },
): Promise<Omit<PlaceMoved, 'parts'>> {
  const { mentorIds, moved } = await moves.moveNamed(tx, viewer.accountId, from, goal)
  if (goal.city !== null && goal.area === null) await moves.moveFigures(tx, from.cities ?? [], goal.city)
  // An area lends its point to everybody in it.
  const there = isMoved ? await moves.mentorsNamed(tx, from) : []
  const ids = union(mentorIds, there)
  if (ids.length > 0) await projectMentors(tx, ids.length > manyMentors ? 'all' : ids)
  return moved
}

export const factsOf = ({ kind, parent, name, nameHi, aliases, lat, lon, status }: Place) => ({
  ...{ kind, parent, name, nameHi, aliases, lat, lon, status },
})
