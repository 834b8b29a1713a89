import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readDataFile } from '#server/platform/data-file.ts'

/** A state, city or area. `parent`: the state of a city, the city of an area; only a state has no coordinates. */
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
  /** 0 for a built-in place, otherwise the number of the last change. */
  version: number
}

/** A stable UUID derived from the names. It must never change, because rows in `place` override built-in places by it. */
function idOf(...names: string[]): string {
  const hash = createHash('sha256').update(names.join('/')).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

const nameShape = { name: z.string(), hi: z.string(), aliases: z.array(z.string()).default([]) }
const pointShape = { ...nameShape, lat: z.number(), lon: z.number() }
// Our own list, accurate to about 1 km. Aliases are alternative spellings and former names.
const { states, townAliases } = readDataFile(
  'places',
  z.strictObject({
    states: z.array(
      z.strictObject({
        ...nameShape,
        cities: z.array(z.strictObject({ ...pointShape, areas: z.array(z.strictObject(pointShape)).default([]) })),
      }),
    ),
    townAliases: z.record(z.string(), z.string()),
  }),
)

/** Former or alternative names of towns in `towns.json`, mapped to their current names. */
export { townAliases }

type PlaceSource = { name: string; hi: string; aliases: string[]; lat?: number; lon?: number }
const placeOf = (kind: Place['kind'], { name, hi, aliases, lat, lon }: PlaceSource, ...parents: string[]): Place => ({
  _id: idOf(...parents, name),
  kind,
  parent: parents.length > 0 ? idOf(...parents) : null,
  name,
  nameHi: hi,
  aliases,
  lat: lat ?? null,
  lon: lon ?? null,
  status: 'shown',
  version: 0,
})

/** The places of a new installation: states, then cities, then areas. */
export const builtIn: readonly Place[] = [
  ...states.map((state) => placeOf('state', state)),
  ...states.flatMap((state) => state.cities.map((city) => placeOf('city', city, state.name))),
  ...states.flatMap((state) =>
    state.cities.flatMap((city) => city.areas.map((area) => placeOf('area', area, state.name, city.name))),
  ),
]
