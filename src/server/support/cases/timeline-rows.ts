import { sql } from 'kysely'
import { timelineContext } from '#contract/chat/chat-limits.ts'
import type { TimelineEntry } from '#contract/support/admin-cases.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Db } from '#server/platform/database.ts'
import { familyOfCase } from './detail-rows.ts'

type Row = Omit<TimelineEntry, 'at' | 'amount'> & { at: Date; paise: number | null }
const maxEntries = 200

const name = (account: string) => sql`(select u.name from admin_user u where u.account_id = ${sql.ref(account)})`

/** Messages `t` near the one report `r` is about, or near the end of conversation `v` as it was then. */
const excerpt = sql`cross join lateral (select coalesce(r.seq, (select max(u.seq) from message u
    where u.conversation_id = v.id and u.sent_at <= r.made_at), v.last_seq) as centre offset 0) k
  join message t on t.conversation_id = v.id and t.seq between k.centre - ${timelineContext}::int and k.centre + ${timelineContext}::int`

/** Range of messages in the case timeline; null if the case has no chat report. */
export async function excerptRange(db: Db, id: string) {
  const { rows } = await sql<{ conversation: string; from: number; until: number }>`
    select v.id as conversation, min(t.seq) as from, max(t.seq) as until from chat_report r join conversation v on v.id = r.conversation_id
      ${excerpt} where r.case_id = ${id} group by v.id`.execute(db)
  return rows[0] ?? null
}

/** Everything known about a case, newest first: events, messages, calls, its lesson and its money. */
export async function timelineOf(db: Db, id: string): Promise<TimelineEntry[]> {
  const { rows } = await sql<Row>`
    with c as (select c.*, ${familyOfCase} as family from support_case c where c.id = ${id}),
    d as (select d.* from dispute d where d.case_id = ${id}),
    l as (select l.*, b.order_id from lesson l join booking b on b.id = l.booking_id where l.id = (select lesson_id from d limit 1)),
    mine as (select id, number from payment_order where family_id = (select family from c)
      union select id, number from payment_order where id = (select order_id from l)),
    said as (select t.*, r.seq as reported, v.family_id, v.mentor_id from chat_report r join conversation v on v.id = r.conversation_id
      ${excerpt} where r.case_id = ${id}),
    t as (
      select created_at as at, 'opened' as kind, name as by, text, topic as detail, null::int as paise from c
      union all
      select e.at, e.kind, ${name('e.by_account')}, e.text, coalesce(e.detail ->> 'to', e.detail ->> 'way', ''), null
      from case_event e where e.case_id = ${id}
      union all
      select o.created_at, 'message', null, o.text, o.channel || case when o.given_up_at is not null then '-failed' else '' end, null
      from outbox o, c where o.data ->> 'number' like 'CASE-%' and o.data ->> 'number' = c.number and o.template <> 'case-overdue'
      union all
      select q.created_at, 'call', ${name('q.owner_id')}, concat_ws(': ', concat_ws(' → ', coalesce(nullif(q.name, ''), q.phone), coalesce(m.full_name, 'MentorSetu')), nullif(q.note, '')), q.status, null
      from c join call_request q on q.phone = c.phone and q.created_at > c.created_at - interval '30 days' left join mentor m on m.id = q.mentor_id
      union all
      select a.at, 'chat_look', ${name('a.account_id')}, '', '', null
      from audit a where a.subject_kind = 'case' and a.subject_id = ${id}::text and a.action = 'chat.look' and a.detail ->> 'excerpt' is null
      union all
      select s.sent_at, 'chat', case s.sender when 'family' then f.name else m.full_name end, coalesce(nullif(s.text, ''), d.file_name, ''),
        s.sender || case when s.seq = s.reported then '-reported' else '' end, null
      from said s join family f on f.id = s.family_id join mentor m on m.id = s.mentor_id left join media d on d.id = s.media_id
      union all
      select k.copied_at, 'kept', null, case k.source when 'review' then concat_ws(': ', (k.content ->> 'stars') || '/5', nullif(k.content ->> 'words', ''))
        when 'message' then k.content ->> 'text' else concat_ws(', ', nullif(k.content ->> 'topic', ''), to_char((k.content ->> 'time_in')::time, 'HH24:MI') || '-' || to_char((k.content ->> 'time_out')::time, 'HH24:MI'),
          nullif(k.content ->> 'note', ''), nullif(k.content ->> 'homework', '')) end,
        k.source, null
      from c join evidence_copy k on (c.family is null or k.family_id = c.family) and (c.mentor_id is null or k.mentor_id = c.mentor_id)
      where c.kind = 'safety' and coalesce(c.family, c.mentor_id) is not null
      union all
      select h.said_at, 'adult', null, '', h.side || case when h.is_present then '-yes' else '-no' end, null
      from c join booking b on b.family_id = c.family and b.mentor_id = c.mentor_id join lesson n on n.booking_id = b.id join adult_at_home h on h.lesson_id = n.id
      where c.kind = 'safety'
      union all
      select r.marked_at, 'marked', null, r.topic, to_char(r.time_in, 'HH24:MI') || '-' || to_char(r.time_out, 'HH24:MI'), null
      from class_record r join l on l.id = r.lesson_id
      union all
      select r.code_at, 'code', null, '', '', null from class_record r join l on l.id = r.lesson_id where r.code_at is not null
      union all
      select r.parent_ticked_at, 'ticked', null, '', '', null from class_record r join l on l.id = r.lesson_id where r.parent_ticked_at is not null
      union all
      select d.created_at, 'disputed', null, d.words, d.reason, d.amount_paise from d where d.reason <> 'appealed'
      union all
      select d.ended_at, 'decided', ${name('d.decided_by')}, d.verdict, d.status, d.mentor_paise from d where d.ended_at is not null
      union all
      select l.settled_at, 'settled', null, '', '', l.fee_paise from l where l.settled_at is not null
      union all
      select o.paid_at, 'paid', null, '', o.number, o.amount_paise from payment_order o join l on l.order_id = o.id where o.paid_at is not null
      union all
      select r.created_at, 'refund', ${name('r.made_by')}, r.reason, o.number, r.amount_paise
      from c cross join mine o join refund r on r.order_id = o.id
      where o.id = (select order_id from l) or r.case_id = c.id
      union all
      select r.ended_at, 'refund_ended', null, r.decline_reason, r.status, r.amount_paise
      from c cross join mine o join refund r on r.order_id = o.id
      where r.ended_at is not null and (o.id = (select order_id from l) or r.case_id = c.id))
    select * from t order by at desc, kind limit ${maxEntries}`.execute(db)
  return rows.map(({ at, paise, ...rest }) => ({
    ...rest,
    at: at.toISOString(),
    amount: paise === null ? null : rupees(paise),
  }))
}
