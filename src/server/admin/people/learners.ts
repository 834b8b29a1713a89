import { type RawBuilder, sql } from 'kysely'
import type { ListedLearner } from '#contract/people/admin-learners.ts'
import * as contract from '#contract/people/admin-learners.ts'
import { familiesMatching } from '#server/admin/search/search.ts'
import type { Feature } from '#server/context.ts'
import { auditListFile } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/database.ts'
import { isAmong, type Listing, listAll, listPage, nameMatches } from '#server/platform/listing.ts'
import { parseSearchTerm, type SearchTerm } from '#server/platform/search-term.ts'
import { requireViewer } from '#server/platform/sessions.ts'

type Filter = { q?: string | undefined; grade?: string | undefined }
/** A database row; times are Dates. */
export type LearnerRow = Omit<ListedLearner, 'since'> & { since: Date }

/** Ids of the learners a query matches by name, id or family. */
function learnersMatching(wanted: SearchTerm): RawBuilder<unknown> {
  if ('name' in wanted) {
    const { name } = wanted
    return sql`select id from learner where ${nameMatches(sql`name`, name)}
      union select p.id from family f join learner p on p.family_id = f.id where ${nameMatches(sql`f.name`, name)}`
  }
  const ofFamily = sql`select id from learner where family_id in (${familiesMatching(wanted)})`
  return 'id' in wanted ? sql`select id from learner where id = ${wanted.id}::uuid union ${ofFamily}` : ofFamily
}

const bookings = sql`from booking b where b.family_id = p.family_id and b.learner_id = p.id`

/** Learners, filtered. */
async function learnerList(db: Db, { q, grade }: Filter): Promise<Listing<'since' | 'name'>> {
  const conditions = [
    sql`true`,
    ...(q ? [await isAmong(db, sql`p.id`, learnersMatching(parseSearchTerm(q)))] : []),
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

type By = 'since' | 'name'

/** The admin's list of learners and its file. */
export const learnerRoutes: Feature = (app, { db, cursors }) => {
  app.route({
    ...contract.adminLearners,
    handler: async ({ query }) => {
      const page = await listPage<LearnerRow, By>(db, cursors, await learnerList(db, query), query)
      return { ...page, data: page.data.map(({ since, ...rest }) => ({ ...rest, since: since.toISOString() })) }
    },
  })
  app.route({
    ...contract.adminLearnersFile,
    handler: async (request, reply) => {
      const { query } = request
      await auditListFile(db, requireViewer(request), 'learners', query)
      const head = ['name', 'family', 'class', 'school', 'board', 'bookings', 'going', 'since', 'put away', 'id']
      const rows = listAll<LearnerRow, By>(db, await learnerList(db, query), query)
      return sendCsv(reply, 'learners', head, rows, (one) => [
        ...[one.name, one.family.name, one.grade, one.school, one.board],
        ...[one.bookings, one.bookingsGoing, one.since.toISOString(), one.isAway, one._id],
      ])
    },
  })
}
