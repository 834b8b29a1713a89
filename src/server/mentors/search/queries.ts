import { sql } from 'kysely'
import type { PublicMentor } from '#contract/mentors/mentors.ts'
import { levels, subjectSlugs, subjects } from '#contract/reference/catalogue.ts'
import { derivedFromCatalogue } from '#contract/reference/catalogue-changes.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { maxRangeKm, type Near } from './near.ts'
import { inRangeAt } from './search.ts'

type Card = Omit<PublicMentor, 'distance' | 'inRange'>

const names = derivedFromCatalogue(() =>
  JSON.stringify(Object.fromEntries(Object.entries(subjects).map(([slug, [name]]) => [slug, name]))),
)
// Catalogue order, so that class 1-6 comes before class 11.
const order = derivedFromCatalogue(() =>
  Object.fromEntries(
    Object.values(levels)
      .flatMap((keys) => Object.entries(keys).flatMap(([key, list]) => list.map((subject) => `${key}:${subject}`)))
      .map((offer, i) => [offer, i]),
  ),
)

const visible = sql`m.is_listed`

/** Selects public fields of mentor `m` only; private columns are read by queries that take a viewer. */
export const publicCard = () => sql<Card>`json_build_object(
  '_id', m.id, 'slug', m.slug, 'fullName', m.full_name, 'profilePhoto', m.photo, 'gender', m.gender,
  'qualifications', json_build_object('highestQualification', m.highest_qualification, 'specialization', m.specialization,
    'university', m.university, 'graduationYear', m.graduation_year, 'display', m.qualification_display),
  'experience', m.experience, 'location', json_build_object('area', m.area, 'city', m.city, 'state', m.state),
  'teachingRange', m.teaching_range,
  'teachingModes', (select coalesce(json_object_agg(p.mode, json_build_object('selected', true, 'monthlyPrice', p.monthly_price_paise / 100::float8)), '{}')
    from mentor_mode p where p.mentor_id = m.id),
  'teachesOnline', m.teaches_online, 'onlinePrice', m.online_price_paise / 100::float8,
  'teachingPreferences', (select coalesce(json_object_agg(l.level, l.keys order by l.nth), '{}') from (
    select k.level, min(k.nth) as nth, json_object_agg(k.grade_key, k.names order by k.nth) as keys from (
      select o.level, o.grade_key, min(o.nth) as nth, json_agg(${names()}::jsonb ->> o.subject order by o.nth) as names from (
        select *, (${JSON.stringify(order())}::jsonb ->> (f.grade_key || ':' || f.subject))::int as nth
        from mentor_offer f where f.mentor_id = m.id) as o
      where o.nth is not null group by o.level, o.grade_key) as k
    group by k.level) as l),
  'availableDays', mentor_days(m.id, m.available_days), 'dailyHours', mentor_daily_hours(m.id, m.daily_hours)::float8,
  'brief', case when m.admin_brief_visible and m.admin_brief <> '' then m.admin_brief else m.brief end,
  'adminRanking', m.admin_ranking, 'adminBriefVisible', m.admin_brief_visible, 'showOnWebsite', m.show_on_website,
  'adminBrief', case when m.admin_brief_visible then m.admin_brief else '' end,
  'rating', m.rating::float8, 'ratingCount', m.rating_count, 'tier', m.tier,
  'checks', (select coalesce(json_agg(json_build_object('kind', c.kind, 'state', c.state, 'basis', case when c.state = 'passed' then c.basis else '' end,
      'method', case when c.state = 'passed' then c.method else '' end, 'degree', case when c.state = 'passed' then c.degree else '' end,
      'degreeYear', case when c.state = 'passed' then c.degree_year end, 'issuedOn', case when c.state = 'passed' then c.issued_on end, 'checkedOn', c.checked_on,
      'validUntil', c.valid_until) order by array_position(array['identity', 'qualification', 'interview', 'police', 'training'], c.kind)), '[]')
    from mentor_check c where c.mentor_id = m.id and c.state in ('pending', 'passed')
      and (c.state = 'pending' or c.valid_until is null or c.valid_until >= (now() at time zone 'Asia/Kolkata')::date)),
  'teachingVideo', case when m.teaching_video_published and ${visible} then m.teaching_video end)`

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
const withoutDistance = (card: Card): PublicMentor => ({ ...card, distance: null, inRange: null })

