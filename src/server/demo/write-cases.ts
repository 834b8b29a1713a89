import { type Kysely, sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'
import { demoAdmin, demoPhones } from './people.ts'

type DemoStep = { hoursAgo: number; kind: string; text?: string; detail?: Record<string, string> }
type DemoCase = {
  kind: string
  topic: string
  text: string
  hoursAgo: number
  /** A visitor's name and phone, or the phone of somebody with an account. */
  name?: string
  phone: string
  language?: 'en' | 'hi'
  email?: string
  mentor?: string
  status: 'open' | 'under_review' | 'resolved'
  priority?: 'low' | 'high'
  resolution?: string
  steps?: readonly DemoStep[]
}

const [pooja, ramesh, farah] = [demoPhones.parent, '9826014211', '9826014212']
const cases: readonly DemoCase[] = [
  {
    ...{ kind: 'support', topic: 'payment', hoursAgo: 3, phone: pooja, status: 'open' },
    text: 'Paid twice for November, one of the two payments should come back please.',
  },
  {
    ...{ kind: 'support', topic: 'login', hoursAgo: 7, name: 'Kavita Malviya', phone: '9811100301', status: 'open' },
    ...{ email: 'kavita.malviya@example.com', text: 'Cannot upload my degree photo, the page says it is too big.' },
  },
  {
    ...{ kind: 'grievance', topic: 'complaint', hoursAgo: 53, phone: ramesh, status: 'under_review', priority: 'high' },
    text: 'Mentor cancelled 3 times with less than an hour of notice, and nobody told me what happens to these classes.',
    steps: [
      { hoursAgo: 30, kind: 'overdue', detail: { to: 'answer' } },
      { hoursAgo: 29, kind: 'take', detail: { to: demoAdmin.name } },
      { hoursAgo: 28, kind: 'note', text: 'Called, no answer. Try after 7 pm.' },
    ],
  },
  {
    ...{ kind: 'safety', topic: 'safety', hoursAgo: 1, name: 'सीमा कुशवाह', phone: '9811100102', status: 'open' },
    ...{ language: 'hi', priority: 'high' },
    text: 'मेंटर ने क्लास के बाद बेटी को अकेले घर छोड़ने को कहा। कृपया तुरंत फ़ोन करें।',
  },
  {
    ...{ kind: 'refund', topic: 'refund', hoursAgo: 76, phone: farah, status: 'under_review' },
    text: 'We moved to Bhopal, please send back what is left of the month.',
    steps: [
      { hoursAgo: 70, kind: 'take', detail: { to: demoAdmin.name } },
      {
        hoursAgo: 69,
        kind: 'answer',
        text: 'We are looking at what is left of your month.',
        detail: { way: 'spoken' },
      },
    ],
  },
  {
    ...{ kind: 'report', topic: 'chat-money', hoursAgo: 22, phone: pooja, status: 'open', mentor: 'imran-qureshi' },
    text: 'Asked me to pay him directly instead of here.',
  },
  {
    ...{ kind: 'support', topic: 'finding', hoursAgo: 240, name: 'Lokesh Patidar', phone: '9811100101' },
    ...{ status: 'resolved', priority: 'low', resolution: 'Found a mentor for him in Rau.' },
    text: 'Is there anybody for class 11 Accountancy near Rau?',
    steps: [
      { hoursAgo: 236, kind: 'take', detail: { to: demoAdmin.name } },
      { hoursAgo: 230, kind: 'answer', text: 'Two mentors near Rau have time.', detail: { way: 'spoken' } },
      { hoursAgo: 229, kind: 'resolve', text: 'Found a mentor for him in Rau.' },
    ],
  },
  {
    ...{ kind: 'grievance', topic: 'complaint', hoursAgo: 400, phone: ramesh, status: 'resolved' },
    resolution: 'Spoke with both. The mentor said sorry and gave the class again.',
    text: 'The mentor came half an hour late and left on time.',
    steps: [
      { hoursAgo: 396, kind: 'answer', text: 'We spoke with your mentor.', detail: { way: 'spoken' } },
      { hoursAgo: 380, kind: 'resolve', text: 'Spoke with both. The mentor said sorry and gave the class again.' },
    ],
  },
]

/** Cases of every kind and state. Disputes and reported reviews have written theirs. */
export async function writeCases(tx: Tx): Promise<void> {
  const rows = cases.map((one) => ({
    ...{ language: 'en', priority: 'normal', resolution: '', steps: [], name: null, email: null, mentor: null },
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
        now() + make_interval(hours => 24 - g."hoursAgo"), now() - make_interval(hours => g."hoursAgo"), now() - make_interval(hours => g."hoursAgo") + interval '1 month',
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
