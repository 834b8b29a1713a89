import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database.ts'
import { demoAdmin } from './people.ts'

/** Mentors whose pages somebody opens; the many of a benchmark need no history. */
const most = 600

/** What a mentor's history begins with: the application, the checks that passed and the verification. */
export async function writeMentorEvents(tx: Transaction): Promise<void> {
  await sql`with listed as (
      select m.id, m.account_id, m.status, m.created_at from mentor m
      where m.demo and not exists (select from mentor_event e where e.mentor_id = m.id) order by m.number limit ${most}),
    admin as (select id from account where phone = ${demoAdmin.phone}),
    passed as (
      select l.id, l.status, c.kind, greatest(l.created_at, (c.checked_on + time '11:00') at time zone 'Asia/Kolkata') as at
      from listed l join mentor_check c on c.mentor_id = l.id and c.state = 'passed' and c.checked_on is not null),
    events as (
      select id, created_at as at, 'submitted' as kind, account_id as by, '{}'::jsonb as detail from listed
      union all select p.id, p.at, 'check_passed', a.id, jsonb_build_object('check', p.kind) from passed p cross join admin a
      union all select p.id, max(p.at) + interval '10 minutes', 'verified', min(a.id::text)::uuid, '{}' from passed p cross join admin a
        where p.status = 'verified' and p.kind in ('identity', 'qualification', 'interview') group by p.id)
    insert into mentor_event (mentor_id, at, kind, by_account, detail) select id, at, kind, by, detail from events order by at`.execute(
    tx,
  )
}
