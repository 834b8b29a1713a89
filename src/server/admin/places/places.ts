import { randomUUID } from 'node:crypto'
import type { PlaceInput, PlaceUsage } from '#contract/reference/admin-places.ts'
import type { PlaceKind } from '#contract/reference/limits.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import type { Place } from '#server/reference/places/places.ts'
import { aliasesOf, assertNameFree, parentOf, partsOf, pointOf } from './checks.ts'
import { type Change, change, factsOf, follow, matchOf, storedNameOf, union } from './follow.ts'
import { countReferences, mentorsInPlace } from './naming-rows.ts'
import * as rows from './rows.ts'

const isSame = (one: Place, other: Place) => JSON.stringify(factsOf(one)) === JSON.stringify(factsOf(other))

/** The place a form describes. Refused when its parent or point does not fit. */
function placeFrom(places: readonly Place[], of: Pick<Place, '_id' | 'kind' | 'version'>, input: PlaceInput): Place {
  const parent = parentOf(places, of.kind, input.parent)
  const { name, nameHi, status } = input
  const { lat, lon } = pointOf(of.kind, parent, input)
  return { ...of, parent: input.parent, name, nameHi, aliases: aliasesOf(input), lat, lon, status }
}

/** Adds a place. Adding the same one again is a success. */
export async function addPlace(context: Context, viewer: Viewer, input: PlaceInput & { kind: PlaceKind }) {
  return await change(context, viewer, async (now) => {
    const { places } = now
    const of = { _id: randomUUID(), kind: input.kind, version: 1 }
    const place = placeFrom(places, of, input)
    const already = places.find((one) => isSame(one, place))
    if (already) return already._id
    await add(now, place)
    return place._id
  })
}

/** Writes a new place, and moves rows that name it already to its point. */
async function add(now: Change, place: Place): Promise<void> {
  const { tx, viewer, places } = now
  assertNameFree(places, place)
  await rows.putPlace(tx, place)
  const all = [...places, place]
  now.placeId = place._id
  const moved = await follow(now, { from: matchOf(all, place), newName: storedNameOf(all, place), isMoved: true })
  await writeAudit(tx, viewer, 'place.added', { kind: 'place', id: place._id, detail: { ...factsOf(place), moved } })
}

/** Changes a place; rows that name it follow. Saving what is saved already is a success. */
export async function savePlace(
  context: Context,
  viewer: Viewer,
  id: string,
  input: PlaceInput & { version: number },
): Promise<void> {
  await change(context, viewer, async (now) => {
    const { places } = now
    const before = orNotFound(places.find((one) => one._id === id))
    // A point that does not change was checked before.
    const isPointSure =
      input.isPointSure || (before.lat === input.lat && before.lon === input.lon && before.parent === input.parent)
    const after = placeFrom(places, before, { ...input, isPointSure })
    // Keep the old name as a search alias.
    if (after.name !== before.name) after.aliases = aliasesOf({ ...after, aliases: [...after.aliases, before.name] })
    if (isSame(before, after)) return
    if (before.version !== input.version) throw new AppError('place-changed', { version: before.version })
    assertNameFree(places, after)
    await save(now, before, after)
  })
}

/** Writes a changed place; rows that name it follow. */
async function save(under: Change, before: Place, after: Place): Promise<void> {
  const { tx, viewer, places } = under
  await rows.putPlace(tx, after)
  const all = places.map((one) => (one._id === after._id ? after : one))
  const old = matchOf(places, before)
  const now = matchOf(all, after)
  const isElsewhere = before.parent !== after.parent
  // In another city the new names may already mean another place.
  const from = {
    states: union(old.states, isElsewhere ? [] : now.states),
    cities: old.cities && union(old.cities, isElsewhere ? [] : now.cities),
    areas: old.areas && union(old.areas, now.areas),
  }
  const isMoved = after.kind === 'area' && (before.lat !== after.lat || before.lon !== after.lon)
  // Mentors of the new city may already name this area.
  if (isElsewhere) for (const id of await mentorsInPlace(tx, now)) under.mentorIds.add(id)
  under.placeId = after._id
  const moved = await follow(under, { from, newName: storedNameOf(all, after), isMoved })
  await writeAudit(tx, viewer, 'place.changed', {
    kind: 'place',
    id: after._id,
    detail: { was: factsOf(before), now: factsOf(after), moved },
  })
}

/** Counts what is in a place. */
export async function usageOf(db: Db, places: readonly Place[], place: Place): Promise<PlaceUsage> {
  const named = await countReferences(db, matchOf(places, place))
  return { ...named, parts: partsOf(places, place._id).length }
}

/** Removes a place that nobody uses. Removing it again is a success. */
export async function removePlace(context: Context, viewer: Viewer, id: string, version: number): Promise<void> {
  await change(context, viewer, async ({ tx, places }) => {
    const place = places.find((one) => one._id === id)
    if (!place) {
      if ((await rows.removedName(tx, id)) !== null) return
      throw new AppError('not-found')
    }
    if (place.version !== version) throw new AppError('place-changed', { version: place.version })
    const { mentors, drafts, families, parts } = await usageOf(tx, places, place)
    if (mentors + drafts + families + parts > 0)
      throw new AppError('place-in-use', { mentors, drafts, families, parts })
    await rows.putPlace(tx, { ...place, status: 'removed' })
    await writeAudit(tx, viewer, 'place.removed', { kind: 'place', id, detail: factsOf(place) })
  })
}
