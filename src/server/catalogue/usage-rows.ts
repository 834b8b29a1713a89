import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Usage, usageMost } from '#contract/catalogue-admin.ts'
import type { CatalogueEntry, CatalogueKind } from '#contract/catalogue-changes.ts'
import type { Listing } from '#server/platform/listing.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>
const none: Usage = { mentors: 0, learners: 0, bookings: 0, drafts: 0 }
const most = usageMost + 1
const upTo = (rows: RawBuilder<unknown>) => sql`(select count(*)::int from (${rows} limit ${most}) as counted)`
const preferences = sql`a.answers #> '{preferences,teachingPreferences}'`

/** Every word by which an application that is not sent yet may name a subject, lower case. */
const wordsOf = (one: CatalogueEntry) => [
  ...new Set([one.key, one.en, one.hi, ...one.aliases].map((word) => word.toLowerCase())),
]

/** What counts the uses of each kind of entry `e` (key, parent, words). */
const counted: Record<CatalogueKind, Partial<Record<keyof Usage, RawBuilder<unknown>>>> = {
  subject: {
    mentors: sql`select distinct o.mentor_id from mentor_offer o where o.subject = e.key`,
    bookings: sql`select from booking b where b.subject = e.key`,
    drafts: sql`select from draft d where d.words && e.words`,
  },
  grade: {
    mentors: sql`select distinct o.mentor_id from mentor_offer o where o.grade_key = e.key`,
    learners: sql`select from learner l where l.grade = any(e.words)`,
    drafts: sql`select from application a where jsonb_path_exists(a.answers, '$.preferences.teachingPreferences.*.keyvalue() ? (@.key == $key)', jsonb_build_object('key', e.key))`,
  },
  level: {
    mentors: sql`select distinct o.mentor_id from mentor_offer o where o.level = e.key`,
    drafts: sql`select from application a where ${preferences} ? e.key`,
  },
  board: {
    mentors: sql`select from mentor m where m.boards @> array[e.key] or m.twelfth_board = e.key`,
    learners: sql`select from learner l where l.board = e.key`,
    drafts: sql`select from application a where a.answers #>> '{education,twelfthBoard}' = e.key or a.answers #> '{preferences,boards}' ? e.key`,
  },
  degree: {
    mentors: sql`select from mentor m where e.key = case e.parent when 'master' then m.postgraduation_degree else m.graduation_degree end`,
    drafts: sql`select from application a where e.key = case e.parent when 'master' then a.answers #>> '{education,postGraduation,degree}'
      else a.answers #>> '{education,graduation,degree}' end`,
  },
}

const entriesAs = (entries: readonly object[]) => sql`
  jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(key text, parent text, en text, hi text, aliases text[], words text[],
    place int, state text, "into" text, "isHome" boolean)`
// Every open application once, with the words of its subjects.
const drafts = sql`(select a.account_id, array(select lower(w #>> '{}') from jsonb_path_query(a.answers, '$.preferences.teachingPreferences.*.*[*]') as w) as words
  from application a)`

/** How often entries of a kind are used, by key; up to `usageMost` and one. `gradesOf`: the single classes of a grade key. */
export async function usageOf(
  db: Db,
  kind: CatalogueKind,
  entries: readonly CatalogueEntry[],
  gradesOf: (key: string) => readonly string[],
): Promise<Map<string, Usage>> {
  const given = entries.map((one) => ({ ...one, words: kind === 'grade' ? gradesOf(one.key) : wordsOf(one) }))
  const { rows } = await sql<Usage & { key: string }>`
    with draft as materialized ${drafts}
    select e.key, ${sql.join(
      Object.entries(counted[kind]).map(([name, from]) => sql`${upTo(from)} as ${sql.id(name)}`),
    )} from ${entriesAs(given)}`.execute(db)
  return new Map(rows.map(({ key, ...row }) => [key, { ...none, ...row }]))
}

export type SubjectRow = {
  _id: string
  en: string
  hi: string
  aliases: string[]
  place: number
  state: 'shown' | 'hidden' | 'merged'
  into: string | null
  isHome: boolean
  mentors: number
  bookings: number
  drafts: number
}
type Sorts = 'place' | 'name' | 'mentors' | 'bookings' | 'drafts'

/** Subjects with their uses as a list: `entries` are those that the filter leaves, which `name` names. */
export function subjectList(entries: readonly CatalogueEntry[], name: string): Listing<Sorts> {
  const given = entries.map((one) => ({ ...one, words: wordsOf(one), state: one.into ? 'merged' : one.state }))
  const { subject } = counted
  const use = (which: keyof Usage) => sql`${upTo(subject[which] ?? sql``)} as ${sql.id(which)}`
  return {
    name: `catalogue ${name}`,
    columns: sql`s.key as "_id", s.en, s.hi, s.aliases, s.place, s.state, s."into", s."isHome", s.mentors, s.bookings, s.drafts`,
    from: sql`(with draft as materialized ${drafts} select e.*, ${use('mentors')}, ${use('bookings')}, ${use('drafts')}
      from ${entriesAs(given)}) as s`,
    where: sql`true`,
    id: sql`md5(s.key)::uuid`,
    sorts: {
      place: { by: sql`s.place`, type: 'bigint' },
      name: { by: sql`lower(s.en)`, type: 'text' },
      mentors: { by: sql`s.mentors`, type: 'bigint' },
      bookings: { by: sql`s.bookings`, type: 'bigint' },
      drafts: { by: sql`s.drafts`, type: 'bigint' },
    },
  }
}

/** Which of these offers (`grade key:subject`) a mentor has. */
export async function takenOffers(db: Db, offers: readonly string[]): Promise<{ offer: string; mentors: number }[]> {
  const { rows } = await sql<{ offer: string; mentors: number }>`
    select w.offer, count(*)::int as mentors from unnest(${[...offers]}::text[]) as w(offer)
    join mentor_offer o on o.grade_key = split_part(w.offer, ':', 1) and o.subject = split_part(w.offer, ':', 2)
    group by w.offer`.execute(db)
  return rows
}
