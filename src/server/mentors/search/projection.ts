import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { ratingPrior, reliabilityRules } from '#contract/mentors/limits.ts'
import { classModes, gradesOfKey, levels } from '#contract/reference/catalogue.ts'
import { notifyChange } from '#server/platform/changes.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { aboutPlaces } from '#server/platform/kept.ts'
import { lockSearch, lockSearchShared } from '#server/platform/locks.ts'
import { builtIn, currentPoints, derivedFromPlaces, towns } from '#server/reference/places/places.ts'
import { placeKey } from './counts.ts'
import { firstModeBit, flagBits, priceStep } from './filter-tags.ts'
import { maxRangeKm } from './near.ts'
import { publicCard } from './queries.ts'
import { onlinePlace } from './sections.ts'

const currentGradeRows = () =>
  Object.values(levels).flatMap((keys) =>
    Object.keys(keys).flatMap((key) => gradesOfKey(key).map((grade) => ({ key, grade }))),
  )
// Built-in grades only, for the fingerprint: no existing mentor can have a grade an admin adds later.
const builtInGradeRows = currentGradeRows()
/**
 * 300 m in degrees: a mentor without a known area is shown on this grid, never at home. It is offset from the visitors'
 * grid and from coordinates with four decimals, so that distances never tie.
 */
const grid = { degrees: 0.0027, shiftLat: 0.000837, shiftLon: 0.001131 }
const cellKm = 20
/** With more mentors than this, tables and indexes are rebuilt beside the old ones. */
const rebuildAbove = 5_000

const onGrid = (column: RawBuilder<unknown>, shift: number) =>
  sql`round((round((${column} - ${shift}::float8) / ${grid.degrees}::float8) * ${grid.degrees}::float8 + ${shift}::float8)::numeric, 6)::float8`
/** In hundredths; mentors without reviews sort last. */
const weightedRating = sql`case when m.rating is not null
  then round(100 * (${ratingPrior.count}::int * ${ratingPrior.mean}::numeric + m.rating * m.rating_count) / (${ratingPrior.count}::int + m.rating_count))
  else 0 end`
const bits = (rows: readonly { name: string; bit: number }[], has: (name: string) => RawBuilder<unknown>) =>
  sql.join(
    rows.map(({ name, bit }) => sql`case when ${has(name)} then ${sql.lit(bit)} else 0 end`),
    sql` | `,
  )

/** Ranking by the admin, lowered for a while for unreliable mentors. */
const effectiveRanking = sql`least(99, m.admin_ranking + case when m.stepped_down_at is null then 0 else ${reliabilityRules.placesDown}::int end)`

/** Towns count as points of the large city they belong to, else as places of their own. */
const townRows = derivedFromPlaces(() => {
  // Array literals, which PostgreSQL reads several times faster than JSON.
  const literal = (values: readonly (string | number)[]) => `{${values.map((value) => JSON.stringify(value)).join()}}`
  return {
    states: literal(towns.map(({ state }) => state)),
    cities: literal(towns.map(({ name, within }) => within?.name ?? name)),
    lats: literal(towns.map(({ lat }) => lat)),
    lons: literal(towns.map(({ lon }) => lon)),
  }
})
/** Cells large enough that a 25 km range reaches no further than the neighbouring cells. */
const cellDegrees = 0.3
const cell = (degrees: RawBuilder<unknown>) => sql`floor(${degrees} / ${cellDegrees}::float8)::int`
const tagAt = (state: RawBuilder<unknown>, city: RawBuilder<unknown>) =>
  sql`search_tag('at:' || lower(${state}) || '/' || lower(${city}))`

