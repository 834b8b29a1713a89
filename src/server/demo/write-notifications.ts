import { sql } from 'kysely'
import { type Subject, subjects } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { inBothLanguages } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { money, weekdayTimeText } from '#server/platform/figures.ts'

type Row = {
  accountId: string
  side: 'family' | 'mentor'
  event: string
  at: Date
  isRead: boolean
  key: string
  subject: Subject
  mentor: string
  startsAt: Date
  /** New time of a lesson. */
  to: Date | null
  /** Deadline to answer. */
  by: Date | null
  /** Case number. */
  number: string | null
  paise: number
}

const lessonTables = sql`lesson l join booking b on b.id = l.booking_id join family f on f.id = b.family_id join account a on a.id = f.account_id and a.demo
  join mentor m on m.id = b.mentor_id`
const lessonColumns = sql`b.subject, m.full_name as mentor, l.starts_at as "startsAt"`
/** What asks the family to confirm a class ends with its report. */
const isReported = sql`exists (select from dispute d where d.lesson_id = l.id)`
const noCase = sql`null::timestamptz as "by", null::text as number, 0 as paise`

/** In-app notifications of demo families and mentors about lessons, emailed receipts, and two undeliverable emails. */
export async function writeNotifications(tx: Transaction): Promise<void> {
  const { rows } = await sql<Row>`
    select f.account_id as "accountId", 'family' as side, 'class-scheduled' as event, b.booked_at as at, true as "isRead", l.id as key, ${lessonColumns}, l.starts_at as "to", ${noCase}
      from ${lessonTables} where l.starts_at = (select min(starts_at) from lesson where booking_id = b.id)
    union all select f.account_id, 'family', 'class-marked', r.marked_at, r.parent_tick or ${isReported}, l.id, ${lessonColumns}, null, case when ${isReported} then now() else r.marked_at + interval '48 hours' end, null, 0
      from ${lessonTables} join class_record r on r.lesson_id = l.id where r.marked_at > now() - interval '12 days'
    union all select f.account_id, 'family', 'proposal-made', now() - interval '3 hours', false, p.id, ${lessonColumns}, p.to_at, l.starts_at, null, 0
      from ${lessonTables} join time_proposal p on p.lesson_id = l.id
    union all select m.account_id, 'mentor', 'dispute-opened-mentor', d.created_at, false, d.id, ${lessonColumns}, null, c.answer_by, c.number, d.amount_paise
      from ${lessonTables} join dispute d on d.lesson_id = l.id join support_case c on c.id = d.case_id
    order by at`.execute(tx)
  const notifications = rows.map(({ accountId, side, event, at, isRead, key, ...one }) => {
    const when = (time: Date | null, language: Language) => (time ? weekdayTimeText(time, language) : '')
    const values = inBothLanguages((language, i) => ({
      subject: subjects[one.subject][i],
      mentor: one.mentor,
      name: one.mentor,
      number: one.number ?? '',
      amount: money(one.paise),
      at: when(one.startsAt, language),
      to: when(one.to, language),
      by: when(one.by, language),
    }))
    const data = side === 'family' && one.by ? { ...values, answerBy: one.by.toISOString() } : values
    return { accountId, side, event, at, isRead, data, key: `${event}:${key}:${accountId}` }
  })
  await sql`
    insert into news (account_id, side, event, data, once_key, created_at, read_at)
    select "accountId", side, event, data, key, at, case when "isRead" then at + interval '1 hour' end
    from jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb)
      as n("accountId" uuid, side text, event text, at timestamptz, "isRead" boolean, data jsonb, key text) order by at`.execute(
    tx,
  )
  await sql`
    insert into outbox (account_id, side, channel, recipient, template, language, text, once_key, created_at, tries, given_up_at, trouble)
    select a.id, n.side, 'email', recipient, template, 'en', '', 'demo:' || recipient, now() - interval '30 hours', tries, now() - interval '5 hours', trouble
    from (values ('9826010003', 'mentor', 'anjali.joshi@example.com', 'payout-paid', 1, 'the address was refused'),
        ('9826014211', 'family', 'ramesh.verma@example.com', 'booking-paid-family', 17, 'the mail server did not take it (ETIMEDOUT, 0)'))
      as n(phone, side, recipient, template, tries, trouble) join account a on a.phone = n.phone and a.demo`.execute(tx)
  await sql`
    insert into outbox (account_id, channel, recipient, template, language, text, data, once_key, created_at, sent_at)
    select f.account_id, 'email', f.email, 'receipt', 'en', '', jsonb_build_object('order', o.id, 'family', f.id), 'receipt:' || o.id || ':paid', o.paid_at, o.paid_at
    from payment_order o join family f on f.id = o.family_id join account a on a.id = f.account_id
    where a.demo and f.email <> '' and o.paid_at is not null`.execute(tx)
  // The last of these failures, as the health page counts it.
  await sql`
    insert into provider_hour (provider, hour, failed, last_failure_at)
    values ('mail', date_trunc('hour', now() - interval '5 hours'), 1, now() - interval '5 hours')`.execute(tx)
}
