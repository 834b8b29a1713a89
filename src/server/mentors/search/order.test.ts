import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addManyMentors } from '#bench/load/many-mentors.ts'
import { type MentorFilter, type MentorFilterInput, mentorFilter } from '#contract/mentors/mentors.ts'
import {
  boards,
  type ClassMode,
  classModes,
  type Grade,
  grades,
  gradesOfKey,
  subjectSlugs,
  weekdays,
} from '#contract/reference/catalogue.ts'
import { areas, cities, findCity, towns } from '#server/reference/places/places.ts'
import { type TestDatabase, testDatabase } from '#test/harness.ts'
import { rounds, sized } from '#test/rounds.ts'
import { type NameTerms, termsOf } from './filter-tags.ts'
import { type Near, resolveNear } from './near.ts'
import type { Strategy } from './parts.ts'
import { projectMentors } from './projection.ts'
import { countFound, type Position, searchPage } from './search.ts'

type Row = {
  id: string
  name: string
  ranking: number
  rating: number | null
  ratings: number
  lat: number | null
  lon: number | null
  range: string
  online: boolean
  prices: Partial<Record<ClassMode, number>>
  offers: { key: string; subject: string }[]
  state: string
  city: string
  gender: string
  tier: string
  days: string[]
  boards: string[]
  languages: string[]
}

let database: TestDatabase
let everybody: (Row & { taught: Set<string>; serves: Set<string> })[]

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  await addManyMentors(db, 1, sized(2_500, 10_000))
  // Online mentors without a location, and two with one rating on one point.
  await sql`update mentor set lat = null, lon = null, area = '' where right(slug, 2) = '77'`.execute(db)
  await projectMentors(db, 'all')
  await sql`vacuum analyze search_entry, mentor_search`.execute(db)
  // Read from the mentor's own rows; only the public point comes from the projection.
  const { rows } = await sql<Row>`
    select m.id, m.full_name as name, m.admin_ranking as ranking, m.rating::float8, m.rating_count as ratings, s.lat, s.lon, m.teaching_range as range, m.teaches_online as online,
      (select coalesce(jsonb_object_agg(mode, monthly_price_paise), '{}') from mentor_mode where mentor_id = m.id)
        || case when m.teaches_online and m.online_price_paise is not null then jsonb_build_object('online', m.online_price_paise) else '{}' end as prices,
      (select coalesce(jsonb_agg(jsonb_build_object('key', grade_key, 'subject', subject)), '[]') from mentor_offer where mentor_id = m.id) as offers,
      m.state, m.city, m.gender, m.tier, m.available_days as days, m.boards, m.languages
    from mentor m left join mentor_search s on s.mentor_id = m.id where m.is_listed`.execute(db)
  everybody = rows.map((row) => ({
    ...row,
    serves: servedBy(row),
    taught: new Set(
      row.offers.flatMap(({ key, subject }) => [
        `:${subject}`,
        ...gradesOfKey(key).flatMap((grade) => [`${grade}:${subject}`, `${grade}:`]),
      ]),
    ),
  }))
}, 60_000)
afterAll(() => database.drop())

const radians = (degrees: number) => (degrees * Math.PI) / 180
function haversineKm(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const h =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lon - a.lon) / 2) ** 2
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(h)))
}

const isAnywhere = ({ range }: Row) => range === '' || range === 'anywhere'
const rangeOf = (one: Row) => (isAnywhere(one) ? 25 : Math.min(25, Number.parseFloat(one.range) || 0))
const tagOf = (state: string, city: string) => `at:${state}/${city}`.toLowerCase()

/** All points of all cities; towns count as points of their large city. */
const points = [
  ...cities.map(({ lat, lon, state, name }) => ({ lat, lon, state, city: name })),
  ...areas.map(({ lat, lon, city }) => ({ lat, lon, state: findCity(city)?.state ?? '', city })),
  ...towns.map(({ lat, lon, state, name, within }) => ({ lat, lon, state, city: within?.name ?? name })),
]

