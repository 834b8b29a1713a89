import { findArea, fold, kmBetween, placesNamed } from './gazetteer.ts'

export { readAgain } from './follow.ts'
export * from './gazetteer.ts'
export { addressPatch, addressPlace, type Goal, isNamed, type Named } from './named.ts'

/** Where a mentor lives and how far it travels: `range` as it was chosen ("5km", "25km+", "anywhere"). */
type Mentor = { city: string; state: string; lat: number | null; lon: number | null; range: string }

/** Kilometres beyond the mentor's own city; "anywhere" and nothing chosen end at the city. */
const kmOf = (range: string): number => Math.min(25, Number(/\d+/.exec(range)?.[0] ?? 0))

/** Whether a mentor comes to a place: in its own city, or within its range. A city nobody knows is out of reach. */
export function comesTo(mentor: Mentor, place: { area: string; city: string }): boolean {
  if (fold(mentor.city) === fold(place.city)) return true
  const cities = placesNamed(place.city)
  // One city by another of its names.
  const own = placesNamed(mentor.city).filter(({ state }) => state === mentor.state)
  if (own.some((one) => cities.includes(one))) return true
  const at = findArea(place.area, place.city) ?? cities.find(({ state }) => state === mentor.state) ?? cities[0]
  if (!at || mentor.lat === null || mentor.lon === null) return false
  return kmBetween({ lat: mentor.lat, lon: mentor.lon }, at) <= kmOf(mentor.range)
}
