import { type Kysely, sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'
import { demoAdmin, demoPhones } from './people.ts'

type DemoCall = {
  minutesAgo: number
  /** Name and phone of a visitor, or the phone of a demo family. */
  name?: string
  phone: string
  mentor?: string
  status: 'new' | 'assigned' | 'connected' | 'unreachable' | 'closed'
  mentorPhone?: string
  note?: string
}

const [pooja, ramesh, farah] = [demoPhones.parent, '9826014211', '9826014212']
const calls: readonly DemoCall[] = [
  { minutesAgo: 6, phone: ramesh, mentor: 'imran-qureshi', status: 'new' },
  { minutesAgo: 19, name: 'Lokesh Patidar', phone: '9811100101', mentor: 'sunita-deshpande', status: 'new' },
  { minutesAgo: 44, name: 'सीमा कुशवाह', phone: '9811100102', mentor: 'anjali-joshi', status: 'new' },
  { minutesAgo: 95, phone: farah, mentor: 'meenakshi-iyer', status: 'assigned', note: 'Call back after 6 pm' },
  { minutesAgo: 130, phone: pooja, status: 'assigned', note: 'About her next payment' },
  {
    minutesAgo: 320,
    name: 'Arvind',
    phone: '9811100103',
    mentor: 'joseph-mathew',
    status: 'assigned',
    mentorPhone: '9811100201',
  },
  { minutesAgo: 1500, phone: pooja, mentor: 'sunita-deshpande', status: 'connected', mentorPhone: '9826010001' },
  {
    minutesAgo: 1710,
    name: 'Rukhsana B.',
    phone: '9811100104',
    mentor: 'shabana-ansari',
    status: 'connected',
    mentorPhone: '9811100202',
  },
  {
    minutesAgo: 2900,
    name: 'Nitin',
    phone: '9811100105',
    mentor: 'imran-qureshi',
    status: 'unreachable',
    note: 'Tried twice, switched off',
  },
  { minutesAgo: 3110, phone: farah, mentor: 'rajesh-chouhan', status: 'connected', mentorPhone: '9811100203' },
  { minutesAgo: 4400, name: 'test', phone: '9811100106', status: 'closed', note: 'Pressed by mistake' },
  {
    minutesAgo: 5900,
    phone: ramesh,
    mentor: 'harpreet-bhatia',
    status: 'closed',
    note: 'Found somebody through school',
  },
]

/** A dozen call requests in every state. */
export async function writeCalls(tx: Tx): Promise<void> {
  const rows = calls.map(({ name = null, mentor = null, note = '', mentorPhone = null, ...rest }) => ({
    ...rest,
    ...{ name, mentor, note, mentorPhone },
  }))
  await sql`
    insert into call_request (id, name, phone, account_id, mentor_id, language, status, mentor_phone, note, owner_id, created_at, handled_at)
    select uuidv7(make_interval(mins => -c."minutesAgo")), coalesce(c.name, f.name), c.phone, f.account_id, m.id, 'en', c.status, c."mentorPhone", c.note,
      case when c.status <> 'new' then u.account_id end, now() - make_interval(mins => c."minutesAgo"),
      case when c.status not in ('new', 'assigned') then now() - make_interval(mins => c."minutesAgo" - 20) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c("minutesAgo" int, name text, phone text, mentor text, status text, "mentorPhone" text, note text)
    left join account a on a.phone = c.phone and a.demo left join family f on f.account_id = a.id left join mentor m on m.slug = c.mentor
    join account o on o.phone = ${demoAdmin.phone} join admin_user u on u.account_id = o.id where not exists (select from call_request)`.execute(
    tx,
  )
}
