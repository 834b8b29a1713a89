import { type Kysely, sql } from 'kysely'
import type { PeopleCounts } from '#contract/people/people.ts'
import type { DB } from '#server/platform/schema.ts'

/**
 * How many people there are, for every page that says so: suspended and unlisted ones too, drafts of applications not. Who is
 * family and mentor is in both and one user.
 */
export async function countPeople(db: Kysely<DB>): Promise<PeopleCounts> {
  const { rows } = await sql<PeopleCounts>`
    select f.families, m.mentors, m.verified, m.pending, f.families + m.mentors - b.both as users
    from (select count(*)::int as families from family) f
      cross join (select count(*)::int as mentors, (count(*) filter (where status = 'verified'))::int as verified,
        (count(*) filter (where status in ('submitted', 'in_review')))::int as pending from mentor where status <> 'draft') m
      cross join (select count(*)::int as both from mentor v join family w on w.account_id = v.account_id where v.status <> 'draft') b`.execute(
    db,
  )
  if (!rows[0]) throw new Error('counting people gave no row')
  return rows[0]
}