/**
 * The mentor's own city, and every city with a point in range; "anywhere" means the own city only. States follow from
 * cities.
 */
function servedBy(one: Row): Set<string> {
  const { lat, lon } = one
  const reached =
    lat === null || lon === null || isAnywhere(one)
      ? []
      : points.filter((point) => Math.abs(point.lat - lat) < 0.24 && haversineKm(point, { lat, lon }) <= rangeOf(one))
  return new Set([one, ...reached].flatMap(({ state, city }) => [tagOf(state, city), tagOf(state, '')]))
}

const sortOf: Record<MentorFilter['sort'], (one: Row, modes: readonly ClassMode[]) => number> = {
  best: ({ ranking }) => ranking,
  distance: () => 0,
  price: ({ prices }, modes) => Math.min(1e9, ...modes.map((mode) => prices[mode] ?? 1e9)),
  rating: ({ rating, ratings }) =>
    rating === null ? 0 : -Math.round((100 * (5 * 4.3 + rating * ratings)) / (5 + ratings)),
}

/**
 * Reference order: all matching mentors of the place or, online, of everywhere; by tier (in range, rest of the place,
 * nearby, far), then sort value (mostly ranking), distance, rating and id.
 */
function naive(near: Near, filter: MentorFilter): string[] {
  const keys = (filter.subject?.length ? filter.subject : ['']).map((subject) => `${filter.class ?? ''}:${subject}`)
  const modes: ClassMode[] = filter.mode?.length ? filter.mode : ['homeTuition']
  const days = weekdays.filter((day, i) =>
    filter.days?.some((one) => one === day || one === (i < 5 ? 'weekdays' : 'weekend')),
  )
  const isOnline = filter.mode?.length === 1 && filter.mode[0] === 'online'
  const most = filter.within ?? (isOnline || near.place ? Infinity : 60)
  return everybody
    .flatMap((one) => {
      const km = one.lat === null || one.lon === null ? Infinity : haversineKm(near, { lat: one.lat, lon: one.lon })
      const price = Math.min(...modes.map((mode) => one.prices[mode] ?? Infinity))
      const isOfPlace = near.place !== null && one.serves.has(near.place.tag)
      const isHome = near.place?.isKeyed && isAnywhere(one) && tagOf(one.state, one.city) === near.place.tag
      const isInRange = km <= rangeOf(one) || isHome
      const isMain = near.place ? isOfPlace : km <= 60
      const tier = near.place && isOfPlace ? (isInRange ? 0 : 1) : !near.place && isInRange ? 0 : km <= 60 ? 2 : 3
      const fits =
        (keys[0] === ':' || keys.some((key) => one.taught.has(key))) &&
        (isOnline ? one.online && !(filter.elsewhere === 'true' && isMain) : !near.place || isOfPlace) &&
        (most >= 5000 || km <= most) &&
        (!filter.mode?.length ||
          filter.mode.some((mode) => one.prices[mode] !== undefined || (mode === 'online' && one.online))) &&
        (!(filter.min || (filter.max ?? 20_000) < 20_000) ||
          (price >= (filter.min ?? 0) * 100 &&
            price < Infinity &&
            ((filter.max ?? 20_000) === 20_000 || price <= (filter.max ?? 0) * 100))) &&
        (!filter.gender || one.gender === filter.gender) &&
        (!filter.tier || one.tier === filter.tier) &&
        (!filter.rating || (one.rating ?? 0) >= filter.rating) &&
        (!filter.board || one.boards.includes(filter.board)) &&
        (!filter.language || one.languages.includes(filter.language)) &&
        (days.length === 0 || days.some((day) => one.days.includes(day)))
      return fits ? [{ id: one.id, tier, sort: sortOf[filter.sort](one, modes), rating: one.rating ?? 0, km }] : []
    })
    .sort(
      (a, b) =>
        a.tier - b.tier ||
        a.sort - b.sort ||
        (a.km === b.km ? 0 : a.km - b.km) ||
        b.rating - a.rating ||
        (a.id < b.id ? -1 : 1),
    )
    .map((one) => one.id)
}

