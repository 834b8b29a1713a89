import {
  type Area,
  areas,
  areasOf,
  type City,
  cities,
  districtOf,
  findArea,
  findState,
  kmBetween,
  placesNamed,
  towns,
} from './gazetteer.ts'
import { fold, phoneticKey } from './spelling.ts'

/** A place found for an address. `isPartial`: the gazetteer lacks a part of the address. */
export type Located = { area: Area | null; city: City; isPartial: boolean }

const areaWithinKm = 3
/** A point farther than this from every known town is outside the covered region. */
const townWithinKm = 60

/** Cities and towns with a name, else listed cities that sound like it; `state` limits the search. */
function citiesNamed(text: string, state: string | null): City[] {
  const exact = placesNamed(text)
  const sound = phoneticKey(text)
  const matches =
    exact.length > 0 || sound.length < 3 ? exact : cities.filter((city) => phoneticKey(city.name) === sound)
  return state ? matches.filter((city) => city.state === state) : matches
}

/** An area by its name, by sound, or by the beginning of a longer text ("Andheri West"). */
function areaNamed(text: string, city: City): Area | null {
  const word = fold(text)
  const sound = phoneticKey(text)
  const candidates = areasOf(city.name).map((area) => ({ area, names: [area.name, area.nameHi] }))
  const match =
    candidates.find(({ names }) => names.some((name) => phoneticKey(name) === sound)) ??
    candidates.find(({ names }) => names.some((name) => name.length >= 5 && word.startsWith(fold(name))))
  return findArea(text, city.name) ?? match?.area ?? null
}

/** The area or town named by the address parts before the city, the last part first. */
function locateIn(city: City, before: readonly string[]): Located {
  for (const part of before.toReversed()) {
    const area = areaNamed(part, city)
    if (area) return { area, city, isPartial: false }
    const town = citiesNamed(part, city.state).find((town) => districtOf(town) === districtOf(city))
    if (town) return { area: null, city: town, isPartial: false }
  }
  return { area: null, city, isPartial: before.length > 0 }
}

/** Finds an address of area, city, state and India, separated by commas. A space may separate area and city. */
export function locate(address: string): Located | null {
  const parts = address
    .replace(/(^|[\s,])(india|भारत)[\s.,]*$/i, '')
    .split(',')
    .map((part) => part.replace(/\b\d{6}\b/g, '').trim())
    .filter((part) => part !== '')
  const state = findState(parts.at(-1) ?? '')
  for (let i = parts.length - 1; i >= 0; i--) {
    const [city] = citiesNamed(parts[i] ?? '', state)
    if (city) return locateIn(city, parts.slice(0, i))
  }
  for (let i = parts.length - 1; i >= 0; i--) {
    const words = (parts[i] ?? '').split(/\s+/)
    for (let at = 1; at < words.length; at++) {
      const [city] = citiesNamed(words.slice(at).join(' '), state)
      if (city) return locateIn(city, [...parts.slice(0, i), words.slice(0, at).join(' ')])
    }
  }
  for (const part of parts) {
    const area = findArea(part)
    const city = cities.find(({ name }) => name === area?.city)
    if (area && city && (!state || city.state === state)) return { area, city, isPartial: false }
  }
  return null
}

const onlyShown = <T extends { isShown: boolean }>(all: readonly T[]) => all.filter((place) => place.isShown)

/** The nearest area within 3 km, else the nearest city or town within 60 km, else null. */
export function nearest(point: { lat: number; lon: number }): Located | null {
  const area = closestTo(onlyShown(areas), point, areaWithinKm)
  const areaCity = cities.find(({ name }) => name === area?.city)
  if (area && areaCity) return { area, city: areaCity, isPartial: false }
  const town = closestTo(towns, point, townWithinKm)
  const city = closestTo(onlyShown(cities), point, town ? kmBetween(town, point) : townWithinKm)
  if (city) return { area: null, city, isPartial: false }
  if (!town) return null
  return town.within
    ? { area: { ...town, city: town.within.name }, city: town.within, isPartial: false }
    : { area: null, city: town, isPartial: false }
}

function closestTo<T extends { lat: number; lon: number }>(
  all: readonly T[],
  point: { lat: number; lon: number },
  withinKm: number,
): T | null {
  let closest: T | null = null
  let closestKm = withinKm
  for (const place of all) {
    const km = kmBetween(place, point)
    if (km <= closestKm) [closest, closestKm] = [place, km]
  }
  return closest
}