const insertRows = (condition: RawBuilder<unknown>, isAll: boolean, town = townRows()) => sql`
  with grade as materialized (select * from jsonb_to_recordset(${JSON.stringify(currentGradeRows())}::jsonb) as g(key text, grade text)),
  city_point as materialized (select * from ${currentPoints} as p),
  area as materialized (select lower(state) as state, lower(city) as city, lower(area) as name, lat, lon from city_point where area is not null),
  known as materialized (select distinct ${tagAt(sql`state`, sql`city`)} as tag from city_point),
  taught as (
    select o.mentor_id, array_agg(distinct search_tag(k.key)) as keys
    from mentor m join mentor_offer o on o.mentor_id = m.id join grade g on g.key = o.grade_key
    cross join lateral (values ('k:' || g.grade || ':' || o.subject), ('k:' || g.grade || ':'), ('k::' || o.subject), ('k::')) as k(key)
    where ${condition} and m.is_listed group by o.mentor_id),
  priced as (
    select mm.mentor_id, array[${sql.join(
      classModes
        .filter((mode) => mode !== 'online')
        .map((mode) => sql`max(mm.monthly_price_paise) filter (where mm.mode = ${sql.lit(mode)})`),
    )}] as prices
    from mentor m join mentor_mode mm on mm.mentor_id = m.id where ${condition} group by mm.mentor_id),
  shown as materialized (
    select m.*, ${tagAt(sql`m.state`, sql`m.city`)} as lives, ${tagAt(sql`m.state`, sql`''`)} as lives_in, mentor_days(m.id, m.available_days) as taught_days, coalesce(m.rating * 10, 0)::int2 as rating10,
      coalesce(area.lat, ${onGrid(sql`m.lat`, grid.shiftLat)}) as at_lat, coalesce(area.lon, ${onGrid(sql`m.lon`, grid.shiftLon)}) as at_lon,
      case when m.teaching_range in ('', 'anywhere') then 'infinity'::float8
        else least(${maxRangeKm}, coalesce(substring(m.teaching_range from '[0-9]+')::float8, 0)) end as range_km,
      coalesce(taught.keys, array[search_tag('k::')]) as keys,
      coalesce(priced.prices, array_fill(null::int, array[6])) || case when m.teaches_online then m.online_price_paise end as prices
    from mentor m
    left join area on area.state = lower(m.state) and area.city = lower(m.city) and area.name = lower(m.area)
    left join taught on taught.mentor_id = m.id
    left join priced on priced.mentor_id = m.id
    where ${condition} and m.is_listed),
  -- When writing a few mentors, only the points near them. A full rebuild skips this, or the planner would expect few points.
  bounds as materialized (select min(at_lat) - ${cellDegrees}::float8 as south, max(at_lat) + ${cellDegrees}::float8 as north,
      min(at_lon) - ${cellDegrees}::float8 as west, max(at_lon) + ${cellDegrees}::float8 as east from shown where range_km <= ${maxRangeKm}),
  point as materialized (
    select ${tagAt(sql`state`, sql`city`)} as tag, ${tagAt(sql`state`, sql`''`)} as state_tag, search_point(lat, lon) as pos, ${cell(sql`lat`)} + y as y, ${cell(sql`lon`)} + x as x
    from (select state, city, lat, lon from city_point
      union all select * from unnest(${town.states}::text[], ${town.cities}::text[], ${town.lats}::float8[], ${town.lons}::float8[])) as p
    ${isAll ? sql`` : sql`join bounds on p.lat between south and north and p.lon between west and east`}
    cross join generate_series(-1, 1) as y cross join generate_series(-1, 1) as x),
  served as (
    select m.id, array_agg(distinct p.tag) as cities, array_agg(distinct p.state_tag) as states
    from shown m join point p on p.y = ${cell(sql`m.at_lat`)} and p.x = ${cell(sql`m.at_lon`)}
    where m.range_km <= ${maxRangeKm} and p.pos <-> search_point(m.at_lat, m.at_lon) <= search_chord(m.range_km) group by m.id),
  placed as (
    select m.*, array(select distinct unnest(array[m.lives, m.lives_in] || coalesce(v.cities || v.states, '{}'))) as places
    from shown m left join served v on v.id = m.id)
  insert into mentor_search as s (mentor_id, ranking, rating10, rating_weighed, lat, lon, range_km, pos, reach, online, prices, flags, keys, tags, city, name, lives, places, cities)
  select m.id, ${effectiveRanking}, m.rating10, ${weightedRating}, m.at_lat, m.at_lon, m.range_km,
    -- A mentor without a location is farther away than anything and never in range.
    case when m.at_lat is null then cube(array[0, 0, -40000]::float8[]) else search_point(m.at_lat, m.at_lon) end,
    -- "Anywhere" is unlimited in the mentor's own city only (see search_entry); elsewhere the maximum range applies.
    case when m.at_lat is null then -1 else search_chord(least(m.range_km, ${maxRangeKm})) end,
    m.teaches_online, m.prices,
    ${bits(flagBits.gender, (name) => sql`m.gender = ${sql.lit(name)}`)}
      | ${bits(flagBits.tier, (name) => sql`m.tier = ${sql.lit(name)}`)}
      | ${bits(flagBits.day, (name) => sql`${sql.lit(name)} = any(m.taught_days)`)}
      | ${sql.join(
        classModes.map((mode, i) => {
          const has = mode === 'online' ? sql`m.teaches_online` : sql`m.prices[${sql.lit(i + 1)}] is not null`
          return sql`case when ${has} then ${sql.lit(1 << (firstModeBit + i))} else 0 end`
        }),
        sql` | `,
      )}
      | search_name_bits(array(select search_tag('name:' || w) from ${wordsOf(sql`m.full_name`)} as w where w <> '')),
    m.keys,
    m.keys || m.places || array(select search_tag(t.word) from (
      values ('gender:' || m.gender), ('tier:' || m.tier), ('rating:' || m.rating10 / 5)
      union all select 'day:' || d from unnest(m.taught_days) as d
      union all select 'board:' || b from unnest(m.boards) as b
      union all select 'language:' || l from unnest(m.languages) as l
      union all select 'name:' || w from ${wordsOf(sql`m.full_name`)} as w where w <> ''
      union all select v.word from unnest(m.prices) with ordinality as p(paise, i)
        cross join lateral (values ('mode:' || (string_to_array(${[...classModes].join(' ')}, ' '))[p.i]),
          ('price:' || p.i || ':' || least(${priceStep.last}::int, p.paise / ${priceStep.paise}::int))) as v(word)
        where p.paise is not null
      union all select 'mode:online' where m.teaches_online and m.online_price_paise is null) as t(word)),
    m.city, m.full_name, m.lives, m.places, array(select k.tag from known k where k.tag = any(m.places))
  from placed m`

