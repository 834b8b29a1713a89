import { sql } from 'kysely'
import { z } from 'zod'
import { callStatuses } from '#contract/support/limits.ts'
import { readDataFile } from '#server/platform/data-file.ts'
import type { Transaction } from '#server/platform/database.ts'
import { demoAdmin } from './people.ts'

const calls = readDataFile(
  'demo/calls',
  z.array(
    z.strictObject({
      minutesAgo: z.number(),
      /** Name and phone of a visitor, or phone of a demo family. */
      name: z.string().optional(),
      phone: z.string(),
      mentor: z.string().optional(),
      status: z.enum(callStatuses),
      mentorPhone: z.string().optional(),
      note: z.string().optional(),
    }),
  ),
)

/** Call requests in every state. */
export async function writeCalls(tx: Transaction): Promise<void> {
  const rows = calls.map(({ name = null, mentor = null, note = '', mentorPhone = null, ...rest }) => ({
    ...rest,
    name,
    mentor,
    note,
    mentorPhone,
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
