import { sql } from 'kysely'
import { type Subject, subjectName } from '#contract/reference/catalogue.ts'
import type { AdminCase } from '#contract/support/admin-cases.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Db } from '#server/platform/database.ts'
import { caseColumns, caseTables } from './list-rows.ts'
import { barredAdmins } from './party-rows.ts'

type Dates = 'createdAt' | 'dueAt' | 'answerBy' | 'answeredAt' | 'settleBy' | 'resolvedAt' | 'appealedAt'
type Row = Omit<AdminCase, Dates | 'orders' | 'police' | 'timeline' | 'admins'> & {
  createdAt: Date
  answerBy: Date
  settleBy: Date
  dueAt: Date | null
  answeredAt: Date | null
  resolvedAt: Date | null
  appealedAt: Date | null
}

/** Family whose money the case is about: from the case, otherwise from the account. A phone alone proves nothing. */
export const familyOfCase = sql`coalesce(c.family_id, (select w.id from family w where w.account_id = c.account_id and c.mentor_id is null))`

/** Side on which the account reported the case; null for visitors and admins. */
export const sideOfCase = sql`case when exists (select from mentor w where w.account_id = c.account_id and w.id = c.mentor_id) then 'mentor'
  when exists (select from family w where w.account_id = c.account_id) then 'family' end`

/** Email from the case, otherwise from the account. */
export const emailOfCase = sql`coalesce(c.email, (select w.email from family w where w.account_id = c.account_id),
  (select nullif(w.email, '') from mentor w where w.account_id = c.account_id))`

/** Order of the disputed lesson; null for other kinds of cases. */
const disputedOrder = sql`(select b.order_id from dispute d join lesson l on l.id = d.lesson_id join booking b on b.id = l.booking_id
  where d.case_id = c.id and d.reason <> 'appealed')`

/** Whether order `o` involves the mentor of case `c`, as bought or after a replacement. True if the case has no mentor. */
const isMentorMatch = sql`(c.mentor_id is null or o.mentor_id = c.mentor_id
  or exists (select from booking b where b.order_id = o.id and b.mentor_id = c.mentor_id))`

/** Whether case `c` is about order `o`: the order of its disputed lesson, otherwise any order of its family with its mentor. */
export const isAboutOrder = sql`case when c.kind = 'dispute' then o.id = ${disputedOrder}
  else o.family_id = ${familyOfCase} and ${isMentorMatch} end`

/** Case `c` for features that decide it: its version, owner and barred admins. */
export const caseSnapshot = sql`case when c.id is not null then json_build_object('_id', c.id, 'version', c.version,
  'owner', (select json_build_object('_id', u.account_id, 'name', u.name) from admin_user u where u.account_id = c.owner_id and u.removed_at is null),
  'isAppealed', c.appealed_at is not null and c.status <> 'resolved', 'deciders', ${barredAdmins}) end`

export async function caseById(db: Db, id: string): Promise<Row | null> {
  const { rows } = await sql<Row>`
    select ${caseColumns}, c.text as description, c.version, c.phone, ${emailOfCase} as email, c.language,
      case when c.account_id is null then 'visitor' when c.account_id = m.account_id then 'mentor' else 'family' end as side,
      case when m.id is not null then json_build_object('_id', m.id, 'name', m.full_name, 'status', m.status, 'planned',
        (select count(*) from teaching_slot s join lesson l on l.slot_id = s.id where s.mentor_id = m.id and s.status in ('held', 'booked')
          and s.during && tstzrange(now(), now() + interval '7 days') and l.status = 'scheduled' and l.starts_at > now())) end as mentor,
      (c.mentor_id is null or exists (select from case_event e where e.case_id = c.id and e.kind = 'concerns')) as "isMentorOpen",
      (select json_build_object('_id', w.id, 'name', w.name) from family w where w.id = ${familyOfCase}) as family,
      c.answer_by as "answerBy", c.answered_at as "answeredAt", c.settle_by as "settleBy", c.resolved_at as "resolvedAt", c.resolution,
      (select d.name from admin_user d where d.account_id = c.decided_by) as "decidedBy", c.appealed_at as "appealedAt",
      (select json_build_object('_id', d.account_id, 'name', d.name) from admin_user d where d.account_id = c.appeal_of) as "appealOf",
      (select coalesce(jsonb_agg(d.id), '[]') from unnest(${barredAdmins}) as d(id)) as deciders,
      exists (select from chat_report r where r.case_id = c.id) as "hasChat",
      (select d.status from dispute d where d.case_id = c.id and d.reason <> 'appealed') as dispute,
      (select r.status from refund r where r.case_id = c.id and r.kind = 'asked' and r.again_for is null) as refund,
      (select case when r.ended_at is null then 'open' else 'ended' end from review_report r where r.case_id = c.id) as review
    from ${caseTables} where c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

type OrderRow = Omit<AdminCase['orders'][number], 'subject' | 'amount' | 'paidAt'> & {
  subject: Subject
  paise: number
  paidAt: Date
}

/** For a dispute the order of its lesson, otherwise the family's latest orders with this mentor. */
export async function ordersOf(db: Db, id: string): Promise<AdminCase['orders']> {
  const { rows } = await sql<OrderRow>`
    select o.number, o.subject, m.full_name as "mentorName", f.name as "familyName", o.amount_paise as paise, o.paid_at as "paidAt"
    from support_case c cross join lateral (
        select o.* from payment_order o where c.kind = 'dispute' and o.id = ${disputedOrder}
        union all
        select o.* from payment_order o where c.kind <> 'dispute' and o.family_id = ${familyOfCase} and ${isMentorMatch}) o
      join mentor m on m.id = coalesce(c.mentor_id, o.mentor_id) join family f on f.id = o.family_id
    where c.id = ${id} and o.paid_at is not null order by o.paid_at desc, o.id limit 5`.execute(db)
  return rows.map(({ paise, subject, paidAt, ...rest }) => ({
    ...rest,
    subject: subjectName(subject, 'en'),
    amount: rupees(paise),
    paidAt: paidAt.toISOString(),
  }))
}

export async function activeAdmins(db: Db): Promise<{ _id: string; name: string }[]> {
  return await db
    .selectFrom('admin_user')
    .select(['account_id as _id', 'name'])
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('account_id')
    .execute()
}
