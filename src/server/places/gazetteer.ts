import { areaAliases, areaRows, cityAliases, stateRows, townAliases } from './gazetteer-data.ts'
import { fold } from './spelling.ts'
import { townRows } from './towns-data.ts'

export type Bounds = { north: number; south: number; east: number; west: number }
export type City = { name: string; nameHi: string; state: string; lat: number; lon: number; bounds: Bounds }
export type Area = { city: string; name: string; nameHi: string; lat: number; lon: number }
/** A town or village we did not write down ourselves. `within`: the large city of ours that it is a part of. */
export type Town = City & { district: string; within: City | null }
type Point = { lat: number; lon: number }

/** The box in which areas of a city are searched; Indore's is the specification's own. */
const knownBounds: Readonly<Record<string, Bounds>> = { Indore: { north: 22.85, south: 22.6, east: 75.95, west: 75.7 } }
const boundsDegrees = 0.12
/** Cities that reach further. */
const wideDegrees: Readonly<Record<string, number>> = { Mumbai: 0.22, 'New Delhi': 0.24, Bengaluru: 0.18 }

const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000
const boundsAround = (lat: number, lon: number, degrees: number): Bounds => ({
  north: round(lat + degrees),
  south: round(lat - degrees),
  east: round(lon + degrees),
  west: round(lon - degrees),
})

export const states = stateRows.map(([name, nameHi]) => ({ name, nameHi }))

export const cities: readonly City[] = stateRows.flatMap(([state, , rows]) =>
  rows.map(([name, nameHi, lat, lon]) => {
    const bounds = knownBounds[name] ?? boundsAround(lat, lon, wideDegrees[name] ?? boundsDegrees)
    return { name, nameHi, state, lat, lon, bounds }
  }),
)

export const areas: readonly Area[] = Object.entries(areaRows).flatMap(([city, rows]) =>
  rows.map(([name, nameHi, lat, lon]) => ({ city, name, nameHi, lat, lon })),
)

/** Kilometres between two points, for the short distances of one region. */
export function kmBetween(one: Point, other: Point): number {
  const eastKm = (one.lon - other.lon) * 111.32 * Math.cos(((one.lat + other.lat) * Math.PI) / 360)
  return Math.hypot((one.lat - other.lat) * 110.57, eastKm)
}

const contains = ({ north, south, east, west }: Bounds, { lat, lon }: Point) =>
  lat <= north && lat >= south && lon <= east && lon >= west

const cityByName = new Map<string, City>()
for (const city of cities) for (const name of [city.name, city.nameHi]) cityByName.set(fold(name), city)
for (const [alias, name] of Object.entries(cityAliases)) {
  const city = cityByName.get(fold(name))
  if (city) cityByName.set(fold(alias), city)
}

/** Whether a town lies in the box of a city of its state, so that it can be chosen as an area there. */
export const isTownIn = (town: Town, city: City) =>
  town !== city && town.state === city.state && contains(city.bounds, town)

const districtOfCity = new Map<string, string>()
const sameAreaKm = 6

/** The district of a city; of a city without one on record its own name. */
export const districtOf = (city: City) => (isTown(city) ? city.district : (districtOfCity.get(city.name) ?? city.name))
export const isTown = (city: City): city is Town => 'within' in city

/** Every town but those that stand among our cities and areas already. */
export const towns: readonly Town[] = Object.entries(townRows).flatMap(([state, districts]) =>
  Object.entries(districts).flatMap(([district, rows]) =>
    rows.flatMap(([name, lat, lon]) => {
      const known = cityByName.get(fold(name))
      if (known && known.state === state && kmBetween(known, { lat, lon }) < 30) {
        districtOfCity.set(known.name, district)
        return []
      }
      const isArea = areas.some((area) => {
        const km = kmBetween(area, { lat, lon })
        return km < 0.3 || (km < sameAreaKm && fold(area.name) === fold(name))
      })
      if (isArea) return []
      // The chief town of a district is no part of another city.
      const [within = null] = cities
        .filter((city) => city.state === state && name !== district && areaRows[city.name])
        .filter((city) => contains(city.bounds, { lat, lon }))
        .sort((one, other) => kmBetween(one, { lat, lon }) - kmBetween(other, { lat, lon }))
      const bounds = boundsAround(lat, lon, boundsDegrees)
      return [{ name, nameHi: name, district, state, lat, lon, bounds, within }]
    }),
  ),
)

const townsByName = Map.groupBy(towns, (town) => fold(town.name))
for (const [alias, name] of Object.entries(townAliases)) townsByName.set(fold(alias), townsByName.get(fold(name)) ?? [])

/** Every city and town of a name, ours first. */
export function placesNamed(text: string): City[] {
  const word = fold(text)
  const city = cityByName.get(word)
  return [...(city ? [city] : []), ...(townsByName.get(word) ?? [])]
}

const areasByCity = new Map<string, Map<string, Area>>()
for (const area of areas) {
  const names = areasByCity.get(area.city) ?? new Map<string, Area>()
  for (const name of [area.name, area.nameHi]) names.set(fold(name), area)
  areasByCity.set(area.city, names)
}
for (const [city, aliases] of Object.entries(areaAliases)) {
  const names = areasByCity.get(city)
  for (const [alias, name] of Object.entries(aliases)) {
    const area = names?.get(fold(name))
    if (names && area) names.set(fold(alias), area)
  }
}

/** The city meant by an English or Hindi name or an old spelling, else the first town of that name. */
export function findCity(text: string): City | null {
  return placesNamed(text)[0] ?? null
}

/**
 * The area meant by a name in either script or an alias; a town in the city's box is an area of it too. Without a city
 * the first of that name counts, Indore's before all.
 */
export function findArea(text: string, city?: string): Area | null {
  const word = fold(text)
  if (city !== undefined) {
    const of = findCity(city)
    if (!of) return null
    const town = townsByName.get(word)?.find((one) => isTownIn(one, of))
    return areasByCity.get(of.name)?.get(word) ?? (town ? { ...town, city: of.name } : null)
  }
  for (const names of areasByCity.values()) {
    const area = names.get(word)
    if (area) return area
  }
  return null
}

/** Areas of a city, in the file's order; none for a city we have no areas of. */
export function areasOf(city: string): Area[] {
  const name = findCity(city)?.name
  return areas.filter((area) => area.city === name)
}
