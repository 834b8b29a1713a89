import { randomUUID } from 'node:crypto'
import type { UnknownArea } from '#contract/reference/admin-places.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { findArea, fold, type Place, phoneticKey, readPlaces } from '#server/reference/places/places.ts'
import { namesOf } from './checks.ts'
import { change } from './follow.ts'
import { areasOfMentors, mentorsOfAreas } from './naming-rows.ts'
import { add, save } from './places.ts'

const maxAreas = 100
const isLatin = (name: string) => /^[\x20-\x7e]+$/.test(name)

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
    const like = places
      .filter((one) => one.parent === city._id)
      .map(({ _id, name, nameHi }) => ({ _id, name, nameHi, rank: unlike(name, sound) }))
      .sort((one, other) => one.rank - other.rank || one.name.localeCompare(other.name))
    const [first] = like
    const point = { lat: lat ?? city.lat ?? 0, lon: lon ?? city.lon ?? 0 } // safe: every city has one
    return [
      { ...row, ...point, city, isLatin: isLatin(row.area), like, guess: first && first.rank < 3 ? first._id : null },
    ]
  })
  return { data, total: unknown.length }
}

type Adopted = { city: string; area: string; into: string | null }

/** Adds an unknown area to its city, or makes it an alias of an area there. Doing it again is a success. */
export async function adoptArea(context: Context, viewer: Viewer, { city: id, area, into }: Adopted): Promise<string> {
  return await change(context, viewer, async (now) => {
    const { tx, places } = now
    const city = places.find((one) => one._id === id && one.kind === 'city')
    if (!city) throw new AppError('not-found')
    const known = places.find((one) => one.parent === id && namesOf(one).includes(fold(area)))
    if (known && (into === null || known._id === into)) return known._id
    if (known) throw new AppError('place-name-taken', { name: area, place: known.name })
    if (into !== null) {
      const before = places.find((one) => one._id === into && one.parent === id)
      if (!before) throw new AppError('not-found')
      await save(now, before, { ...before, aliases: [...before.aliases, area] }, 'place.changed')
      return into
    }
    if (!isLatin(area) || area.length < 2 || area.length > 60)
      throw new AppError('bad-request', {
        fields: [{ field: 'area', problem: 'needs a name of 2 to 60 English letters' }],
      })
    const [mentorsThere] = await mentorsOfAreas(tx, [{ city: city.name.toLowerCase(), area: area.toLowerCase() }], 1)
    const place: Place = {
      ...{ _id: randomUUID(), kind: 'area', parent: id, name: area, nameHi: area, aliases: [] },
      ...{ lat: mentorsThere?.lat ?? city.lat, lon: mentorsThere?.lon ?? city.lon, status: 'shown', version: 1 },
    }
    await add(now, place)
    return place._id
  })
}
