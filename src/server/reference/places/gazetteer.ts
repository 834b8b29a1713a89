import { z } from 'zod'
import { readDataFile } from '#server/platform/data-file.ts'
import { builtIn, type Place, townAliases } from './built-in.ts'
import { fold } from './spelling.ts'

export { builtIn, type Place } from './built-in.ts'
export { currentPlaces, currentPoints, readPlaces } from './rows.ts'
export { fold, phoneticKey } from './spelling.ts'
export type Bounds = { north: number; south: number; east: number; west: number }
type State = { name: string; nameHi: string; aliases: readonly string[]; isShown: boolean }
/**
 * `isShown` is false where the service is not offered: new users cannot choose the place, existing ones keep it. `isEdited`
 * is true when an admin added or changed it.
 */
export type City = {
  name: string
  nameHi: string
  aliases: readonly string[]
  state: string
  lat: number
  lon: number
  bounds: Bounds
  isShown: boolean
  isEdited: boolean
}
export type Area = {
  city: string
  name: string
  nameHi: string
  aliases: readonly string[]
  lat: number
  lon: number
  isShown: boolean
  isEdited: boolean
}
/** A town or village from `towns.json` rather than our own list. `within` is the listed city whose box contains it. */
export type Town = City & { district: string; within: City | null }
type Point = { lat: number; lon: number }

/** Towns by state and district: name, latitude, longitude. Written by scripts/trim-towns.ts. */
const townRows = readDataFile(
  'towns',
  z.record(z.string(), z.record(z.string(), z.array(z.tuple([z.string(), z.number(), z.number()])))),
)

/** Boxes that limit the area search of a city. Indore's comes from the specification. */
const knownBounds: Readonly<Record<string, Bounds>> = { Indore: { north: 22.85, south: 22.6, east: 75.95, west: 75.7 } }
const boundsDegrees = 0.12
/** Half the box side, in degrees, of cities larger than `boundsDegrees`. */
const wideDegrees: Readonly<Record<string, number>> = { Mumbai: 0.22, 'New Delhi': 0.24, Bengaluru: 0.18 }

const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000
const boundsAround = (lat: number, lon: number, degrees: number): Bounds => ({
  north: round(lat + degrees),
  south: round(lat - degrees),
  east: round(lon + degrees),
  west: round(lon - degrees),
})

const builtInNames = new Map(builtIn.map((place) => [place._id, place.name]))
/** The box around a city. A built-in city keeps its own size after it is renamed, because it is looked up by id. */
export function boundsOf({ _id, lat, lon }: { _id: string; lat: number; lon: number }): Bounds {
  const name = builtInNames.get(_id) ?? ''
  const known = knownBounds[name]
  return known && contains(known, { lat, lon }) ? known : boundsAround(lat, lon, wideDegrees[name] ?? boundsDegrees)
}

/** Kilometres between two points, by a flat-earth approximation that suits distances within a region. */
export function kmBetween(from: Point, to: Point): number {
  const eastKm = (from.lon - to.lon) * 111.32 * Math.cos(((from.lat + to.lat) * Math.PI) / 360)
  return Math.hypot((from.lat - to.lat) * 110.57, eastKm)
}

export const contains = ({ north, south, east, west }: Bounds, { lat, lon }: Point) =>
  lat <= north && lat >= south && lon <= east && lon >= west

/** Whether a town lies in the box of a city of the same state and can therefore be chosen as an area there. */
export const isTownIn = (town: Town, city: City) =>
  town !== city && town.state === city.state && contains(city.bounds, town)

const sameAreaKm = 6
export const isTown = (city: City): city is Town => 'within' in city

function buildGazetteer(all: readonly Place[]) {
  const places = all.filter((place) => place.status !== 'removed')
  const removedPlaces = all
    .filter((place) => place.status === 'removed')
    .map(({ name, lat, lon }) => ({ name: fold(name), lat: lat ?? 0, lon: lon ?? 0 }))
  const byId = new Map(places.map((place) => [place._id, place]))
  const parentOf = (place: Place) => (place.parent === null ? undefined : byId.get(place.parent))
  const isShown = (place: Place): boolean => {
    const parent = parentOf(place)
    return place.status === 'shown' && (!parent || isShown(parent))
  }
  const toEntry = (place: Place) => {
    const { name, nameHi, aliases, lat, lon } = place
    return { name, nameHi, aliases, lat: lat ?? 0, lon: lon ?? 0, isShown: isShown(place), isEdited: place.version > 0 } // only a state has no coordinates
  }
  const ofKind = (kind: Place['kind']) => places.filter((place) => place.kind === kind)

  const states: State[] = ofKind('state').map((place) => toEntry(place))
  const cities: City[] = ofKind('city').map((place) => {
    const city = toEntry(place)
    return { ...city, state: parentOf(place)?.name ?? '', bounds: boundsOf({ _id: place._id, ...city }) }
  })
  const areas: Area[] = ofKind('area').map((place) => ({ ...toEntry(place), city: parentOf(place)?.name ?? '' }))

  const cityByName = new Map<string, City>()
  for (const city of cities)
    for (const name of [...city.aliases, city.nameHi, city.name]) cityByName.set(fold(name), city)

  const districtOfCity = new Map<string, string>()
  const withAreas = new Set(areas.map((area) => area.city))
  /** Towns that are not among the listed cities and areas. */
  const towns: Town[] = Object.entries(townRows).flatMap(([state, districts]) =>
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
        // A removed place must not reappear as a town.
        if (
          isArea ||
          removedPlaces.some((place) => place.name === fold(name) && kmBetween(place, { lat, lon }) < sameAreaKm)
        )
          return []
        // A district headquarters is not part of another city.
        const [within = null] = cities
          .filter((city) => city.state === state && name !== district && withAreas.has(city.name))
          .filter((city) => contains(city.bounds, { lat, lon }))
          .sort((a, b) => kmBetween(a, { lat, lon }) - kmBetween(b, { lat, lon }))
        const bounds = boundsAround(lat, lon, boundsDegrees)
        return [
          {
            name,
            nameHi: name,
            aliases: [],
            district,
            state,
            lat,
            lon,
            bounds,
            within,
            isShown: true,
            isEdited: false,
          },
        ]
      }),
    ),
  )

  const townsByName = Map.groupBy(towns, (town) => fold(town.name))
  for (const [alias, name] of Object.entries(townAliases))
    townsByName.set(fold(alias), townsByName.get(fold(name)) ?? [])

  const areasByCity = new Map<string, Map<string, Area>>()
  for (const area of areas) {
    const names = areasByCity.get(area.city) ?? new Map<string, Area>()
    for (const name of [...area.aliases, area.nameHi, area.name]) names.set(fold(name), area)
    areasByCity.set(area.city, names)
  }
  return { states, cities, areas, towns, cityByName, districtOfCity, townsByName, areasByCity }
}

