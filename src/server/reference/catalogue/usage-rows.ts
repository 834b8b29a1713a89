import { type RawBuilder, sql } from 'kysely'
import type { Usage } from '#contract/reference/catalogue-admin.ts'
import type { CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import type { Db } from '#server/platform/database.ts'

const offersBy = (column: string) =>
  sql`select o.${sql.id(column)} as word, count(distinct o.mentor_id)::int as n from mentor_offer o group by 1`
const learnersBy = (column: string) =>
  sql`select l.${sql.id(column)} as word, count(*)::int as n from learner l where l.${sql.id(column)} is not null group by 1`
/** Counts application forms by words in `a.answers`. */
const draftsBy = (words: RawBuilder<unknown>) =>
  sql`select w.word, count(distinct a.account_id)::int as n from application a cross join lateral (${words}) as w(word) where w.word is not null group by 1`

/** Queries that count the uses of a kind by word. Each reads its table once, however many entries there are. */
const usageQueries: Record<CatalogueKind, Partial<Record<keyof Usage, RawBuilder<unknown>>>> = {
  subject: {
    mentors: offersBy('subject'),
    bookings: sql`select b.subject as word, count(*)::int as n from booking b group by 1`,
    drafts: draftsBy(
      sql`select lower(w #>> '{}') from jsonb_path_query(a.answers, '$.preferences.teachingPreferences.*.*[*]', '{}', true) as w`,
    ),
  },
  grade: {
    mentors: offersBy('grade_key'),
    learners: learnersBy('grade'),
    drafts: draftsBy(
      sql`select w ->> 'key' from jsonb_path_query(a.answers, '$.preferences.teachingPreferences.*.keyvalue()', '{}', true) as w`,
    ),
  },
  // Mentors are counted at its classes, which are removed before it.
  level: {
    drafts: draftsBy(
      sql`select w ->> 'key' from jsonb_path_query(a.answers, '$.preferences.teachingPreferences.keyvalue()', '{}', true) as w`,
    ),
  },
  board: {
    mentors: sql`select w.word, count(distinct m.id)::int as n from mentor m cross join lateral unnest(m.boards || m.twelfth_board) as w(word)
      where w.word is not null group by 1`,
    learners: learnersBy('board'),
    drafts: draftsBy(sql`select a.answers #>> '{education,twelfthBoard}' union
      select w #>> '{}' from jsonb_path_query(a.answers, '$.preferences.boards[*]', '{}', true) as w`),
  },
  degree: {
    mentors: sql`select w.word, count(*)::int as n from mentor m
      cross join lateral (values (m.graduation_degree), (m.postgraduation_degree)) as w(word) where w.word is not null group by 1`,
    drafts: draftsBy(
      sql`values (a.answers #>> '{education,graduation,degree}'), (a.answers #>> '{education,postGraduation,degree}')`,
    ),
  },
}

/** Counts of a kind's words, keyed by use and word. */
export async function countUses(db: Db, kind: CatalogueKind): Promise<Map<string, number>> {
  const parts = Object.entries(usageQueries[kind]).map(
    ([use, from]) => sql`select ${sql.lit(use)} || ' ' || word as word, n from (${from}) as one`,
  )
  const { rows } = await sql<{ word: string; n: number }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ word, n }) => [word, n]))
}

/** Mentors per offer (`grade key:subject`), without unused offers. */
export async function mentorsPerOffer(
  db: Db,
  offers: readonly string[],
): Promise<{ offer: string; mentors: number }[]> {
  const { rows } = await sql<{ offer: string; mentors: number }>`
    select w.offer, count(*)::int as mentors from unnest(${[...offers]}::text[]) as w(offer)
    join mentor_offer o on o.grade_key = split_part(w.offer, ':', 1) and o.subject = split_part(w.offer, ':', 2)
    group by w.offer`.execute(db)
  return rows
}
