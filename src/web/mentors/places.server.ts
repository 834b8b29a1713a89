import { type Area, listAreas } from '#contract/mentors/mentors.ts'
import { type ListedCity, listCities } from '#contract/reference/places.ts'
import { type LoaderContext, readApi, serverContext } from '../api.ts'
import { currentLocale } from '../locale.ts'

// Reloaded after an admin changed the places.
let loadedRevision = -1
let knownAreaList: readonly Area[] = []
let cities: readonly ListedCity[] = []
let hindi = { area: new Map<string, string>(), city: new Map<string, string>(), state: new Map<string, string>() }

/** Returns all known areas and loads the names and cities used below. */
export async function knownAreas(context: LoaderContext): Promise<readonly Area[]> {
  const { placesRevision } = context.get(serverContext)
  if (loadedRevision === placesRevision) return knownAreaList
  const [areas, listed] = await Promise.all([readApi(context, listAreas, { query: {} }), readApi(context, listCities)])
  const inHindi = (all: readonly { name: string; nameHi: string }[]) =>
    new Map(all.map(({ name, nameHi }) => [name.toLowerCase(), nameHi]))
  const states = listed.data.map(({ state, stateHi }) => ({ name: state, nameHi: stateHi }))
  hindi = { area: inHindi(areas.data), city: inHindi(listed.data), state: inHindi(states) }
  cities = listed.data
  knownAreaList = areas.data
  loadedRevision = placesRevision
  return knownAreaList
}

const inPageLanguage = (names: Map<string, string>, name: string) =>
  currentLocale() === 'hi' ? (names.get(name.toLowerCase()) ?? name) : name

/** Place names in the page's language; an unknown name is returned as it is. Requires `knownAreas`. */
export const placeNames = {
  area: (name: string) => inPageLanguage(hindi.area, name),
  city: (name: string) => inPageLanguage(hindi.city, name),
  state: (name: string) => inPageLanguage(hindi.state, name),
}

/** City by any of its names; undefined when unknown. Requires `knownAreas`. */
export const cityNamed = (text: string): ListedCity | undefined =>
  cities.find(({ name, nameHi, aliases }) =>
    [name, nameHi, ...aliases].some((one) => one.toLowerCase() === text.toLowerCase()),
  )

/** State by its English or Hindi name. Requires `knownAreas`. */
export const stateNamed = (text: string): string | undefined =>
  cities.find((one) => one.state.toLowerCase() === text.toLowerCase() || one.stateHi === text)?.state

/** Open cities as options. */
export const listedCities = () =>
  cities
    .filter(({ isShown }) => isShown)
    .map(({ name }) => ({ value: name, label: placeNames.city(name) }))
    .sort((one, other) => one.label.localeCompare(other.label))

/** Open states and cities, as offered in the filters. */
export const listedStates = (): string[] => [...new Set(cities.filter((one) => one.isShown).map((one) => one.state))]
export const citiesOf = (state: string): ListedCity[] => cities.filter((one) => one.isShown && one.state === state)
