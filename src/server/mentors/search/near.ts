import { defaultPoint, nearbyKm, onGrid } from '#contract/wire/limits.ts'
import {
  areaAt,
  type City,
  cities,
  cityAt,
  findArea,
  findCity,
  findState,
  isTown,
  states,
} from '#server/reference/places/places.ts'

/** Whose mentors are asked for: those who live there or come there. */
export type Locality = {
  kind: 'city' | 'state'
  /** The name of a city we know. */
  city: string | null
  /** What its mentors are tagged with. */
  tag: string
  /** Whether its mentors have keys of their own: so have those of our cities. */
  isKeyed: boolean
}

/** Where distance is measured from. A browser's own position is snapped, so that no home can be found by asking. */
export type Near = {
  lat: number
  lon: number
  label: string
  labelHi: string
  from: 'area' | 'city' | 'point' | 'default'
  /** Null where we know no city, or kilometres were asked for instead: everybody around the point. */
  place: Locality | null
}

type LocationInput = Partial<Record<'area' | 'city' | 'state', string | undefined>> &
  Partial<Record<'lat' | 'lon' | 'within', number | undefined>>

/** So many kilometres ask for the whole country. */
export const everywhereKm = 5000
/** Nobody is said to come further. */
export const maxRangeKm = 25

/** The tag of those who live in or come to a city; of a state without one. As `projection.ts` writes them. */
export const placeTag = (state: string, city = '') => `at:${state.toLowerCase()}/${city.toLowerCase()}`
const localityOfCity = (city: City): Locality => ({
  kind: 'city',
  city: city.name,
  tag: placeTag(city.state, city.name),
  isKeyed: !isTown(city),
})
const labelsOf = ({ name, nameHi }: { name: string; nameHi: string }) => ({ label: name, labelHi: nameHi })
const pointOf = ({ lat, lon }: { lat: number; lon: number }) => ({ lat, lon })

/** Whose mentors a filter asks for, before positions: those of its city, else of its state; of one we do not know, who says it lives there. */
function localityOf(wish: LocationInput, state: string | undefined, city: City | null): Locality | null {
  if (city) return localityOfCity(city)
  if (wish.city !== undefined)
    return { kind: 'city', city: null, tag: placeTag(state ?? '', wish.city), isKeyed: false }
  return state === undefined ? null : { kind: 'state', city: null, tag: placeTag(state), isKeyed: false }
}

/** The point of a filter (its area, else the browser's position, else its city, else its state's first city, else ours), and whose mentors it asks for. */
export function resolveNear(wish: LocationInput): Near {
  const state = wish.state === undefined ? undefined : (findState(wish.state) ?? wish.state)
  const area = wish.area ? findArea(wish.area, wish.city, state) : null
  const city = wish.city !== undefined ? findCity(wish.city, state) : area && findCity(area.city, state)
  const place = localityOf(wish, state, city)
  if (area) return { ...pointOf(area), ...labelsOf(area), from: 'area', place }
  // Kilometres alone mean a circle, wherever it reaches.
  const placeAt = (point: { lat: number; lon: number }) => {
    const at = place || wish.within !== undefined ? null : cityAt(point)
    return place ?? (at && localityOfCity(at))
  }
  if (wish.lat !== undefined && wish.lon !== undefined) {
    const point = { lat: onGrid(wish.lat), lon: onGrid(wish.lon) }
    const found = areaAt(point) ?? cityAt(point)
    const label = found ? labelsOf(found) : { label: '', labelHi: '' }
    return { ...point, ...label, from: 'point', place: placeAt(point) }
  }
  if (city) return { ...pointOf(city), ...labelsOf(city), from: 'city', place }
  const known = states.find(({ name }) => name === state)
  const first = cities.find((one) => one.state === state)
  if (wish.city === undefined && known && first) return { ...pointOf(first), ...labelsOf(known), from: 'default', place }
  const unknown = wish.city ?? state
  const label = unknown === undefined ? labelsOf(defaultCity()) : { label: unknown, labelHi: unknown }
  return { ...pointOf(defaultPoint), ...label, from: 'default', place: placeAt(defaultPoint) }
}

const defaultCity = () => findCity(defaultPoint.city) ?? { name: defaultPoint.city, nameHi: defaultPoint.city }

/** Kilometres beyond which nobody is in the list: those asked for, else those around a point that lies in no place of ours. */
export const withinOf = (near: Near, within: number | undefined): number => {
  const km = within ?? (near.place ? everywhereKm : nearbyKm)
  return km >= everywhereKm ? 1e6 : km
}