/** Splits a name into words, like the free text of a search. */
function wordsOf(name: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`regexp_split_to_table(lower(normalize(${name}, nfc)), ${'[\\s.,()/\'"’-]+'})`
}

/** 0: travels; 1: travels and online; 2: anywhere; 3: anywhere and online. */
const travelKind = sql`(s.online::int + case when s.range_km = 'infinity' then 2 else 0 end)`
const onlinePlaceTag = sql`search_tag(${sql.lit(onlinePlace)})`

const insertEntries = (condition: RawBuilder<unknown>) => sql`
  insert into search_entry (mentor_id, key, lane, pos, reach, rating10, home, flags, lives)
  select s.mentor_id, ${placeKey(sql`p.place`, sql`k.key`)}, s.ranking + case when a.is_own then 100 else 0 end,
    s.pos, case when a.is_own then 'infinity' else s.reach end, s.rating10, s.prices[1], s.flags, s.lives
  from mentor_search s cross join lateral unnest(s.keys) as k(key)
  cross join lateral (select 0 as place union all select unnest(s.cities) union all select ${onlinePlaceTag} where s.online) as p
  cross join lateral (select p.place = s.lives and s.range_km = 'infinity' as is_own) as a where ${condition}`

/** Counts by kind: for each city, for all cities together (with an empty name), and for each place. */
const selectCounts = (condition: RawBuilder<unknown>) => sql`
  select k.key::bigint, case when grouping(s.city) = 0 then coalesce(nullif(s.city, ''), '-') else '' end as city, ${travelKind}::int2 as kind, count(*)::int as n from mentor_search s cross join lateral unnest(s.keys) as k(key)
  where ${condition} group by ${travelKind}, k.key, grouping sets ((s.city), ())
  union all select ${placeKey(sql`p.place`, sql`k.key`)}, '', ${travelKind}::int2, count(*)::int from mentor_search s cross join lateral unnest(s.keys) as k(key)
  cross join lateral (select unnest(s.places) as place union all select ${onlinePlaceTag} where s.online) as p where ${condition} group by 1, 3`
const selectNameCounts = (condition: RawBuilder<unknown>) => sql`
  select w.word, count(*)::int as n from mentor_search s cross join lateral ${wordsOf(sql`s.name`)} as w(word)
  where w.word <> '' and ${condition} group by w.word`

/**
 * Updates the search tables of these mentors, or of all: rows for visible mentors, none for the others. Call it in the
 * transaction that changed them. A full rebuild does not affect readers until it commits; changes to mentors wait for
 * it.
 */
export const projectMentors = (db: Db, mentorIds: readonly string[] | 'all'): Promise<void> =>
  transaction(db, (tx) => (mentorIds === 'all' ? projectAll(tx) : projectSome(tx, mentorIds)))

/** Places whose lists have a row, "online" included. */
const placesOf = sql`case when s.online then s.places || ${onlinePlaceTag} else s.places end`

