import type { RouterContextProvider } from 'react-router'
import { type Area, listAreas } from '#contract/mentors.ts'
import { readApi } from '../api.ts'
import { currentLocale } from '../locale.ts'

type Given = Readonly<RouterContextProvider>

// The gazetteer is part of the program and stays the same while it runs.
let known: readonly Area[] = []
const hindi = { area: new Map<string, string>(), city: new Map<string, string>() }

/** Every area we know; also fills the names below. */
export async function knownAreas(context: Given): Promise<readonly Area[]> {
  if (known.length > 0) return known
  const { data } = await readApi(context, listAreas, { query: {} })
  for (const { name, nameHi, city, cityHi } of data) {
    hindi.area.set(name.toLowerCase(), nameHi)
    hindi.city.set(city.toLowerCase(), cityHi)
  }
  known = data
  return known
}

const inPageLanguage = (names: Map<string, string>, name: string) =>
  currentLocale() === 'hi' ? (names.get(name.toLowerCase()) ?? name) : name

/** A place in the page's language; itself when we do not know it. Call `knownAreas` before. */
export const placeNames = {
  area: (name: string) => inPageLanguage(hindi.area, name),
  city: (name: string) => inPageLanguage(hindi.city, name),
}
