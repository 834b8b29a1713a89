import type { RouterContextProvider } from 'react-router'
import { type Area, listAreas } from '#contract/mentors.ts'
import { type ListedCity, listCities } from '#contract/places.ts'
import { readApi } from '../api.ts'
import { currentLocale } from '../locale.ts'

type Given = Readonly<RouterContextProvider>

// The gazetteer is part of the program and stays the same while it runs.
let known: readonly Area[] = []
let cities: readonly ListedCity[] = []
const hindi = { area: new Map<string, string>(), city: new Map<string, string>() }

/** Every area we know; also fills the names and cities below. */
export async function knownAreas(context: Given): Promise<readonly Area[]> {
  if (known.length > 0) return known
  const [areas, listed] = await Promise.all([readApi(context, listAreas, { query: {} }), readApi(context, listCities)])
  for (const { name, nameHi } of areas.data) hindi.area.set(name.toLowerCase(), nameHi)
  for (const { name, nameHi } of listed.data) hindi.city.set(name.toLowerCase(), nameHi)
  cities = listed.data
  known = areas.data
  return known
}

const inPageLanguage = (names: Map<string, string>, name: string) =>
  currentLocale() === 'hi' ? (names.get(name.toLowerCase()) ?? name) : name

/** A place in the page's language; itself when we do not know it. Call `knownAreas` before. */
export const placeNames = {
  area: (name: string) => inPageLanguage(hindi.area, name),
  city: (name: string) => inPageLanguage(hindi.city, name),
}

/** The city meant by its English or Hindi name; undefined when it is none of ours. Call `knownAreas` before. */
export const cityNamed = (text: string): ListedCity | undefined =>
  cities.find((one) => one.name.toLowerCase() === text.toLowerCase() || one.nameHi === text)

/** The state meant by its English or Hindi name, as we write it. Call `knownAreas` before. */
export const stateNamed = (text: string): string | undefined =>
  cities.find((one) => one.state.toLowerCase() === text.toLowerCase() || one.stateHi === text)?.state

export const listedStates = (): string[] => [...new Set(cities.map((one) => one.state))]
export const citiesOf = (state: string): ListedCity[] => cities.filter((one) => one.state === state)
