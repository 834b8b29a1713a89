import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database.ts'
import { demoAdmin } from './people.ts'

const links = [
  {
    name: 'Sharma family, class 8 maths, Vijay Nagar',
    token: 'demo-sharma-8',
    opens: 6,
    hoursAgo: 20,
    city: 'Indore',
    count: 4,
  },
  {
    name: 'Poster at the library, Bhopal',
    token: 'demo-library-bhopal',
    opens: 41,
    hoursAgo: 200,
    city: 'Bhopal',
    count: 12,
  },
]
const problems = [
  { line: 5, given: '9811100999', code: 'no-mentor' },
  { line: 7, given: '98111', code: 'bad-phone' },
]

/** Mentor links for families, and an applied file of rankings with two rejected lines. */
export async function writeListings(tx: Transaction): Promise<void> {
  await sql`
    insert into mentor_link (name, token, mentor_ids, made_by, made_at, opens)
    select g.name, g.token, c.ids, a.id, now() - make_interval(hours => g."hoursAgo"), g.opens
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as g(name text, token text, opens int, "hoursAgo" int, city text, count int)
    join account a on a.phone = ${demoAdmin.phone}
    cross join lateral (select array_agg(m.id order by m.number) as ids from (select id, number from mentor
      where is_listed and city = g.city order by admin_ranking, number limit g.count) as m) as c
    where c.ids is not null on conflict do nothing`.execute(tx)
  await sql`
    with admin as (select id from account where phone = ${demoAdmin.phone} and not exists (select from bulk_edit)),
    chosen as (select id, version, admin_ranking as ranking, row_number() over (order by number) as nth from mentor where status = 'verified' order by number limit 5),
    change as (
      insert into bulk_edit (made_by, made_at, file_name, status, good, bad, applied, applied_by, applied_at)
      select id, now() - interval '50 hours', 'Rankings of the season.csv', 'applied', 5, 2, 5, id, now() - interval '49 hours' from admin returning id)
    insert into bulk_edit_row (bulk_edit_id, line, mentor_id, given, version, before, after, problems, state)
    select change.id, case when nth < 4 then nth + 1 else nth + 2 + nth / 5 end, m.id, '', greatest(m.version - 1, 1), '{"adminRanking": 10}'::jsonb, jsonb_build_object('adminRanking', m.ranking), '[]'::jsonb, 'applied'
    from change cross join chosen m
    union all select change.id, p.line, null, p.given, null, '{}'::jsonb, '{}'::jsonb, jsonb_build_array(jsonb_build_object('code', p.code, 'value', p.given)), 'bad'
    from change cross join jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) as p(line int, given text, code text)`.execute(
    tx,
  )
}
