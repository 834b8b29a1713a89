import { type Kysely, sql } from 'kysely'
import { levels, type Subject, subjects, type TeachingMode, type Weekday } from '#contract/catalogue.ts'
import type { PublicMentor } from '#contract/mentors.ts'
import { rupees } from '#contract/money.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>

type Row = Omit<
  PublicMentor,
  | 'qualifications'
  | 'location'
  | 'distance'
  | 'inRange'
  | 'teachingModes'
  | 'onlinePrice'
  | 'teachingPreferences'
  | 'availableDays'
> &
  PublicMentor['qualifications'] & {
    area: string
    city: string
    state: string
    onlinePaise: number | null
    modes: Record<TeachingMode, number> | null
    offers: { level: string; key: string; subject: Subject }[] | null
    availableDays: Weekday[]
  }

/** Only what families may see is selected here; private columns have their own queries with a viewer. */
const publicColumns = sql`
  m.id as "_id", m.slug, m.full_name as "fullName", m.photo as "profilePhoto", m.gender,
  m.highest_qualification as "highestQualification", m.specialization, m.university, m.graduation_year as "graduationYear",
  m.qualification_display as display, m.experience, m.area, m.city, m.state, m.teaching_range as "teachingRange",
  m.teaches_online as "teachesOnline", m.online_price_paise as "onlinePaise", m.available_days as "availableDays",
  m.daily_hours::float8 as "dailyHours",
  case when m.admin_brief_visible and m.admin_brief <> '' then m.admin_brief else m.brief end as brief,
  m.rating::float8 as rating, m.rating_count as "ratingCount", m.tier,
  case when m.teaching_video_published then m.teaching_video end as "teachingVideo",
  (select jsonb_object_agg(p.mode, p.monthly_price_paise) from mentor_mode p where p.mentor_id = m.id) as modes,
  (select jsonb_agg(jsonb_build_object('level', o.level, 'key', o.grade_key, 'subject', o.subject) order by o.grade_key, o.subject)
    from mentor_offer o where o.mentor_id = m.id) as offers,
  coalesce((select jsonb_agg(jsonb_build_object('kind', c.kind, 'state', c.state, 'note', c.note, 'checkedOn', c.checked_on, 'validUntil', c.valid_until)
    order by array_position(array['identity', 'qualification', 'interview', 'police'], c.kind))
    from mentor_check c where c.mentor_id = m.id and c.state in ('pending', 'passed')), '[]') as checks`

const visible = sql`m.status = 'verified' and m.show_on_website`

function preferences(offers: Row['offers']): PublicMentor['teachingPreferences'] {
  const tree: PublicMentor['teachingPreferences'] = {}
  const mine = offers ?? []
  const catalogue: Record<string, Record<string, readonly Subject[]>> = levels
  // The catalogue's order, so that class 1-6 comes before class 11.
  for (const [level, keys] of Object.entries(catalogue)) {
    for (const [key, list] of Object.entries(keys)) {
      const names = list
        .filter((one) => mine.some((offer) => offer.key === key && offer.subject === one))
        .map((one) => subjects[one][0])
      if (names.length > 0) tree[level] = { ...tree[level], [key]: names }
    }
  }
  return tree
}

function toPublic(row: Row): PublicMentor {
  const {
    area,
    city,
    state,
    modes,
    offers,
    onlinePaise,
    highestQualification,
    specialization,
    university,
    graduationYear,
    display,
    ...rest
  } = row
  const prices = Object.entries(modes ?? {}).map(
    ([mode, price]) => [mode, { selected: true, monthlyPrice: rupees(price) }] as const,
  )
  return {
    ...rest,
    qualifications: { highestQualification, specialization, university, graduationYear, display },
    location: { area, city, state },
    teachingModes: Object.fromEntries(prices),
    onlinePrice: onlinePaise === null ? null : rupees(onlinePaise),
    teachingPreferences: preferences(offers),
    distance: null,
    inRange: null,
  }
}

/** Mentors that families see, by id, in the order of the ids. */
export async function visibleMentorsById(db: Db, ids: readonly string[]): Promise<PublicMentor[]> {
  const { rows } =
    await sql<Row>`select ${publicColumns} from mentor m where m.id = any(${[...ids]}::uuid[]) and ${visible}`.execute(
      db,
    )
  const byId = new Map(rows.map((row) => [row._id, toPublic(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Ids of visible mentors behind slugs or ids, in the order asked. */
export async function visibleIds(db: Db, slugsOrIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; slug: string }>`
    select m.id, m.slug from mentor m where (m.slug = any(${[...slugsOrIds]}::text[]) or m.id::text = any(${[...slugsOrIds]}::text[])) and ${visible}`.execute(
    db,
  )
  return slugsOrIds.flatMap((one) => rows.find((row) => row.slug === one || row.id === one)?.id ?? [])
}

/**
 * The mentor meant by a slug, an id or a full name: visible to everybody, hidden only to itself. Several mentors
 * of one name are nobody in particular.
 */
export async function findMentor(db: Db, text: string, ownId: string | null): Promise<PublicMentor | null> {
  const { rows } = await sql<Row>`
    select ${publicColumns} from mentor m
    where (m.slug = ${text.toLowerCase()} or m.id::text = ${text.toLowerCase()} or lower(m.full_name) = ${text.toLowerCase()})
      and ((${visible}) or m.id = ${ownId}::uuid) order by m.slug = ${text.toLowerCase()} desc, m.id::text = ${text.toLowerCase()} desc limit 2`.execute(
    db,
  )
  const [first, second] = rows
  if (!first || (second && first.slug !== text.toLowerCase() && first._id !== text.toLowerCase())) return null
  return toPublic(first)
}

/** Distance and range of some mentors from a point, by the public coordinates. */
export async function distancesFrom(db: Db, ids: readonly string[], at: { lat: number; lon: number }) {
  const { rows } = await sql<{ id: string; km: number; inRange: boolean }>`
    select mentor_id as id, distance_km(lat, lon, ${at.lat}, ${at.lon}) as km,
      distance_km(lat, lon, ${at.lat}, ${at.lon}) <= range_km as "inRange"
    from mentor_search where mentor_id = any(${[...ids]}::uuid[]) and lat is not null`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Sets whether families see a mentor; null when there is no such mentor. */
export async function setShown(tx: Db, id: string, shown: boolean): Promise<boolean | null> {
  const { rows } = await sql<{ shown: boolean }>`
    update mentor set show_on_website = ${shown}, updated_at = now() where id = ${id} returning show_on_website as shown`.execute(
    tx,
  )
  return rows[0]?.shown ?? null
}

export async function figures(db: Db) {
  const { rows } = await sql<{
    mentors: number
    families: number
    rating: number | null
    bySubject: Record<string, number> | null
  }>`
    select (select count(*)::int from mentor_search) as mentors, (select count(*)::int from family) as families,
      (select round(sum(m.rating * m.rating_count) / nullif(sum(m.rating_count), 0), 1)::float8
        from mentor m join mentor_search s on s.mentor_id = m.id) as rating,
      (select jsonb_object_agg(subject, n) from (
        select substring(k from 2) as subject, count(*)::int as n from mentor_search, unnest(keys) as k where k like ':%' group by k) as counted) as "bySubject"`.execute(
    db,
  )
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