/** Cards of visible mentors by id, as stored JSON. */
async function cardJson(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; card: string }>`
    select mentor_id as id, card::text as card from mentor_card where mentor_id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.card]))
}

/** Visible mentors by id, in the order of the ids. */
export async function visibleMentorsById(db: Db, ids: readonly string[]): Promise<PublicMentor[]> {
  const cards = await cardJson(db, ids)
  return ids.flatMap((id) => {
    const card = cards.get(id)
    return card ? [withoutDistance(JSON.parse(card) as Card)] : [] // safe: written by publicCard
  })
}

/** Ids of visible mentors by slug or id, in the given order. */
export async function visibleIds(db: Db, slugsOrIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; slug: string }>`
    select m.id, m.slug from mentor m
    where (m.slug = any(${[...slugsOrIds]}::text[]) or m.id = any(${slugsOrIds.filter(isId)}::uuid[])) and ${visible}`.execute(
    db,
  )
  return slugsOrIds.flatMap((one) => rows.find((row) => row.slug === one || row.id === one)?.id ?? [])
}

/**
 * Finds a mentor by slug, id or full name; a hidden mentor only for itself. A name shared by several mentors finds
 * none.
 */
export async function findMentor(db: Db, text: string, ownId: string | null): Promise<PublicMentor | null> {
  const word = text.toLowerCase()
  const { rows } = await sql<{ isExact: boolean; card: Card }>`
    select m.slug = ${word} or m.id::text = ${word} as "isExact", ${publicCard()} as card from mentor m
    where (m.slug = ${word} or m.id = ${isId(word) ? word : null}::uuid or lower(m.full_name) = ${word})
      and ((${visible}) or m.id = ${ownId}::uuid) order by 1 desc, m.slug limit 2`.execute(db)
  const [first, second] = rows
  return first && (first.isExact || !second) ? withoutDistance(first.card) : null
}

/** Id of a visible mentor, or the viewer's own, by slug or id. */
export async function visibleOrOwnId(db: Db, slugOrId: string, ownId: string | null): Promise<string | null> {
  const word = slugOrId.toLowerCase()
  const { rows } = await sql<{ id: string }>`
    select m.id from mentor m where (m.slug = ${word} or m.id = ${isId(word) ? word : null}::uuid) and ((${visible}) or m.id = ${ownId}::uuid)`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** Search criteria for mentors similar to one who is or was listed; a former one gives only its city. */
export async function traitsOf(db: Db, slugOrId: string) {
  const word = slugOrId.toLowerCase()
  const { rows } = await sql<{
    id: string
    isListed: boolean
    state: string
    city: string
    area: string
    offers: string[]
  }>`
    select m.id, ${visible} as "isListed", m.state, m.city, case when ${visible} then m.area else '' end as area,
      array(select o.grade_key || ':' || o.subject from mentor_offer o where o.mentor_id = m.id) as offers
    from mentor m where (m.slug = ${word} or m.id = ${isId(word) ? word : null}::uuid) and m.status in ('verified', 'suspended')`.execute(
    db,
  )
  const row = rows[0]
  if (!row) return null
  const [first] = row.offers.sort((a, b) => (order()[a] ?? 0) - (order()[b] ?? 0))
  return { ...row, subject: subjectSlugs.find((subject) => first?.endsWith(`:${subject}`)) ?? null }
}

/** Distances of mentors from a point, by their public coordinates. "Anywhere" is in range in the mentor's own city. */
export async function distancesFrom(db: Db, ids: readonly string[], at: Near) {
  const place = at.place?.isKeyed ? sql`search_tag(${at.place.tag})` : sql`null::int`
  const km = sql`distance_km(s.lat, s.lon, ${at.lat}, ${at.lon})`
  const { rows } = await sql<{ id: string; km: number; inRange: boolean }>`
    select mentor_id as id, ${km} as km, coalesce(${inRangeAt(km, sql`least(s.range_km, ${maxRangeKm})`, place)}, false) as "inRange"
    from mentor_search s where mentor_id = any(${[...ids]}::uuid[]) and lat is not null`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Sets a mentor's visibility, or only reads it when null. @returns old and new value; null for an unknown mentor */
export async function setVisibility(
  tx: Transaction,
  id: string,
  shown: boolean | null,
): Promise<{ now: boolean; was: boolean } | null> {
  const { rows } = await sql<{ now: boolean; was: boolean }>`
    with old as (select id, show_on_website as was from mentor where id = ${id} for update)
    update mentor m set show_on_website = coalesce(${shown}::boolean, old.was), updated_at = now(),
      version = m.version + case when old.was is distinct from coalesce(${shown}::boolean, old.was) then 1 else 0 end
    from old where m.id = old.id returning m.show_on_website as now, old.was`.execute(tx)
  return rows[0] ?? null
}

export const writeRating = (tx: Transaction, id: string, rating: number | null, count: number) =>
  tx.updateTable('mentor').set({ rating, rating_count: count, updated_at: sql`now()` }).where('id', '=', id).execute()

export async function countFigures(db: Db) {
  const { rows } = await sql<{
    mentors: number
    families: number
    rating: number | null
    bySubject: Record<string, number> | null
  }>`
    select (select count(*)::int from mentor_search) as mentors, (select count(*)::int from family) as families,
      (select round(sum(m.rating * m.rating_count) / nullif(sum(m.rating_count), 0), 1)::float8
        from mentor m join mentor_search s on s.mentor_id = m.id) as rating,
      (select jsonb_object_agg(w.subject, c.n) from unnest(${subjectSlugs}::text[]) as w(subject)
        join (select key, sum(n)::int as n from search_count where city <> '' group by key) as c on c.key = search_tag('k::' || w.subject)
        where c.n > 0) as "bySubject"`.execute(db)
  const row = rows[0]
  const bySubject = row?.bySubject ?? {}
  return {
    mentors: row?.mentors ?? 0,
    families: row?.families ?? 0,
    subjects: Object.keys(bySubject).length,
    rating: row?.rating ?? null,
    bySubject,
  }
}
