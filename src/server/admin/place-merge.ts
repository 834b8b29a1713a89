import type { PlaceMoved } from '#contract/admin-places.ts'
import type { Parts } from '#server/app.ts'
import { fold, type Place, readPlaces } from '#server/places/gazetteer.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { aliasesOf, namesOf } from './place-checks.ts'
import { change, factsOf, follow, goalOf, namedBy } from './place-follow.ts'
import { countNamed } from './place-moves.ts'
import * as rows from './place-rows.ts'

/** A place by its id. */
export const findPlace = (places: readonly Place[], id: string): Place => {
  const place = places.find((one) => one._id === id)
  if (!place) throw new AppError('not-found')
  return place
}

function bothOf(places: readonly Place[], id: string, into: string): { from: Place; to: Place } {
  const [from, to] = [findPlace(places, id), findPlace(places, into)]
  if (from.kind !== to.kind || id === into) throw new AppError('place-other-kind')
  return { from, to }
}

/** How many would follow, without merging anything. */
export async function mergePreview(db: Db, id: string, into: string): Promise<{ into: Place; moved: PlaceMoved }> {
  const places = await readPlaces(db)
  const { from, to } = bothOf(places, id, into)
  const counted = await countNamed(db, namedBy(places, from), goalOf(places, to))
  return { into: to, moved: { ...counted, parts: places.filter((one) => one.parent === id).length } }
}

/** The target with the names of what is merged into it, as far as no other place beside it has them. */
function withNames(places: readonly Place[], to: Place, from: Place): Place {
  const beside = places.filter(
    ({ _id, kind, parent }) => _id !== to._id && _id !== from._id && kind === to.kind && parent === to.parent,
  )
  const taken = new Set(beside.flatMap(namesOf))
  const more = [from.name, from.nameHi, ...from.aliases].filter((name) => !taken.has(fold(name)))
  return { ...to, aliases: aliasesOf({ ...to, aliases: [...to.aliases, ...more] }) }
}

const nobody: PlaceMoved = { mentors: 0, drafts: 0, families: 0, reviews: 0, parts: 0 }

/** Makes a place another name of one of its kind; who and what is there follows. So already is a success. */
export async function mergePlace(
  parts: Parts,
  viewer: Viewer,
  id: string,
  { into, version }: { into: string; version: number },
): Promise<PlaceMoved> {
  return await change(parts, async (tx, places) => {
    const gone = await rows.removedName(tx, id)
    if (gone !== null && namesOf(findPlace(places, into)).includes(fold(gone))) return nobody
    const { from, to } = bothOf(places, id, into)
    if (from.version !== version) throw new AppError('place-changed', { version: from.version })
    const moved = await mergeInto(tx, viewer, places, from, to)
    const detail = { was: factsOf(from), into: { _id: into, name: to.name }, moved }
    await writeAudit(tx, viewer, 'place.merged', { kind: 'place', id, detail })
    return moved
  })
}

/** First what lies in it moves over, then who is there, so that everybody's place is known at every step. */
async function mergeInto(
  tx: Tx,
  viewer: Viewer,
  before: readonly Place[],
  from: Place,
  to: Place,
): Promise<PlaceMoved> {
  let places = before
  const inside = places.filter((one) => one.parent === from._id)
  const put = async (place: Place) => {
    await rows.putPlace(tx, place)
    places = places.map((one) => (one._id === place._id ? place : one)).filter((one) => one.status !== 'removed')
  }
  // Gone before its names are another's: a name is once.
  const old = namedBy(places, from)
  await put({ ...from, status: 'removed' })
  const target = withNames(places, to, from)
  await put(target)
  const moved = await follow(tx, viewer, { from: old, goal: goalOf(places, target), isMoved: from.kind === 'area' })
  for (const part of inside) {
    const names = namesOf(part)
    const twin = places.find((one) => one.parent === to._id && namesOf(one).some((name) => names.includes(name)))
    if (!twin) {
      await put({ ...part, parent: to._id })
      continue
    }
    const named = namedBy(places, { ...part, parent: to._id })
    const kept = withNames(places, twin, part)
    await put({ ...part, status: 'removed' })
    await put(kept)
    await follow(tx, viewer, { from: named, goal: goalOf(places, kept), isMoved: true })
    for (const below of places.filter((one) => one.parent === part._id)) await put({ ...below, parent: kept._id })
  }
  return { ...moved, parts: inside.length }
}
