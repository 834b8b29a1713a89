import type { PlaceWritten } from '#contract/reference/admin-places.ts'
import { AppError } from '#server/platform/errors.ts'
import { boundsOf, cities, contains, fold, kmBetween, type Place, towns } from '#server/reference/places/places.ts'

type Point = { lat: number; lon: number }
/** Of a state that has places of ours, none lies further away from them. */
const stateReachKm = 150
/** Further than that from everything we know, a point is in no part of India that is near us. */
const anywhereKm = 500
/** A town of another state that near says more than one of the own state further away. */
const borderKm = 25

const wrong = (field: string, problem: string) => new AppError('bad-request', { fields: [{ field, problem }] })

/** Every name of a place, as names are compared. */
export const namesOf = ({ name, nameHi, aliases }: Pick<Place, 'name' | 'nameHi' | 'aliases'>): string[] => [
  ...new Set([name, nameHi, ...aliases].map(fold)),
]

/** The place that a place lies in, of the kind it must be. */
export function parentOf(places: readonly Place[], kind: Place['kind'], parent: string | null): Place | null {
  if (kind === 'state') {
    if (parent !== null) throw wrong('parent', 'a state lies in nothing')
    return null
  }
  const wanted = kind === 'city' ? 'state' : 'city'
  const found = places.find((one) => one._id === parent && one.kind === wanted)
  if (!found) throw wrong('parent', `a ${wanted} of the catalogue`)
  return found
}

/** Names are once among the areas of a city, among all cities, and among all states: an address has nothing else. */
export function mustBeFree(places: readonly Place[], place: Place): void {
  const others = places.filter((one) => one._id !== place._id && one.kind === place.kind)
  const rivals = place.kind === 'area' ? others.filter((one) => one.parent === place.parent) : others
  for (const name of [place.name, place.nameHi, ...place.aliases]) {
    const rival = rivals.find((one) => namesOf(one).includes(fold(name)))
    if (rival) throw new AppError('place-name-taken', { name, place: rival.name })
  }
}

/** Other names, each once, without those it is called by anyway. */
export function aliasesOf({ name, nameHi, aliases }: Pick<Place, 'name' | 'nameHi' | 'aliases'>): string[] {
  const known = new Set([fold(name), fold(nameHi)])
  return aliases.filter((alias) => {
    const word = fold(alias)
    if (word === '' || known.has(word)) return false
    known.add(word)
    return true
  })
}

/** The point of a place as far as its kind has one. Refused where it seems to lie elsewhere, until somebody is sure. */
export function pointOf(
  kind: Place['kind'],
  parent: Place | null,
  { lat, lon, isPointSure, name }: PlaceWritten,
): { lat: number | null; lon: number | null } {
  if (kind === 'state' || !parent) return { lat: null, lon: null }
  if (lat === null) throw wrong('lat', 'a latitude of India, 6 to 38')
  if (lon === null) throw wrong('lon', 'a longitude of India, 68 to 98')
  if (!isPointSure) (kind === 'area' ? mustBeNear : mustBeInState)({ lat, lon }, parent, name)
  return { lat: inDigits(lat), lon: inDigits(lon) }
}

/** About ten centimetres; more digits are only how a number was counted. */
const inDigits = (degrees: number) => Math.round(degrees * 1e6) / 1e6
const kmShown = (km: number) => Math.round(km)

function mustBeNear(point: Point, city: Place): void {
  const middle = { lat: city.lat ?? 0, lon: city.lon ?? 0 } // true: every city has one
  if (contains(boundsOf({ _id: city._id, ...middle }), point)) return
  throw new AppError('place-far', { km: kmShown(kmBetween(point, middle)), place: city.name })
}

function mustBeInState(point: Point, state: Place, name: string): void {
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
    throw new AppError('place-far', { km: kmShown(nearest.km), place: nearest.name })
  }
  if (own && own.km > stateReachKm) throw new AppError('place-far', { km: kmShown(own.km), place: own.name })
}
