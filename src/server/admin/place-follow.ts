import { sql } from 'kysely'
import type { PlaceMoved } from '#contract/reference/admin-places.ts'
import type { Context } from '#server/context.ts'
import { projectMentors } from '#server/mentors/search/mentors.ts'
import { notifyChange } from '#server/platform/changes.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { lockPlaces } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { type Goal, type Named, type Place, readAgain, readPlaces } from '#server/reference/places/places.ts'
import { namesOf } from './place-checks.ts'
import * as moves from './place-moves.ts'

/** More than these are written into the list by a job, so that nobody waits. */
const manyMentors = 5_000
const batch = 500
/** How many batches a job does before the next one goes on: a minute's work at most. */
const batchesMost = 20

const lower = ({ name, nameHi, aliases }: Place) => [name, nameHi, ...aliases].map((one) => one.toLowerCase())

/** Every way in which rows name a place. */
export function namedBy(places: readonly Place[], place: Place): Named {
  const above = places.find((one) => one._id === place.parent)
  if (place.kind === 'state' || !above) return { states: lower(place), cities: null, areas: null }
  const state = places.find((one) => one._id === above.parent)
  if (place.kind === 'city' || !state) return { states: lower(above), cities: lower(place), areas: null }
  return { states: lower(state), cities: lower(above), areas: namesOf(place) }
}

/** How rows are to name it. */
export function goalOf(places: readonly Place[], place: Place): Goal {
  const above = places.find((one) => one._id === place.parent)
  if (place.kind === 'state' || !above) return { state: place.name, city: null, area: null }
  const state = places.find((one) => one._id === above.parent)
  if (place.kind === 'city' || !state) return { state: above.name, city: place.name, area: null }
  return { state: state.name, city: above.name, area: place.name }
}

export const union = (...all: (readonly string[] | null | undefined)[]) => [...new Set(all.flatMap((one) => one ?? []))]

/** A change of places under way: the places before it, and the mentors to write into the list when all of them are written. */
export type Change = {
  tx: Transaction
  viewer: Viewer
  places: Place[]
  mentorIds: Set<string>
  placeId: string | null
}

/** One change of places: under the lock, with one audit entry, told to every process when it commits. */
export async function change<T>(parts: Context, viewer: Viewer, work: (now: Change) => Promise<T>): Promise<T> {
  const result = await transaction(parts.db, async (tx) => {
    await lockPlaces(tx)
    // A city may have a hundred thousand mentors.
    await sql`set local statement_timeout = '60s'`.execute(tx)
    await notifyChange(tx, 'places')
    const now: Change = { tx, viewer, places: await readPlaces(tx), mentorIds: new Set(), placeId: null }
    const done = await work(now)
    const { mentorIds, placeId } = now
    for (const id of await moves.mentorsAround(tx, changedPoints(now.places, await readPlaces(tx)))) mentorIds.add(id)
    if (mentorIds.size > manyMentors && placeId !== null)
      await parts.queue.send(tx, 'mentors.place', { placeId, after: null })
    else if (mentorIds.size > 0) await projectMentors(tx, [...mentorIds])
    return done
  })
  await readAgain(parts.db)
  return result
}

/** Points of a place and of all places in it. */
function pointsIn(places: readonly Place[], ids: ReadonlySet<string>): { lat: number; lon: number }[] {
  const byId = new Map(places.map((place) => [place._id, place]))
  const isIn = ({ _id, parent }: Place): boolean => {
    const above = parent === null ? undefined : byId.get(parent)
    return ids.has(_id) || (above !== undefined && isIn(above))
  }
  return places
    .filter(isIn)
    .flatMap(({ lat, lon, status }) => (lat === null || lon === null || status === 'removed' ? [] : [{ lat, lon }]))
}

/** Points of whatever has another name, place or point now, before and after: whoever lives near may come to another place. */
function changedPoints(before: readonly Place[], after: readonly Place[]) {
  const facts = (all: readonly Place[]) =>
    new Map(all.map(({ _id, name, parent, lat, lon }) => [_id, JSON.stringify([name, parent, lat, lon])]))
  const [was, now] = [facts(before), facts(after)]
  const changed = new Set([...was.keys(), ...now.keys()].filter((id) => was.get(id) !== now.get(id)))
  return [...pointsIn(before, changed), ...pointsIn(after, changed)]
}

/** Lets rows that name a place in one of the old ways follow it. Whoever is there is in `placeId` then. */
export async function follow(
  now: Change,
  { from, goal, isMoved }: { from: Named; goal: Goal; isMoved: boolean },
): Promise<Omit<PlaceMoved, 'parts'>> {
  const { mentorIds, moved } = await moves.moveNamed(now.tx, now.viewer.accountId, from, goal)
  if (goal.city !== null && goal.area === null) await moves.moveFigures(now.tx, from.cities ?? [], goal.city)
  // An area lends its point to everybody in it.
  const there = isMoved ? await moves.mentorsNamed(now.tx, from) : []
  for (const id of [...mentorIds, ...there]) now.mentorIds.add(id)
  return moved
}

/** Writes everybody in a place or near it into the list anew, from a mentor on. */
export async function projectPlace(
  { db, queue }: Context,
  { placeId, after }: { placeId: string; after: string | null },
): Promise<void> {
  await readAgain(db)
  const places = await readPlaces(db)
  const place = places.find((one) => one._id === placeId)
  // Whatever took it away wrote those anew who were there.
  if (!place) return
  const part = { after, most: batch * batchesMost }
  const [named, around] = [
    await moves.mentorsNamed(db, namedBy(places, place), part),
    await moves.mentorsAround(db, pointsIn(places, new Set([placeId])), part),
  ]
  const ids = union(named, around).sort().slice(0, part.most)
  for (let i = 0; i < ids.length; i += batch) await transaction(db, (tx) => projectMentors(tx, ids.slice(i, i + batch)))
  const last = ids.at(-1)
  if (last && ids.length === part.most) await queue.send(db, 'mentors.place', { placeId, after: last })
}

export const factsOf = ({ kind, parent, name, nameHi, aliases, lat, lon, status }: Place) => ({
  ...{ kind, parent, name, nameHi, aliases, lat, lon, status },
})
