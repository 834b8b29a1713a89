import type { Suggestion } from '#contract/reference/places.ts'
import { townAliases } from './built-in.ts'
import {
  type Area,
  areas,
  type City,
  cities,
  derivedFromPlaces,
  districtOf,
  isTown,
  isTownIn,
  states,
  towns,
} from './gazetteer.ts'
import { locate } from './locate.ts'
import { fold, phoneticKey, prefixDistance } from './spelling.ts'

/** A place with its normalised names, the endings of names from their second word on, and phonetic keys. */
type Entry = { place: Area | City; names: string[]; words: string[]; sounds: string[] }

const isArea = (place: Area | City): place is Area => 'city' in place

const stateHi = derivedFromPlaces(() => new Map(states.map((state) => [state.name, state.nameHi])))
const citiesByName = derivedFromPlaces(() => new Map(cities.map((city) => [city.name, city])))

function entryOf(place: Area | City, alternatives: readonly string[] = place.aliases): Entry {
  const names = [...new Set([place.name, place.nameHi, ...alternatives])]
  const laterWords = names.flatMap((name) => {
    const parts = name.split(/[\s-]+/)
    return parts.slice(1).map((_, i) => fold(parts.slice(i + 1).join(' ')))
  })
  return { place, names: names.map(fold), words: laterWords, sounds: [...new Set(names.map(phoneticKey))] }
}

/** Search entries of the places that can be chosen. */
const searchEntries = derivedFromPlaces(() => {
  const ofCities = cities.filter((city) => city.isShown).map((city) => entryOf(city))
  const ofAreas = areas.filter((area) => area.isShown).map((area) => entryOf(area))
  // District headquarters come before villages, because no other field tells which place is larger.
  const ofTowns = towns
    .toSorted((a, b) => Number(b.name === b.district) - Number(a.name === a.district))
    .map((town) =>
      entryOf(
        town,
        Object.keys(townAliases).filter((alias) => townAliases[alias] === town.name),
      ),
    )
  return { ofCities, ofAreas, ofTowns, all: [...ofCities, ...ofTowns, ...ofAreas] }
})

/** How well a text matches a place: 0 is best, null is no match. */
function rankOf({ names, words, sounds }: Entry, text: string, sound: string): number | null {
  if (names.includes(text)) return 0
  if (names.some((name) => name.startsWith(text))) return 1
  if (words.some((word) => word.startsWith(text))) return 2
  if (sound.length < 2) return null
  if (sounds.includes(sound)) return 1
  return sound.length >= 3 && sounds.some((key) => key.startsWith(sound)) ? 3 : null
}

/** Typing mistakes allowed in a text of a length. */
const maxMistakes = (length: number) => (length >= 8 ? 2 : length >= 5 ? 1 : 0)

/** The fewest typing mistakes, spelling before sound; null if there are too many. The first letter must match. */
function fuzzyRank({ names, sounds }: Entry, text: string, sound: string): number | null {
  const fewestMistakes = (typed: string, all: readonly string[], penalty: number) => {
    const allowed = maxMistakes(typed.length)
    if (allowed === 0) return []
    const mistakes = all.flatMap((candidate) => (candidate[0] === typed[0] ? prefixDistance(typed, candidate) : []))
    return mistakes.filter((count) => count <= allowed).map((count) => count + penalty)
  }
  const found = [...fewestMistakes(text, names, 0), ...fewestMistakes(sound, sounds, 0.5)]
  return found.length > 0 ? Math.min(...found) : null
}

function bestMatches(entries: readonly Entry[], text: string, limit: number): (Area | City)[] {
  const word = fold(text)
  const sound = phoneticKey(text)
  const ranked = (rank: (entry: Entry) => number | null) =>
    entries
      .flatMap((entry) => {
        const found = rank(entry)
        return found === null ? [] : [{ place: entry.place, rank: found }]
      })
      .sort((a, b) => a.rank - b.rank)
      .slice(0, limit)
      .map(({ place }) => place)
  if (text === '') return entries.slice(0, limit).map(({ place }) => place)
  if (word === '') return []
  const found = ranked((entry) => rankOf(entry, word, sound))
  return found.length > 0 ? found : ranked((entry) => fuzzyRank(entry, word, sound))
}

/** A place as a suggestion. In a search within a city, a town in the city's box becomes an area of it. */
export function suggestionOf(place: Area | City, inside: City | null): Suggestion {
  const { name, nameHi, lat, lon } = place
  const city = isArea(place) ? (citiesByName().get(place.city) ?? null) : inside
  if (city) {
    return {
      label: `${name}, ${city.name}`,
      labelHi: `${nameHi}, ${city.nameHi}`,
      area: name,
      city: city.name,
      state: city.state,
      lat,
      lon,
    }
  }
  const town = place as City // true: an area always belongs to a city
  const district = isTown(town) && districtOf(town) !== name ? [districtOf(town)] : []
  return {
    label: [name, ...district, town.state].join(', '),
    labelHi: [nameHi, stateHi().get(town.state) ?? town.state].join(', '),
    area: '',
    city: name,
    state: town.state,
    lat,
    lon,
  }
}

/** Entries to choose from within a city: its areas, then the towns in its box. */
function entriesIn(city: City): Entry[] {
  return [
    ...searchEntries().ofAreas.filter(({ place }) => isArea(place) && place.city === city.name),
    ...searchEntries().ofTowns.filter(({ place }) => !isArea(place) && isTown(place) && isTownIn(place, city)),
  ]
}

/** Suggestions among places that admins added or changed, which maps providers don't know. */
export function suggestEdited(text: string, inside: City | null, limit: number): Suggestion[] {
  const edited = (inside ? entriesIn(inside) : searchEntries().all).filter(({ place }) => place.isEdited)
  return bestMatches(edited, text, limit).map((place) => suggestionOf(place, inside))
}

/** Suggestions of the gazetteer for a text in either script, best first: areas within a city, else cities, towns and areas. */
export function suggest(text: string, inside: City | null, limit: number): Suggestion[] {
  if (inside) return bestMatches(entriesIn(inside), text, limit).map((place) => suggestionOf(place, inside))
  // A whole address, such as the label of an earlier suggestion.
  const located = text.includes(',') ? locate(text) : null
  if (located) return [suggestionOf(located.area ?? located.city, null)]
  const found = bestMatches(text === '' ? searchEntries().ofCities : searchEntries().all, text, limit)
  if (found.length > 0) return found.map((place) => suggestionOf(place, null))
  const city = /\s/.test(text) ? locate(text)?.city : null
  return city ? suggest(text.replace(/\s+\S+$/, ''), city, limit) : []
}