/** Deterministic random numbers (mulberry32). */
function diceOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T // safe: no list here is empty
  return { next, pick, chance: (share: number) => next() < share }
}

function randomFilter(seed: number): MentorFilterInput {
  const { next, pick, chance } = diceOf(seed)
  const filter: MentorFilterInput = { limit: pick([2, 5, 12, 20]) }
  const city = pick(chance(0.6) ? cities.slice(0, 12) : cities)
  if (chance(0.4)) Object.assign(filter, { city: city.name })
  else if (chance(0.5)) {
    const area = pick(areas)
    Object.assign(filter, { city: area.city, area: area.name })
  } else if (next() < 0.8)
    Object.assign(filter, { lat: city.lat + next() * 0.4 - 0.2, lon: city.lon + next() * 0.4 - 0.2 })
  else Object.assign(filter, pick([{ state: city.state }, { city: pick(towns).name }, { city: 'Kochi' }, {}]))
  if (chance(0.2)) filter.within = pick([1, 10, 25, 400, 5000])
  if (chance(0.15)) filter.sort = pick(['price', 'rating', 'distance'] as const)
  if (chance(0.6))
    filter.subject = [pick(subjectSlugs.slice(0, 8)), ...(chance(0.3) ? [pick(subjectSlugs), pick(subjectSlugs)] : [])]
  if (chance(0.4)) filter.class = pick<Grade>(grades)
  if (chance(0.2)) filter.gender = pick(['male', 'female', 'other'] as const)
  if (chance(0.15)) filter.tier = pick(['gold', 'silver'] as const)
  if (chance(0.2)) filter.rating = pick([3.5, 4.2, 4.5, 5])
  if (chance(0.2)) filter.max = pick([1000, 2500, 6000, 19_900])
  if (chance(0.1)) filter.min = pick([1500, 9000])
  if (chance(0.2)) filter.mode = [pick(classModes), ...(chance(0.4) ? [pick(classModes)] : [])]
  if (chance(0.2)) Object.assign(filter, { mode: ['online'], ...(chance(0.5) && { elsewhere: 'true' }) })
  if (chance(0.1)) filter.days = [pick(weekdays), ...(chance(0.5) ? (['weekend'] as const) : [])]
  if (chance(0.1)) filter.board = pick([...boards, 'IB'])
  if (chance(0.1)) filter.language = pick(['Hindi', 'Marathi', 'Klingon'])
  return filter
}

const noText: NameTerms = { groups: [], nameMatches: Infinity, nameShare: 1 }

async function chain(
  near: Near,
  filter: MentorFilter,
  pages: number,
  way: Strategy | null,
  text = noText,
): Promise<string[]> {
  const query = { near, filter, terms: termsOf(filter, text) }
  const ids: string[] = []
  let after: Position | null = null
  for (let page = 0; page < pages; page++) {
    const { found, more } = await searchPage(database.db, query, after, null, way)
    ids.push(...found.map((one) => one.id))
    after = found.at(-1)?.position ?? null
    if (!more) break
  }
  return ids
}

const searches = Math.min(rounds * 12, 480)

