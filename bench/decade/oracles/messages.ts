import { type RawBuilder, sql } from 'kysely'
import type { Sim } from '../sim.ts'
import type { Faults } from './ask.ts'

/** Notices of the last days are compared; the newest hour may still be written. */
const days = sql`between now() - interval '6 days' and now() - interval '1 hour'`
/** Classes marked in the last days, found by the index of their times. */
const lately = sql`l.starts_at > now() - interval '40 days'`

/** One notification for each of what happened to an account: as many notices as happenings. */
const once = (events: string[], happened: RawBuilder<unknown>) => sql`
  select coalesce(w.account_id, n.account_id) || ': ' || coalesce(w.times, 0) || ' happened, ' || coalesce(n.times, 0) || ' told' from
    (select account_id, count(*) as times from (${happened}) as h(account_id, at) where at ${days} group by 1) w
    full join (select account_id, count(*) as times from news where event = any(${events}) and created_at ${days} group by 1) n on n.account_id = w.account_id
    left join account a on a.id = coalesce(w.account_id, n.account_id)
  where coalesce(w.times, 0) <> coalesce(n.times, 0) and a.erased_at is null`

const isSoon = sql`l.starts_at between now() and now() + interval '2 days'`

export const messages: Faults = {
  'each attendance is told to its family once': once(
    ['class-marked', 'class-marked-code'],
    sql`select f.account_id, r.marked_at from lesson l join class_record r on r.lesson_id = l.id join booking b on b.id = r.booking_id join family f on f.id = b.family_id
      where ${lately}`,
  ),
  'each reminder is sent once': once(
    ['class-reminder'],
    sql`select f.account_id, r.reminded_at from lesson l join class_record r on r.lesson_id = l.id join booking b on b.id = r.booking_id join family f on f.id = b.family_id
      where ${lately} and r.reminded_at is not null`,
  ),
  'each refund that arrived is told once': once(
    ['refund-settled', 'refund-settled-early'],
    sql`select f.account_id, r.ended_at from refund r join payment_order o on o.id = r.order_id join family f on f.id = o.family_id where r.status = 'settled'`,
  ),
  'each payout is told once': once(
    ['payout-paid'],
    sql`select m.account_id, b.ended_at from payout p join payout_batch b on b.id = p.batch_id join mentor m on m.id = p.mentor_id where p.status = 'paid'`,
  ),
  'each purchase is told to the mentor': sql`
    select b.id::text from booking b join mentor m on m.id = b.mentor_id where b.replaces is null and b.booked_at ${days} and not exists (
      select from news n where n.account_id = m.account_id and n.created_at > now() - interval '7 days' and n.created_at >= b.booked_at - interval '1 minute'
        and n.event in ('booking-paid-mentor', 'class-booked-mentor', 'time-requested-mentor'))`,
  'a purchase without a time is told once': sql`
    select n.account_id || ' ' || n.times from (select account_id, count(*) as times from news where event = 'booking-paid-mentor' and created_at ${days} group by 1) n
      join mentor m on m.account_id = n.account_id
    where n.times > (select count(*) from booking b where b.mentor_id = m.id and b.replaces is null and b.booked_at > now() - interval '6 days 1 hour')`,
  'each cancellation by a mentor is told to both sides once': sql`
    select n.account_id || ' ' || n.times from (select account_id, count(*) as times, count(distinct once_key) as keys from news
      where event like 'cancelled-%' and created_at ${days} group by 1) n where n.times <> n.keys`,
  'mentors read first names of children only': sql`
    select n.account_id || ' ' || n.event from news n join mentor m on m.account_id = n.account_id and n.side = 'mentor'
      join booking b on b.mentor_id = m.id and b.booked_at > now() - interval '200 days' join learner l on l.id = b.learner_id join family f on f.id = b.family_id
    where n.created_at > now() - interval '1 day' and (strpos(n.data::text, split_part(l.name, ' ', 2)) > 0 or strpos(n.data::text, split_part(f.name, ' ', 2)) > 0)`,
  'the evening message comes once a day': sql`
    select account_id || ' ' || side || ' ' || count(*) from news where event = 'classes-tomorrow' and created_at > now() - interval '20 hours'
    group by account_id, side having count(*) > 1`,
  'the evening message comes to whoever has a class tomorrow': sql`
    select a.id || ' ' || x.side from account a join (
      select f.account_id, 'family' as side, l.id, l.starts_at, l.changed_at, l.state, b.id as booking_id from lesson l join booking b on b.id = l.booking_id join family f on f.id = b.family_id where ${isSoon}
      union all select m.account_id, 'mentor', l.id, l.starts_at, l.changed_at, l.state, b.id from lesson l join booking b on b.id = l.booking_id join mentor m on m.id = b.mentor_id where ${isSoon}) x on x.account_id = a.id
    where x.state = 'scheduled' and (x.starts_at at time zone 'Asia/Kolkata')::date = (now() at time zone 'Asia/Kolkata')::date + 1
      and x.changed_at < now() - interval '12 hours' and not lesson_rests(x.booking_id, x.starts_at) and (now() at time zone 'Asia/Kolkata')::time > '21:30'
      and not exists (select from news n where n.account_id = a.id and n.side = x.side and n.event = 'classes-tomorrow' and n.created_at > now() - interval '20 hours')`,
  'and only to them': sql`
    select n.account_id || ' ' || n.side from news n where n.event = 'classes-tomorrow' and n.created_at > now() - interval '20 hours' and not exists (
      select from lesson l join booking b on b.id = l.booking_id left join family f on f.id = b.family_id left join mentor m on m.id = b.mentor_id
      where (l.starts_at at time zone 'Asia/Kolkata')::date = (n.created_at at time zone 'Asia/Kolkata')::date + 1
        and l.starts_at between n.created_at and n.created_at + interval '2 days' and case n.side when 'family' then f.account_id else m.account_id end = n.account_id)
      and n.created_at >= (select max(changed_at) from lesson where starts_at > now() - interval '2 days')`,
}

/** The telephone network's record of the last day against ours: each message reached its phone once. */
export async function smsFaults({ market, people }: Sim): Promise<string[]> {
  const { sms, state } = market
  const received = new Map<string, number>()
  for (const { phone, event } of sms) received.set(`${event} ${phone}`, (received.get(`${event} ${phone}`) ?? 0) + 1)
  sms.length = 0
  const from = smsFrom.get(market) ?? 0
  const { rows } = await sql<{ template: string; recipient: string; times: number }>`
    select template, recipient, count(*)::int as times from outbox where channel = 'sms' and created_at > ${new Date(from - 7 * 86_400_000)} and sent_at > ${new Date(from)} and template <> 'otp' group by 1, 2`.execute(
    market.db,
  )
  smsFrom.set(market, Date.now())
  const told = new Map(rows.map(({ template, recipient, times }) => [`${template} ${recipient}`, times]))
  if (state.wasShaken) return []
  const gone = new Set(
    [...people.families, ...people.mentors].flatMap(({ isErased, phone }) => (isErased ? [phone] : [])),
  )
  return [...new Set([...received.keys(), ...told.keys()])]
    .filter((key) => received.get(key) !== told.get(key) && !gone.has(key.split(' ')[1] ?? ''))
    .map((key) => `${key}: ${told.get(key) ?? 0} sent by our books, ${received.get(key) ?? 0} received`)
}
const smsFrom = new WeakMap<Sim['market'], number>()
