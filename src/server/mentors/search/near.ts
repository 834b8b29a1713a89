import { defaultPoint, nearbyKm, snapToGrid } from '#contract/mentors/limits.ts'
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

/** City or state whose mentors are listed: those who live there or travel there. */
type Locality = {
  kind: 'city' | 'state'
  /** Name of a known city. */
  city: string | null
  /** Tag of its mentors. */
  tag: string
  /** Whether its mentors have their own index keys, as those of open cities do. */
  isKeyed: boolean
}

/** Origin of distances. A browser's position is snapped to a grid, so that searches cannot locate a home. */
export type Near = {
  lat: number
  lon: number
  label: string
  labelHi: string
  from: 'area' | 'city' | 'point' | 'default'
  /** Null without a known city or when kilometres were given: everyone around the point. */
  place: Locality | null
}

type LocationInput = Partial<Record<'area' | 'city' | 'state', string | undefined>> &
  Partial<Record<'lat' | 'lon' | 'within', number | undefined>>

/** From this distance on the whole country is searched. */
export const everywhereKm = 5000
/** Maximum travel distance shown for a mentor. */
export const maxRangeKm = 25

/** Tag of mentors who live in or travel to a city, or a state without one. Must match `projection.ts`. */
const placeTag = (state: string, city = '') => `at:${state.toLowerCase()}/${city.toLowerCase()}`
const localityOfCity = (city: City): Locality => ({
  kind: 'city',
  city: city.name,
  tag: placeTag(city.state, city.name),
  isKeyed: !isTown(city),
})
const labelsOf = ({ name, nameHi }: { name: string; nameHi: string }) => ({ label: name, labelHi: nameHi })
const pointOf = ({ lat, lon }: { lat: number; lon: number }) => ({ lat, lon })

/** Locality of a filter: its city, else its state. For an unknown city only mentors who name it match. */
function localityOf(input: LocationInput, state: string | undefined, city: City | null): Locality | null {
  if (city) return localityOfCity(city)
  if (input.city !== undefined)
    return { kind: 'city', city: null, tag: placeTag(state ?? '', input.city), isKeyed: false }
  return state === undefined ? null : { kind: 'state', city: null, tag: placeTag(state), isKeyed: false }
}

/**
 * Origin and locality of a filter. The point is its area, else the browser's position, else its city, else the first
 * city of its state, else the default.
 */
export function resolveNear(input: LocationInput): Near {
  const state = input.state === undefined ? undefined : (findState(input.state) ?? input.state)
  const area = input.area ? findArea(input.area, input.city, state) : null
  const city = input.city !== undefined ? findCity(input.city, state) : area && findCity(area.city, state)
  const place = localityOf(input, state, city)
  if (area) return { ...pointOf(area), ...labelsOf(area), from: 'area', place }
  // Kilometres alone mean a circle, across city limits.
  const placeAt = (point: { lat: number; lon: number }) => {
    const at = place || input.within !== undefined ? null : cityAt(point)
    return place ?? (at && localityOfCity(at))
  }
  if (input.lat !== undefined && input.lon !== undefined) {
    const point = { lat: snapToGrid(input.lat), lon: snapToGrid(input.lon) }
    const found = areaAt(point) ?? cityAt(point)
    const label = found ? labelsOf(found) : { label: '', labelHi: '' }
    return { ...point, ...label, from: 'point', place: placeAt(point) }
  }
  if (city) return { ...pointOf(city), ...labelsOf(city), from: 'city', place }
  const known = states.find(({ name }) => name === state)
  const first = cities.find((one) => one.state === state)
  if (input.city === undefined && known && first)
    return { ...pointOf(first), ...labelsOf(known), from: 'default', place }
  const unknown = input.city ?? state
  const label = unknown === undefined ? labelsOf(defaultCity()) : { label: unknown, labelHi: unknown }
  return { ...pointOf(defaultPoint), ...label, from: 'default', place: placeAt(defaultPoint) }
}

const defaultCity = () => findCity(defaultPoint.city) ?? { name: defaultPoint.city, nameHi: defaultPoint.city }

/** Maximum distance: the one given, else the nearby radius for a point outside known places. */
export const withinOf = (near: Near, within: number | undefined): number => {
  const km = within ?? (near.place ? everywhereKm : nearbyKm)
  return km >= everywhereKm ? 1e6 : km
}