test(`matches the reference order in ${searches} random searches over all pages`, async () => {
  let matched = 0
  const seen = { none: 0, fewerThanAPage: 0, pages: 0 }
  for (let seed = 1; seed <= searches; seed++) {
    const filter = mentorFilter.parse(randomFilter(seed))
    const near = resolveNear(filter)
    const expected = naive(near, filter)
    const pages = seed % 10 === 0 ? 10 : seed % 3 === 0 ? 3 : 1
    // Mostly lane by lane; a sixth each by the other strategies and by the automatic choice.
    const way = ([null, 'few', 'tags', 'page', 'mixed', 'page'] as const)[seed % 6] ?? null
    const ids = await chain(near, filter, pages, way)
    expect(ids, JSON.stringify({ seed, filter })).toEqual(expected.slice(0, pages * filter.limit))
    const counted = await countFound(database.db, { near, filter, terms: termsOf(filter, noText) })
    expect(Math.min(counted, 201), JSON.stringify({ seed, filter })).toBe(Math.min(expected.length, 201))
    matched += ids.length
    if (expected.length === 0) seen.none++
    else if (expected.length < filter.limit) seen.fewerThanAPage++
    if (ids.length > filter.limit) seen.pages++
  }
  expect(seen.none).toBeGreaterThan(searches / 48)
  expect(seen.fewerThanAPage).toBeGreaterThan(searches / 24)
  expect(seen.pages).toBeGreaterThan(searches / 8)
  expect(matched).toBeGreaterThan(searches * 4)
}, 60_000)

/** Compares a list of generated mentors around one point with the reference. */
async function expectDefinition(near: Near, given: MentorFilterInput) {
  const filter = mentorFilter.parse(given)
  const expected = naive(near, filter)
  for (const way of ['page', 'few', 'mixed', 'tags'] as const)
    expect(await chain(near, filter, 8, way), way).toEqual(expected.slice(0, 8 * filter.limit))
  return expected
}
const pointAt = (lat: number, lon: number): Near => ({ lat, lon, label: '', labelHi: '', from: 'point', place: null })

test('sorts many mentors on one point by rating and id over pages', { tags: ['full'] }, async () => {
  const tied = Map.groupBy(everybody, (one) => `${one.lat},${one.lon},${one.ranking}`)
  const [largest] = [...tied.values()].filter((some) => some[0]?.lat != null).sort((a, b) => b.length - a.length)
  const { lat, lon } = largest?.[0] ?? { lat: null, lon: null }
  expect(largest?.length).toBeGreaterThan(15)
  const expected = await expectDefinition(pointAt(lat ?? 0, lon ?? 0), { limit: 7, within: 60 })
  expect(expected.length).toBeGreaterThan(50)
})

test('treats range 0 as the exact point and 25 km as the limit, to the metre', { tags: ['full'] }, async () => {
  const zero = everybody.find((one) => one.range === '0km' && one.lat !== null)
  const wide = everybody.find((one) => one.range === '25km+' && one.lat !== null)
  const metre = 1 / 111_194.93
  const inRange = async (one: Row | undefined, north: number) => {
    const near = pointAt((one?.lat ?? 0) + north, one?.lon ?? 0)
    await expectDefinition(near, { limit: 20, within: 60 })
    const { rows } = await sql<{ is: boolean }>`
      select pos <-> search_point(${near.lat}::float8, ${near.lon}::float8) <= reach as is from mentor_search where mentor_id = ${one?.id}`.execute(
      database.db,
    )
    return rows[0]?.is
  }
  expect([await inRange(zero, 0), await inRange(zero, metre)]).toEqual([true, false])
  expect([await inRange(wide, 24_999 * metre), await inRange(wide, 25_001 * metre)]).toEqual([true, false])
})

test('returns empty sections and an empty list', async () => {
  const far = pointAt(8.1, 93.5)
  const expected = await expectDefinition(far, { subject: ['music'], mode: ['online'], gender: 'male', limit: 5 })
  expect(expected.length).toBeGreaterThan(0)
  expect(await expectDefinition(far, { board: 'Nowhere', limit: 5 })).toEqual([])
})

