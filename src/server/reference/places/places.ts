import { findArea, fold, kmBetween, placesNamed } from './gazetteer.ts'

export * from './gazetteer.ts'
export { addressPatch, addressPlace, type PlaceMatch, refersTo, type StoredName } from './references.ts'
export { reloadPlaces } from './reload.ts'

/** Where a mentor lives and how far they travel. `range` is the chosen option: "5km", "25km+" or "anywhere". */
type Mentor = { city: string; state: string; lat: number | null; lon: number | null; range: string }

/** Travel range in km outside the mentor's city; 0 for "anywhere" and for no choice. */
const rangeKm = (range: string): number => Math.min(25, Number(/\d+/.exec(range)?.[0] ?? 0))

/** Whether a mentor travels to a place: it is in their city or within their range. Unknown cities are out of range. */
export function travelsTo(mentor: Mentor, place: { area: string; city: string }): boolean {
  if (fold(mentor.city) === fold(place.city)) return true
  const cities = placesNamed(place.city)
  // Both may name the same city differently.
  const mentorCities = placesNamed(mentor.city).filter(({ state }) => state === mentor.state)
  if (mentorCities.some((city) => cities.includes(city))) return true
  const target = findArea(place.area, place.city) ?? cities.find(({ state }) => state === mentor.state) ?? cities[0]
  if (!target || mentor.lat === null || mentor.lon === null) return false
  return kmBetween({ lat: mentor.lat, lon: mentor.lon }, target) <= rangeKm(mentor.range)
}
