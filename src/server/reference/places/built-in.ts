import { createHash } from 'node:crypto'
import { areaAliases, areaRows, cityAliases, stateRows } from './gazetteer-data.ts'

/** A state, city or area. `parent`: the state of a city, the city of an area; only a state has no point. */
export type Place = {
  _id: string
  kind: 'state' | 'city' | 'area'
  parent: string | null
  name: string
  nameHi: string
  aliases: string[]
  lat: number | null
  lon: number | null
  status: 'shown' | 'hidden' | 'removed'
  /** 0: as the program brings it along. */
  version: number
}

/** The same for ever: what an admin changed names a built-in place by it. */
function idOf(...names: string[]): string {
  const hash = createHash('sha256').update(names.join('/')).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

const shortStates: Readonly<Record<string, string[]>> = {
  'Madhya Pradesh': ['MP'],
  'Uttar Pradesh': ['UP'],
  Chhattisgarh: ['CG'],
}
const aliasesOf = (all: Readonly<Record<string, string>>, name: string) =>
  Object.keys(all).filter((alias) => all[alias] === name)
const asBuilt = { status: 'shown', version: 0 } as const

/** What a new installation begins with: states in their order, then their cities, then the areas. */
export const builtIn: readonly Place[] = [
  ...stateRows.map(([name, nameHi]): Place => {
    const aliases = shortStates[name] ?? []
    return { _id: idOf(name), kind: 'state', parent: null, name, nameHi, aliases, lat: null, lon: null, ...asBuilt }
  }),
  ...stateRows.flatMap(([state, , cities]) =>
    cities.map(([name, nameHi, lat, lon]): Place => {
      const of = { _id: idOf(state, name), kind: 'city', parent: idOf(state) } as const
      return { ...of, name, nameHi, aliases: aliasesOf(cityAliases, name), lat, lon, ...asBuilt }
    }),
  ),
  ...stateRows.flatMap(([state, , cities]) =>
    cities.flatMap(([city]) =>
      (areaRows[city] ?? []).map(([name, nameHi, lat, lon]): Place => {
        const of = { _id: idOf(state, city, name), kind: 'area', parent: idOf(state, city) } as const
        return { ...of, name, nameHi, aliases: aliasesOf(areaAliases[city] ?? {}, name), lat, lon, ...asBuilt }
      }),
    ),
  ),
]