test('finds a common name by every strategy', { tags: ['full'] }, async () => {
  const sharmas = new Set(everybody.flatMap((one) => (one.name.endsWith(' Sharma') ? [one.id] : [])))
  for (const given of [
    { city: 'Indore' },
    { city: 'Delhi', class: '9' },
    { state: 'Madhya Pradesh', gender: 'male' },
  ] as const) {
    const filter = mentorFilter.parse(given)
    const near = resolveNear(filter)
    const expected = naive(near, filter).filter((id) => sharmas.has(id))
    expect(expected.length, JSON.stringify(given)).toBeGreaterThan(3)
    for (const way of ['page', 'few', 'mixed', 'tags'] as const) {
      const ids = await chain(near, filter, 3, way, {
        groups: [['name:sharma']],
        nameMatches: Infinity,
        nameShare: 1 / 36,
      })
      expect(ids, `${JSON.stringify(given)}, ${way}`).toEqual(expected.slice(0, 3 * filter.limit))
    }
  }
})

const narrower: ((dice: ReturnType<typeof diceOf>) => MentorFilterInput)[] = [
  ({ pick }) => ({ class: pick<Grade>(grades) }),
  ({ pick }) => ({ subject: [pick(subjectSlugs.slice(0, 8))] }),
  ({ pick }) => ({ gender: pick(['male', 'female'] as const) }),
  ({ pick }) => ({ tier: pick(['gold', 'silver'] as const) }),
  ({ pick }) => ({ rating: pick([3.5, 4.2, 4.5]) }),
  ({ pick }) => ({ max: pick([2500, 6000, 19_900]) }),
  ({ pick }) => ({ days: [pick(weekdays)] }),
  ({ pick }) => ({ board: pick(boards) }),
  ({ pick }) => ({ language: pick(['Hindi', 'Marathi']) }),
  ({ pick }) => ({ mode: [pick(['homeTuition', 'myPlace', 'groupClasses'] as const)] }),
  ({ pick }) => ({ within: pick([1, 5, 20, 300]) }),
]

const chains = sized(20, 80)

test('never finds more mentors with an extra filter or a smaller place', async () => {
  const counts: number[] = []
  for (let seed = 1; seed <= chains; seed++) {
    const dice = diceOf(seed)
    const city = dice.pick(dice.chance(0.7) ? cities.slice(0, 20) : towns)
    const area = areas.find((one) => one.city === city.name)
    const others = narrower.map((make) => make(dice)).sort(() => dice.next() - 0.5)
    // The place is narrowed between other filters.
    const first = Math.floor(dice.next() * 4)
    const second = 4 + Math.floor(dice.next() * 4)
    const steps = [{ state: city.state }, ...others]
    steps.splice(1 + first, 0, { city: city.name })
    steps.splice(1 + second, 0, area ? { area: area.name } : { lat: city.lat, lon: city.lon })
    let [given, most]: [MentorFilterInput, number] = [{}, Infinity]
    for (const step of steps) {
      given = { ...given, ...step }
      const filter = mentorFilter.parse(given)
      const query = { near: resolveNear(filter), filter, terms: termsOf(filter, noText) }
      const n = await countFound(database.db, query)
      expect(n, JSON.stringify({ seed, given })).toBeLessThanOrEqual(most)
      most = n
      counts.push(n)
    }
  }
  expect(counts.filter((n) => n > 0 && n < 201).length).toBeGreaterThan(chains * 1.8)
})

test('lists every mentor of a city in its state too, also across the border', async () => {
  const idsOf = async (given: MentorFilterInput) => {
    const filter = mentorFilter.parse({ ...given, limit: 50, subject: ['physics', 'chemistry'], class: '11' })
    return await chain(resolveNear(filter), filter, 40, null)
  }
  let fromOutside = 0
  for (const { name, state } of ['Indore', 'Burhanpur', 'Singrauli', 'Kota', 'New Delhi', 'Noida', 'Thane'].flatMap(
    (one) => findCity(one) ?? [],
  )) {
    const ofState = new Set(await idsOf({ state }))
    const ofCity = await idsOf({ city: name })
    expect(ofCity.filter((id) => !ofState.has(id))).toEqual([])
    expect(ofCity.length).toBeLessThanOrEqual(ofState.size)
    fromOutside += everybody.filter((one) => ofCity.includes(one.id) && one.state !== state).length
  }
  expect(fromOutside).toBeGreaterThan(0)
})
