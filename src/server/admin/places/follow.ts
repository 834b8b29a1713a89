import { sql } from 'kysely'
import type { PlaceUsage } from '#contract/reference/admin-places.ts'
import { moveCityFigures } from '#server/admin/overview/overview.ts'
import type { Context } from '#server/context.ts'
import { projectMentors } from '#server/mentors/search/mentors.ts'
import { notifyChange } from '#server/platform/changes.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { lockPlaces } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import {
  type Place,
  type PlaceMatch,
  readPlaces,
  reloadPlaces,
  type StoredName,
} from '#server/reference/places/places.ts'
import { namesOf } from './checks.ts'
import * as rows from './naming-rows.ts'

/** Above this many mentors a job updates the search list. */
const manyMentors = 5_000
const batch = 500
/** Batches per job, about a minute's work; the next job continues after them. */
const maxBatches = 20

const lower = ({ name, nameHi, aliases }: Place) => [name, nameHi, ...aliases].map((one) => one.toLowerCase())

/** The names by which rows can refer to a place. */
export function matchOf(places: readonly Place[], place: Place): PlaceMatch {
  const parent = places.find((one) => one._id === place.parent)
  if (place.kind === 'state' || !parent) return { states: lower(place), cities: null, areas: null }
  const state = places.find((one) => one._id === parent.parent)
  if (place.kind === 'city' || !state) return { states: lower(parent), cities: lower(place), areas: null }
  return { states: lower(state), cities: lower(parent), areas: namesOf(place) }
}

/** The names that rows get. */
export function storedNameOf(places: readonly Place[], place: Place): StoredName {
  const parent = places.find((one) => one._id === place.parent)
  if (place.kind === 'state' || !parent) return { state: place.name, city: null, area: null }
  const state = places.find((one) => one._id === parent.parent)
  if (place.kind === 'city' || !state) return { state: parent.name, city: place.name, area: null }
  return { state: state.name, city: parent.name, area: place.name }
}

export const union = (...all: (readonly string[] | null | undefined)[]) => [...new Set(all.flatMap((one) => one ?? []))]

/** A change in progress: the places before it, and the mentors whose search rows are written at its end. */
export type Change = {
  tx: Transaction
  viewer: Viewer
  places: Place[]
  mentorIds: Set<string>
  placeId: string | null
}

/** Runs one change of places under the lock; every process reads places again when it commits. */
export async function change<T>(context: Context, viewer: Viewer, work: (now: Change) => Promise<T>): Promise<T> {
  const result = await transaction(context.db, async (tx) => {
    await lockPlaces(tx)
    // A city can have a hundred thousand mentors.
    await sql`set local statement_timeout = '60s'`.execute(tx)
    await notifyChange(tx, 'places')
    const now: Change = { tx, viewer, places: await readPlaces(tx), mentorIds: new Set(), placeId: null }
    const done = await work(now)
    const { mentorIds, placeId } = now
    for (const id of await rows.mentorsAround(tx, changedPoints(now.places, await readPlaces(tx)))) mentorIds.add(id)
    if (mentorIds.size > manyMentors && placeId !== null)
      await context.queue.send(tx, 'mentors.place', { placeId, after: null })
    else if (mentorIds.size > 0) await projectMentors(tx, [...mentorIds])
    return done
  })
  await reloadPlaces(context.db)
  return result
}

/** Points of these places and of all places in them. */
function pointsIn(places: readonly Place[], ids: ReadonlySet<string>): { lat: number; lon: number }[] {
  const byId = new Map(places.map((place) => [place._id, place]))
  const isIn = ({ _id, parent }: Place): boolean => {
    const parentPlace = parent === null ? undefined : byId.get(parent)
    return ids.has(_id) || (parentPlace !== undefined && isIn(parentPlace))
  }
  return places
    .filter(isIn)
    .flatMap(({ lat, lon, status }) => (lat === null || lon === null || status === 'removed' ? [] : [{ lat, lon }]))
}

/** Old and new points of places that were renamed or moved: mentors near them may now reach other areas. */
function changedPoints(before: readonly Place[], after: readonly Place[]) {
  const facts = (all: readonly Place[]) =>
    new Map(all.map(({ _id, name, parent, lat, lon }) => [_id, JSON.stringify([name, parent, lat, lon])]))
  const was = facts(before)
  const now = facts(after)
  const changed = new Set([...was.keys(), ...now.keys()].filter((id) => was.get(id) !== now.get(id)))
  return [...pointsIn(before, changed), ...pointsIn(after, changed)]
}

/** Renames the rows that name a place, and collects the mentors to update in the search list. */
export async function follow(
  now: Change,
  { from, newName, isMoved }: { from: PlaceMatch; newName: StoredName; isMoved: boolean },
): Promise<Omit<PlaceUsage, 'parts'>> {
  const { mentorIds, moved } = await rows.renameReferences(now.tx, now.viewer.accountId, from, newName)
  if (newName.city !== null && newName.area === null) await moveCityFigures(now.tx, from.cities ?? [], newName.city)
  // Mentors of an area are listed at its point.
  const mentorsInArea = isMoved ? await rows.mentorsInPlace(now.tx, from) : []
  for (const id of [...mentorIds, ...mentorsInArea]) now.mentorIds.add(id)
  return moved
}

/** Updates the search rows of mentors in or near a place, from one id on. */
export async function projectPlace(
  { db, queue }: Context,
  { placeId, after }: { placeId: string; after: string | null },
): Promise<void> {
  await reloadPlaces(db)
  const places = await readPlaces(db)
  const place = places.find((one) => one._id === placeId)
  // The change that removed it has updated its mentors.
  if (!place) return
  const page = { after, max: batch * maxBatches }
  const inPlace = await rows.mentorsInPlace(db, matchOf(places, place), page)
  const around = await rows.mentorsAround(db, pointsIn(places, new Set([placeId])), page)
  const ids = union(inPlace, around).sort().slice(0, page.max)
  for (let i = 0; i < ids.length; i += batch) await transaction(db, (tx) => projectMentors(tx, ids.slice(i, i + batch)))
  const last = ids.at(-1)
  if (last && ids.length === page.max) await queue.send(db, 'mentors.place', { placeId, after: last })
}

export const factsOf = ({ kind, parent, name, nameHi, aliases, lat, lon, status }: Place) => ({
  kind,
  parent,
  name,
  nameHi,
  aliases,
  lat,
  lon,
  status,
})
