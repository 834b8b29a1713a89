import type { PlaceInput } from '#contract/reference/admin-places.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { boundsOf, cities, contains, fold, kmBetween, type Place, towns } from '#server/reference/places/places.ts'

type Point = { lat: number; lon: number }
/** A new city of a state lies at most this far from the state's nearest known city or town. */
const stateReachKm = 150
/** The same limit for a state without a known city or town, from the nearest of any state. */
const anywhereKm = 500
/** A town of another state closer than this suggests that the point is in that state. */
const borderKm = 25

/** Every name of a place, folded for comparison. */
export const namesOf = ({ name, nameHi, aliases }: Pick<Place, 'name' | 'nameHi' | 'aliases'>): string[] => [
  ...new Set([name, nameHi, ...aliases].map(fold)),
]

/** The cities of a state, the areas of a city. */
export const partsOf = (places: readonly Place[], id: string) => places.filter(({ parent }) => parent === id)

/** The parent of a place: a state of a city, a city of an area. Refused when it is of another kind. */
export function parentOf(places: readonly Place[], kind: Place['kind'], parent: string | null): Place | null {
  if (kind === 'state') {
    if (parent !== null) throw invalidField('parent', 'empty for a state')
    return null
  }
  const wanted = kind === 'city' ? 'state' : 'city'
  const found = places.find((one) => one._id === parent && one.kind === wanted)
  if (!found) throw invalidField('parent', `a ${wanted} of the catalogue`)
  return found
}

/** Names are unique among the areas of a city, all cities and all states, because addresses hold names only. */
export function assertNameFree(places: readonly Place[], place: Place): void {
  const others = places.filter((one) => one._id !== place._id && one.kind === place.kind)
  const rivals = place.kind === 'area' ? others.filter((one) => one.parent === place.parent) : others
  for (const name of [place.name, place.nameHi, ...place.aliases]) {
    const rival = rivals.find((one) => namesOf(one).includes(fold(name)))
    if (rival) throw new AppError('place-name-taken', { name, place: rival.name })
  }
}

/** Aliases without duplicates and without the two names. */
export function aliasesOf({ name, nameHi, aliases }: Pick<Place, 'name' | 'nameHi' | 'aliases'>): string[] {
  const known = new Set([fold(name), fold(nameHi)])
  return aliases.filter((alias) => {
    const word = fold(alias)
    if (word === '' || known.has(word)) return false
    known.add(word)
    return true
  })
}

/** The point of a city or area. Refused where it seems wrong, unless the form confirms it. */
export function pointOf(
  kind: Place['kind'],
  parent: Place | null,
  { lat, lon, isPointSure, name }: PlaceInput,
): { lat: number | null; lon: number | null } {
  if (kind === 'state' || !parent) return { lat: null, lon: null }
  if (lat === null) throw invalidField('lat', 'a latitude of India, 6 to 38')
  if (lon === null) throw invalidField('lon', 'a longitude of India, 68 to 98')
  if (!isPointSure) (kind === 'area' ? assertNear : assertInState)({ lat, lon }, parent, name)
  return { lat: rounded(lat), lon: rounded(lon) }
}

/** Six decimals are about ten centimetres. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

function assertNear(point: Point, city: Place): void {
  const middle = { lat: city.lat ?? 0, lon: city.lon ?? 0 } // safe: every city has one
  if (contains(boundsOf({ _id: city._id, ...middle }), point)) return
  throw new AppError('place-far', { km: Math.round(kmBetween(point, middle)), place: city.name })
}

function assertInState(point: Point, state: Place, name: string): void {
  const known = [...cities, ...towns]
    .filter((one) => fold(one.name) !== fold(name))
    .map((one) => ({ ...one, km: kmBetween(one, point) }))
    .sort((one, other) => one.km - other.km)
  const [nearest] = known
  if (nearest && nearest.state !== state.name && nearest.km < borderKm) {
    throw new AppError('place-other-state', { place: nearest.name, state: nearest.state })
  }
  const own = known.find((one) => one.state === state.name)
  if (!own && nearest && nearest.km > anywhereKm) {
    throw new AppError('place-far', { km: Math.round(nearest.km), place: nearest.name })
  }
  if (own && own.km > stateReachKm) throw new AppError('place-far', { km: Math.round(own.km), place: own.name })
}
