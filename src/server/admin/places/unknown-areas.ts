import type { UnknownArea } from '#contract/reference/admin-places.ts'
import type { Db } from '#server/platform/database.ts'
import { findArea, fold, phoneticKey, readPlaces } from '#server/reference/places/places.ts'
import { namesOf, partsOf } from './checks.ts'
import { areasOfMentors, mentorsOfAreas } from './naming-rows.ts'

const maxAreas = 100

/** Rank of a name by how much it sounds like another one; 0 is the same sound. */
function unlike(name: string, sound: string): number {
  const key = phoneticKey(name)
  if (key === sound) return 0
  return key !== '' && (sound.includes(key) || key.includes(sound)) ? 1 : key.slice(0, 3) === sound.slice(0, 3) ? 2 : 3
}

/** Areas that mentors name and no place has as a name, in known cities. */
export async function unknownAreas(db: Db): Promise<{ data: UnknownArea[]; total: number }> {
  const places = await readPlaces(db)
  const cities = places.filter((one) => one.kind === 'city')
  const citiesByName = new Map(cities.flatMap((city) => namesOf(city).map((name) => [name, city] as const)))
  const unknown = (await areasOfMentors(db)).filter(({ city, area }) => {
    const known = citiesByName.get(fold(city))
    return known && !findArea(area, known.name)
  })
  const found = await mentorsOfAreas(db, unknown, maxAreas)
  const data = found.flatMap(({ city: cityName, lat, lon, ...row }) => {
    const city = citiesByName.get(fold(cityName))
    if (!city) return []
    const sound = phoneticKey(row.area)
    const [like] = partsOf(places, city._id)
      .map(({ _id, name, nameHi }) => ({ _id, name, nameHi, rank: unlike(name, sound) }))
      .sort((one, other) => one.rank - other.rank || one.name.localeCompare(other.name))
    const point = { lat: lat ?? city.lat ?? 0, lon: lon ?? city.lon ?? 0 } // safe: every city has one
    return [{ ...row, ...point, city, like: like && like.rank < 3 ? like : null }]
  })
  return { data, total: unknown.length }
}