async function projectSome(tx: Transaction, mentorIds: readonly string[]): Promise<void> {
  await lockSearchShared(tx)
  const ids = sql`${[...new Set(mentorIds)]}::uuid[]`
  const ofMentor = sql`m.id = any(${ids})`
  const ofRow = sql`s.mentor_id = any(${ids})`
  const { rows } = await sql<{ counts: unknown; words: unknown; places: number[] }>`
    select array(select distinct unnest(${placesOf}) from mentor_search s where ${ofRow}) as places,
      (select coalesce(jsonb_agg(c), '[]') from (${selectCounts(ofRow)}) as c) as counts,
      (select coalesce(jsonb_agg(c), '[]') from (${selectNameCounts(ofRow)}) as c) as words`.execute(tx)
  await sql`with entries as (delete from search_entry where mentor_id = any(${ids})), cards as (delete from mentor_card where mentor_id = any(${ids}))
    delete from mentor_search where mentor_id = any(${ids})`.execute(tx)
  const { rows: added } = await sql<{
    places: number[]
  }>`${insertRows(ofMentor, false)} returning ${placesOf} as places`.execute(tx)
  await insertEntries(ofRow).execute(tx)
  await sql`insert into search_lane select distinct key, lane from search_entry where mentor_id = any(${ids}) order by key, lane on conflict do nothing`.execute(
    tx,
  )
  await insertCards(ofRow).execute(tx)
  const before = rows.flatMap((row) => row.places)
  const after = added.flatMap((row) => row.places)
  // Mentors listed neither before nor after are on no page.
  if (before.length + after.length > 0) await notifyChange(tx, 'public_pages', aboutPlaces([...before, ...after]))
  // Only differences are written, so that a change of ranking or price locks no counter; in a fixed order, to avoid deadlocks.
  await sql`insert into search_count (key, city, kind, n)
    select key, city, kind, sum(n) from (
      select key, city, kind, -n as n from jsonb_to_recordset(${JSON.stringify(rows[0]?.counts)}::jsonb) as c(key bigint, city text, kind int2, n int)
      union all ${selectCounts(ofRow)}) as change
    group by key, city, kind having sum(n) <> 0 order by key, city, kind
    on conflict (key, city, kind) do update set n = search_count.n + excluded.n`.execute(tx)
  await sql`insert into search_word (word, n)
    select word, sum(n) from (
      select word, -n as n from jsonb_to_recordset(${JSON.stringify(rows[0]?.words)}::jsonb) as c(word text, n int)
      union all ${selectNameCounts(ofRow)}) as change
    group by word having sum(n) <> 0 order by word
    on conflict (word) do update set n = search_word.n + excluded.n`.execute(tx)
  await sql`delete from search_word where n <= 0 and word in (
    select word from jsonb_to_recordset(${JSON.stringify(rows[0]?.words)}::jsonb) as c(word text, n int))`.execute(tx)
}

const insertCards = (condition: RawBuilder<unknown>) => sql`
  insert into mentor_card (mentor_id, card) select m.id, ${publicCard()} from mentor_search s join mentor m on m.id = s.mentor_id where ${condition}`

async function projectAll(tx: Transaction): Promise<void> {
  const every = sql`true`
  await lockSearch(tx)
  const { rows } = await sql<{ isMany: boolean }>`
    select count(*) > ${rebuildAbove} as "isMany" from (select from mentor where is_listed limit ${rebuildAbove + 1}) as most`.execute(
    tx,
  )
  const isMany = rows[0]?.isMany === true
  if (isMany) {
    await sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '256MB', true),
      set_config('maintenance_work_mem', '1GB', true)`.execute(tx)
    await sql`select search_begin()`.execute(tx)
  } else {
    for (const table of ['search_entry', 'mentor_card', 'mentor_search'])
      await sql`delete from ${sql.table(table)}`.execute(tx)
  }
  await insertRows(every, true).execute(tx)
  // In index order, so that related entries share pages and a search reads a quarter as many.
  await sql`${insertEntries(every)} order by 2, 3, floor((s.pos -> 1) / ${cellKm}), floor((s.pos -> 2) / ${cellKm}), floor((s.pos -> 3) / ${cellKm}), s.mentor_id`.execute(
    tx,
  )
  await insertCards(every).execute(tx)
  for (const table of ['search_lane', 'search_count', 'search_word', 'search_state'])
    await sql`delete from ${sql.table(table)}`.execute(tx)
  await sql`insert into search_lane select distinct key, lane from search_entry`.execute(tx)
  await sql`insert into search_count (key, city, kind, n) ${selectCounts(every)}`.execute(tx)
  await sql`insert into search_word (word, n) ${selectNameCounts(every)}`.execute(tx)
  await tx.insertInto('search_state').values({ fingerprint }).execute()
  if (isMany) await sql`select search_finish()`.execute(tx)
  await notifyChange(tx, 'public_pages')
}

// Changes to places by admins trigger their own rebuild.
const projectionVersion = 7 // increase when rows are written differently
const fingerprint = createHash('sha256')
  .update(JSON.stringify([projectionVersion, builtInGradeRows, builtIn, townRows(), grid]))
  .digest('hex')
  .slice(0, 16)

/**
 * Rebuilds the search tables when they were written from another catalogue or gazetteer, or by another version of this
 * file. One process rebuilds, the others wait.
 */
export async function ensureProjection(db: Db): Promise<void> {
  const isCurrent = async (connection: Db) =>
    (await connection
      .selectFrom('search_state')
      .select('fingerprint')
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst()) !== undefined
  if (await isCurrent(db)) return
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(tx)
    await lockSearch(tx)
    if (!(await isCurrent(tx))) await projectAll(tx)
  })
}
