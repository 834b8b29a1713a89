import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { fold, type Place } from '#server/reference/places/places.ts'
import { aliasesOf, namesOf, partsOf } from './checks.ts'
import { change, factsOf, follow, matchOf, storedNameOf } from './follow.ts'
import * as rows from './rows.ts'

const findPlace = (places: readonly Place[], id: string): Place => orNotFound(places.find((one) => one._id === id))

function bothOf(places: readonly Place[], id: string, into: string): { from: Place; to: Place } {
  const from = findPlace(places, id)
  const to = findPlace(places, into)
  if (from.kind !== to.kind || id === into) throw new AppError('place-other-kind')
  return { from, to }
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

/** Merges a place into one of its kind, which takes over its names and rows. Merging again is a success. */
export async function mergePlace(
  context: Context,
  viewer: Viewer,
  id: string,
  { into, version }: { into: string; version: number },
): Promise<void> {
  await change(context, viewer, async (now) => {
    const { tx, places } = now
    const removedName = await rows.removedName(tx, id)
    if (removedName !== null && namesOf(findPlace(places, into)).includes(fold(removedName))) return
    const { from, to } = bothOf(places, id, into)
    if (from.version !== version) throw new AppError('place-changed', { version: from.version })
    const parts = partsOf(places, id).length
    if (parts > 0) throw new AppError('place-in-use', { mentors: 0, drafts: 0, families: 0, parts })
    // Removed first, because names are unique.
    await rows.putPlace(tx, { ...from, status: 'removed' })
    await rows.putPlace(tx, withNames(places, to, from))
    now.placeId = into
    const newName = storedNameOf(places, to)
    const moved = await follow(now, { from: matchOf(places, from), newName, isMoved: from.kind === 'area' })
    const detail = { was: factsOf(from), into: { _id: into, name: to.name }, moved }
    await writeAudit(tx, viewer, 'place.merged', { kind: 'place', id, detail })
  })
}
