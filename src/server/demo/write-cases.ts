import { sql } from 'kysely'
import { z } from 'zod'
import { settleDays } from '#contract/support/case-types.ts'
import { readDataFile } from '#server/platform/data-file.ts'
import type { Transaction } from '#server/platform/database.ts'
import { demoAdmin } from './people.ts'

const cases = readDataFile(
  'demo/cases',
  z.array(
    z.strictObject({
      kind: z.string(),
      topic: z.string(),
      text: z.string(),
      hoursAgo: z.number(),
      /** Name and phone of a visitor, or phone of an account holder. */
      name: z.string().optional(),
      phone: z.string(),
      language: z.enum(['en', 'hi']).optional(),
      email: z.string().optional(),
      mentor: z.string().optional(),
      status: z.enum(['open', 'under_review', 'resolved']),
      priority: z.enum(['low', 'high']).optional(),
      resolution: z.string().optional(),
      steps: z
        .array(
          z.strictObject({
            hoursAgo: z.number(),
            kind: z.string(),
            text: z.string().optional(),
            detail: z.record(z.string(), z.string()).optional(),
          }),
        )
        .optional(),
    }),
  ),
)

/** Cases of every kind and state, except those written with disputes and reported reviews. */
export async function writeCases(tx: Transaction): Promise<void> {
  const rows = cases.map((one) => ({
    language: 'en',
    priority: 'normal',
    resolution: '',
    steps: [],
    name: null,
    email: null,
    mentor: null,
    ...one,
  }))
  await sql`
    with given as (
      select g.*, uuidv7(make_interval(hours => -g."hoursAgo")) as id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(kind text, topic text,
        text text, "hoursAgo" int, name text, phone text, language text, email text, mentor text, status text, priority text, resolution text, steps jsonb)
      where not exists (select from support_case where phone = '9811100301')),
    admin as (select u.account_id as id from admin_user u join account a on a.id = u.account_id where a.phone = ${demoAdmin.phone}),
    step as (
      select g.id as case_id, s.nth + 1 as version, s.one ->> 'kind' as kind, coalesce(s.one ->> 'text', '') as text, coalesce(s.one -> 'detail', '{}') as detail,
        now() - make_interval(hours => (s.one ->> 'hoursAgo')::int) as at
      from given g cross join jsonb_array_elements(g.steps) with ordinality as s(one, nth)),
    opened as (
      insert into support_case (id, kind, topic, text, name, phone, email, language, account_id, family_id, mentor_id, status, priority, answer_by,
        created_at, settle_by, version, owner_id, answered_at, resolved_at, resolution, decided_by, warned)
      select g.id, g.kind, g.topic, g.text, coalesce(g.name, f.name, 'Family'), g.phone, g.email, g.language, a.id, f.id, m.id, g.status, g.priority,
        now() + make_interval(hours => 24 - g."hoursAgo"), now() - make_interval(hours => g."hoursAgo"), now() - make_interval(hours => g."hoursAgo") + make_interval(days => ${settleDays}),
        1 + jsonb_array_length(g.steps), case when g.status <> 'open' then (select id from admin) end,
        (select min(s.at) from step s where s.case_id = g.id and s.kind = 'answer'),
        (select max(s.at) from step s where s.case_id = g.id and s.kind = 'resolve'), g.resolution,
        case when g.status = 'resolved' then (select id from admin) end,
        (select 'answer' from step s where s.case_id = g.id and s.kind = 'overdue')
      from given g left join account a on a.phone = g.phone and a.demo left join family f on f.account_id = a.id left join mentor m on m.slug = g.mentor
      returning id)
    insert into case_event (case_id, version, kind, by_account, text, detail, at)
    select s.case_id, s.version, s.kind, case when s.kind <> 'overdue' then (select id from admin) end, s.text, s.detail, s.at
    from step s join opened o on o.id = s.case_id`.execute(tx)
}
