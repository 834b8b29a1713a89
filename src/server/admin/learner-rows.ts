import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ListedLearner } from '#contract/people/admin-learners.ts'
import { type Listing, nameMatches } from '#server/platform/listing.ts'
import type { DB } from '#server/platform/schema.ts'
import { familiesMeant, isAmong, parseSearchTerm, type SearchTerm } from './search-words.ts'

type Filter = { q?: string | undefined; grade?: string | undefined }
/** A row as the database has it: times are dates. */
export type LearnerRow = Omit<ListedLearner, 'since'> & { since: Date }

/** Ids of the learners somebody means: by their name or id, or their family. */
function learnersMeant(wanted: SearchTerm): RawBuilder<unknown> {
  if ('name' in wanted) {
    const { name } = wanted
    return sql`select id from learner where ${nameMatches(sql`name`, name)}
      union select p.id from family f join learner p on p.family_id = f.id where ${nameMatches(sql`f.name`, name)}`
  }
  const ofFamily = sql`select id from learner where family_id in (${familiesMeant(wanted)})`
  return 'id' in wanted ? sql`select id from learner where id = ${wanted.id}::uuid union ${ofFamily}` : ofFamily
}

const bookings = sql`from booking b where b.family_id = p.family_id and b.learner_id = p.id`

/** Learners as they are filtered. */
export async function learnerList(db: Kysely<DB>, { q, grade }: Filter): Promise<Listing<'since' | 'name'>> {
  const conditions = [
    sql`true`,
    ...(q ? [await isAmong(db, sql`p.id`, learnersMeant(parseSearchTerm(q)))] : []),
    ...(grade ? [sql`p.grade = ${grade}`] : []),
  ]
  return {
    name: `learners ${JSON.stringify([q, grade])}`,
    columns: sql`p.id as "_id", p.name, json_build_object('account', f.account_id, 'name', f.name) as family, p.grade, p.school, p.board,
      p.archived_at is not null as "isAway", p.created_at as since, (select count(*)::int ${bookings}) as bookings,
      (select count(*)::int ${bookings} and b.status in ('pending_schedule', 'scheduled')) as "bookingsGoing"`,
    from: sql`learner p join family f on f.id = p.family_id`,
    where: sql.join(conditions, sql` and `),
    id: sql`p.id`,
    sorts: {
      since: { by: sql`p.created_at`, type: 'timestamptz' },
      name: { by: sql`lower(coalesce(p.name, ''))`, type: 'text' },
    },
  }
}