// Readers use these variables at every call. Values derived from them are cached by `madeOfPlaces`.
let gazetteer = buildGazetteer(builtIn)
let current: readonly Place[] = builtIn
let revision = 0
export let { states, cities, areas, towns } = gazetteer

/** Replaces the places of this process. `places` includes removed ones. Returns whether anything changed. */
export function usePlaces(places: readonly Place[]): boolean {
  if (JSON.stringify(places) === JSON.stringify(current)) return false
  current = places
  gazetteer = buildGazetteer(places)
  ;({ states, cities, areas, towns } = gazetteer)
  revision += 1
  return true
}

/** A counter that grows with every change of the places in this process. */
export const placesRevision = () => revision

/** Caches what `make` derives from the places until they change. */
export function derivedFromPlaces<T>(make: () => T): () => T {
  let cached: { of: number; value: T } | null = null
  return () => {
    if (cached?.of !== revision) cached = { of: revision, value: make() }
    return cached.value
  }
}

/** The district of a city, or the city's own name if the district is unknown. */
export const districtOf = (city: City) =>
  isTown(city) ? city.district : (gazetteer.districtOfCity.get(city.name) ?? city.name)

/** Every city and town with a name, listed cities first. */
export function placesNamed(text: string): City[] {
  const word = fold(text)
  const city = gazetteer.cityByName.get(word)
  return [...(city ? [city] : []), ...(gazetteer.townsByName.get(word) ?? [])]
}

/** The city with an English or Hindi name or alias, else the first town with that name; `state` limits the search. */
export function findCity(text: string, state?: string): City | null {
  return placesNamed(text).find((city) => state === undefined || city.state === state) ?? null
}

const stateNames = derivedFromPlaces(
  () =>
    new Map(
      states.flatMap(({ name, nameHi, aliases }) =>
        [name, nameHi, ...aliases].map((alias) => [fold(alias), name] as const),
      ),
    ),
)

/** The English name of the state with a name or alias. */
export const findState = (text: string): string | null => stateNames().get(fold(text)) ?? null

const areaWithinKm = 3

function nearestShown<T extends Point & { isShown: boolean }>(all: readonly T[], point: Point) {
  let nearest: { item: T; km: number } | undefined
  for (const item of all) {
    // A degree of latitude is 110 km: most are ruled out without their distance.
    if (!item.isShown || (nearest && Math.abs(item.lat - point.lat) * 110 > nearest.km)) continue
    const km = kmBetween(item, point)
    if (!nearest || km < nearest.km) nearest = { item, km }
  }
  return nearest
}

/** The nearest shown area, if it is within 3 km. */
export function areaAt(point: Point): Area | null {
  const area = nearestShown(areas, point)
  return area && area.km <= areaWithinKm ? area.item : null
}

/** The listed city of a point: the city of its area, else the nearest one whose box contains it. */
export function cityAt(point: Point): City | null {
  const area = areaAt(point)
  const candidates = cities.filter((city) => contains(city.bounds, point))
  return (area && findCity(area.city)) ?? nearestShown(candidates, point)?.item ?? null
}

/**
 * The area with a name or alias in either script. A town in the city's box counts as an area of the city. Without a city
 * it is the first area with that name, Indore's before others; `state` limits the search.
 */
export function findArea(text: string, city?: string, state?: string): Area | null {
  const word = fold(text)
  if (city !== undefined) {
    const inCity = findCity(city, state)
    if (!inCity) return null
    const town = gazetteer.townsByName.get(word)?.find((town) => isTownIn(town, inCity))
    const listed = isTown(inCity) ? null : gazetteer.areasByCity.get(inCity.name)?.get(word)
    return listed ?? (town ? { ...town, city: inCity.name } : null)
  }
  for (const [name, names] of gazetteer.areasByCity) {
    const area = names.get(word)
    if (area && (state === undefined || findCity(name, state))) return area
  }
  return null
}

/** Areas of a city in list order. */
export function areasOf(city: string): Area[] {
  const name = findCity(city)?.name
  return areas.filter((area) => area.city === name)
}
