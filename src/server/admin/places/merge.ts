import type { PlaceMoved } from '#contract/reference/admin-places.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { fold, type Place, readPlaces } from '#server/reference/places/places.ts'
import { aliasesOf, namesOf } from './checks.ts'
import { type Change, change, factsOf, follow, matchOf, storedNameOf } from './follow.ts'
import { countReferences, mentorsInPlace } from './naming-rows.ts'
import * as rows from './rows.ts'

const findPlace = (places: readonly Place[], id: string): Place => {
  const place = places.find((one) => one._id === id)
  if (!place) throw new AppError('not-found')
  return place
}

function bothOf(places: readonly Place[], id: string, into: string): { from: Place; to: Place } {
  const [from, to] = [findPlace(places, id), findPlace(places, into)]
  if (from.kind !== to.kind || id === into) throw new AppError('place-other-kind')
  return { from, to }
}

/** Counts what a merge would move. */
export async function mergePreview(db: Db, id: string, into: string): Promise<{ into: Place; moved: PlaceMoved }> {
  const places = await readPlaces(db)
  const { from, to } = bothOf(places, id, into)
  const counted = await countReferences(db, matchOf(places, from), storedNameOf(places, to))
  return { into: to, moved: { ...counted, parts: places.filter((one) => one.parent === id).length } }
}

/** The target with the names of the merged place, except those that a sibling has. */
function withNames(places: readonly Place[], to: Place, from: Place): Place {
  const beside = places.filter(
    ({ _id, kind, parent }) => _id !== to._id && _id !== from._id && kind === to.kind && parent === to.parent,
  )
  const taken = new Set(beside.flatMap(namesOf))
  const more = [from.name, from.nameHi, ...from.aliases].filter((name) => !taken.has(fold(name)))
  return { ...to, aliases: aliasesOf({ ...to, aliases: [...to.aliases, ...more] }) }
}

const nothing: PlaceMoved = { mentors: 0, drafts: 0, families: 0, reviews: 0, parts: 0 }

/** Merges a place into one of its kind, which takes over its names, rows and parts. Merging again is a success. */
export async function mergePlace(
  context: Context,
  viewer: Viewer,
  id: string,
  { into, version }: { into: string; version: number },
): Promise<PlaceMoved> {
  return await change(context, viewer, async (now) => {
    const { tx, places } = now
    const removedName = await rows.removedName(tx, id)
    if (removedName !== null && namesOf(findPlace(places, into)).includes(fold(removedName))) return nothing
    const { from, to } = bothOf(places, id, into)
    if (from.version !== version) throw new AppError('place-changed', { version: from.version })
    const moved = await mergeInto(now, from, to)
    const detail = { was: factsOf(from), into: { _id: into, name: to.name }, moved }
    await writeAudit(tx, viewer, 'place.merged', { kind: 'place', id, detail })
    return moved
  })
}

/** Writes all places first and renames rows after that: an area's point counts only once its city exists. */
async function mergeInto(now: Change, from: Place, to: Place): Promise<PlaceMoved> {
  let { places } = now
  const put = async (place: Place) => {
    await rows.putPlace(now.tx, place)
    places = places.map((one) => (one._id === place._id ? place : one)).filter((one) => one.status !== 'removed')
  }
  const twins: { part: Place; twin: Place }[] = []
  const moved: Place[] = []
  async function join(source: Place, into: Place): Promise<void> {
    const inside = places.filter((one) => one.parent === source._id)
    // Removed first, because names are unique.
    await put({ ...source, status: 'removed' })
    await put(withNames(places, into, source))
    for (const one of inside) {
      const part = { ...one, parent: into._id }
      const names = namesOf(part)
      const twin = places.find(
        (other) => other.parent === into._id && namesOf(other).some((name) => names.includes(name)),
      )
      if (twin) {
        twins.push({ part, twin })
        await join(part, twin)
        continue
      }
      await put(part)
      moved.push(part)
    }
  }
  const old = matchOf(places, from)
  const parts = places.filter((one) => one.parent === from._id).length
  await join(from, to)
  now.placeId = to._id
  const newName = (place: Place) => storedNameOf(places, findPlace(places, place._id))
  const done = await follow(now, { from: old, newName: newName(to), isMoved: from.kind === 'area' })
  // Parents before their parts: rows already carry the new name of the parent.
  for (const { part, twin } of twins)
    await follow(now, { from: matchOf(places, part), newName: newName(twin), isMoved: part.kind === 'area' })
  // Mentors of the new city may already name such an area.
  for (const [, areas] of Map.groupBy(moved, ({ parent }) => parent)) {
    const [first] = areas
    if (first?.kind !== 'area') continue
    const match = { ...matchOf(places, first), areas: areas.flatMap(namesOf) }
    for (const id of await mentorsInPlace(now.tx, match)) now.mentorIds.add(id)
  }
  return { ...done, parts }
}
