import { areaAliases, areaRows, cityAliases, stateRows } from '#server/places/gazetteer-data.ts'

export type Bounds = { north: number; south: number; east: number; west: number }
export type City = { name: string; nameHi: string; state: string; lat: number; lon: number; bounds: Bounds }
export type Area = { city: string; name: string; nameHi: string; lat: number; lon: number }

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

/** One spelling for comparing: lower case, without spaces, dots, hyphens and accents; Devanagari signs stay. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s.,'’-]+/g, '')

const cityByName = new Map<string, City>()
for (const city of cities) for (const name of [city.name, city.nameHi]) cityByName.set(fold(name), city)
for (const [alias, name] of Object.entries(cityAliases)) {
  const city = cityByName.get(fold(name))
  if (city) cityByName.set(fold(alias), city)
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

/** The city meant by an English or Hindi name or an old spelling; null when it is not one of ours. */
export function findCity(text: string): City | null {
  return cityByName.get(fold(text)) ?? null
}

/** The area meant by a name in either script or an alias. Without a city the first of that name counts, Indore's before all. */
export function findArea(text: string, city?: string): Area | null {
  const word = fold(text)
  if (city !== undefined) return areasByCity.get(findCity(city)?.name ?? '')?.get(word) ?? null
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
