import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { bookingsOf, familiesOfBookings, mentorsOfBookings, nameOfNth, uuid } from './many-lessons.ts'

/** Admins who act; a fixed office size, whatever the number of lessons. */
const admins = 5
/** A repeatable number between 0 and `most` for each row. */
const spread = (most: number, prime = 7919) => sql`((i::bigint * ${sql.lit(prime)}) % ${sql.lit(most)})::int`
const share = (percent: number, prime = 6151) => sql`${spread(1000, prime)} < ${sql.lit(percent * 10)}`
/** Rows that need manual work: two in a thousand. */
const few = (prime: number) => sql`${spread(1000, prime)} < 2`
/** A time within the last ten months, in row order. */
const at = (last: number) =>
  sql`(now() - make_interval(mins => ((${sql.lit(last)} - i)::bigint * 430000 / ${sql.lit(last)})::int))`
const adminNth = uuid(15, spread(admins))
const towns = sql`(array['Indore','Bhopal','Ujjain','Dewas','Lucknow','Pune','Jaipur','Nagpur'])[1 + ${spread(8)}]`
const actions = [
  'refund.made',
  'refund.decided',
  'mentor.verified',
  'media.look',
  'case.step',
  'message.again',
  'call.changed',
  'chat.read',
]

const written = [
  ...[
    'account',
    'mentor',
    'mentor_check',
    'mentor_event',
    'session',
    'refund',
    'payment',
    'dispute',
    'review',
    'review_report',
    'support_case',
  ],
  ...[
    'outbox',
    'audit',
    'call_request',
    'gateway_discrepancy',
    'payout_account',
    'payout_batch',
    'payout',
    'payout_entry',
    'ledger_account',
  ],
]

/** Admins for any size; the first is the owner. */
export async function addAdmins(db: Db): Promise<string> {
  const numbers = sql`generate_series(0, ${sql.lit(admins - 1)}) as i`
  await sql`insert into account (id, phone) select ${uuid(15)}, '90000000' || lpad(i::text, 2, '0') from ${numbers}`.execute(
    db,
  )
  await sql`insert into admin_user (account_id, name, role) select ${uuid(15)}, 'Admin ' || i, case i when 0 then 'owner' else 'operations' end from ${numbers}`.execute(
    db,
  )
  const { rows } = await sql<{
    id: string
  }>`select account_id as id from admin_user order by account_id limit 1`.execute(db)
  return rows[0]?.id ?? ''
}

/** Rows that go with this many lessons: a tenth as many mentors, and everything an admin looks at in proportion. */
export async function addManyAdminRows(pool: Db, from: number, to: number): Promise<void> {
  await pool.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    try {
      await addMentors(db, from / 10, to / 10)
      await addBookingRows(db, bookingsOf(from), bookingsOf(to))
      await addPayouts(db, mentorsOfBookings(bookingsOf(from)), mentorsOfBookings(bookingsOf(to)))
      await addTrail(db, from, to)
    } finally {
      await sql`set session_replication_role = origin`.execute(db)
    }
    for (const table of written) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  })
}

const series = (first: number, last: number) => sql`generate_series(${first}::int, ${last - 1}::int) as i`

async function addMentors(db: Db, first: number, last: number): Promise<void> {
  const numbers = series(first, last)
  await sql`insert into account (id, phone) select ${uuid(16)}, '8' || lpad(i::text, 9, '0') from ${numbers}`.execute(
    db,
  )
  await sql`insert into mentor (id, slug, account_id, status, full_name, gender, age, experience, city, state, created_at, submitted_at, brief)
    select ${uuid(17)}, 'listed-' || i, ${uuid(16)}, case when ${share(2)} then 'submitted' when ${share(3)} then 'rejected' when ${share(4)} then 'suspended' else 'verified' end,
      ${nameOfNth()}, 'female', 30, '1-3', ${towns}, 'Madhya Pradesh', ${at(last)}, ${at(last)}, 'Explains with everyday examples.' from ${numbers}`.execute(
    db,
  )
  await sql`insert into mentor_check (mentor_id, kind, state, checked_on, valid_until)
    select ${uuid(17)}, k.kind, case when ${few(4099)} then 'failed' else 'passed' end, date '2026-01-01', case when ${few(3571)} then date '2026-02-01' end
    from ${numbers} cross join (values ('identity'), ('qualification')) as k(kind)`.execute(db)
  await sql`insert into mentor_event (mentor_id, kind, detail, at) select ${uuid(17)}, k.kind, k.detail::jsonb, ${at(last)} from ${numbers}
    cross join (values ('submitted', '{}'), ('verified', '{}'), ('check_failed', '{"check":"identity"}')) as k(kind, detail)`.execute(
    db,
  )
}

/** One booking in n. */
const each = (first: number, last: number, n: number) =>
  sql`(select i * ${sql.lit(n)} as nth, i from ${series(first / n, last / n)}) as s`

async function addBookingRows(db: Db, first: number, last: number): Promise<void> {
  const order = uuid(8, sql`nth`)
  const booking = uuid(9, sql`nth`)
  const lesson = uuid(11, sql`nth * 12`)
  const mentor = uuid(3, sql`(nth / 20)`)
  const family = uuid(4, sql`(nth / 60 * 20 + nth % 20)`)
  const kindOf = (n: number) => at(Math.ceil(last / n))
  await sql`insert into session (token_hash, account_id, user_type, expires_at)
    select sha256(('bench' || i)::bytea), ${uuid(2)}, 'student', now() + interval '30 days' from ${series(familiesOfBookings(first), familiesOfBookings(last))}`.execute(
    db,
  )
  await sql`insert into payment (id, order_id, gateway, gateway_payment_id, status, amount_paise)
    select ${uuid(18)}, ${uuid(8)}, 'sandbox', 'pay' || i, 'SUCCESS', 450000 from ${series(first, last)}`.execute(db)
  await sql`insert into refund (id, order_id, payment_id, kind, amount_paise, status, reason, created_at, decline_reason)
    select ${uuid(19)}, ${order}, ${uuid(18, sql`nth`)}, 'made', 10000 + ${spread(40)} * 1000,
      case when ${share(3)} then 'requested' when ${share(6)} then 'failed' when ${share(10)} then 'declined' else 'settled' end, 'Classes were not held', ${kindOf(20)}, 'Too late'
    from ${each(first, last, 20)}`.execute(db)
  await sql`insert into support_case (id, number, kind, topic, text, name, phone, language, mentor_id, family_id, status, priority, answer_by, settle_by, created_at, owner_id)
    select ${uuid(20)}, 'CASE-2026-' || lpad(i::text, 6, '0'), (array['support', 'report', 'dispute', 'refund', 'grievance'])[1 + i % 5], 'other',
      'The class did not begin in time and nobody told us.', ${nameOfNth()}, '7' || lpad((nth / 60 * 20 + nth % 20)::text, 9, '0'), 'en', ${mentor}, ${family},
      case when ${share(5)} then 'open' when ${share(10)} then 'under_review' else 'resolved' end, (array['low', 'normal', 'high'])[1 + i % 3], ${kindOf(5)}, ${kindOf(5)}, ${kindOf(5)}, ${adminNth}
    from ${each(first, last, 5)}`.execute(db)
  await sql`insert into dispute (id, lesson_id, case_id, reason, words, amount_paise, status, created_at, ended_at, mentor_paise, decided_by, verdict)
    select ${uuid(21)}, ${lesson}, ${uuid(20, sql`i * 2`)}, 'not_held', 'Nobody came', 37500, case when ${share(10)} then 'open' else 'decided' end, ${kindOf(10)},
      case when ${share(10)} then null else now() end, case when ${share(10)} then null else 0 end, case when ${share(10)} then null else ${adminNth} end, case when ${share(10)} then '' else 'Nobody came' end
    from ${each(first, last, 10)}`.execute(db)
  await sql`insert into review (id, mentor_id, booking_id, family_id, stars, words, lessons_held, written_at, published_at, reported_at, hidden_at)
    select ${uuid(22)}, ${mentor}, ${booking}, ${family}, 1 + ${spread(5)}, 'Explains patiently and comes in time. ' || i, 12, ${kindOf(3)}, case when not ${share(4)} then now() end,
      case when ${share(1)} then ${kindOf(3)} end, case when ${spread(100)} = 3 then now() end
    from ${each(first, last, 3)}`.execute(db)
  await sql`insert into call_request (id, name, phone, account_id, mentor_id, language, status, owner_id, created_at, handled_at)
    select ${uuid(23)}, ${nameOfNth()}, '7' || lpad((nth / 60 * 20 + nth % 20)::text, 9, '0'), ${uuid(2, sql`(nth / 60 * 20 + nth % 20)`)}, ${mentor}, 'en',
      case when ${share(5)} then 'new' else 'connected' end, ${adminNth}, ${kindOf(5)}, case when not ${share(5)} then now() end
    from ${each(first, last, 5)}`.execute(db)
  await sql`insert into gateway_discrepancy (gateway, kind, subject, order_id, ours_paise, theirs_paise, about_at, last_check, resolved_at)
    select 'sandbox', 'refund_amount', 'difference' || i, ${order}, 100, 200, ${kindOf(60)}, ${uuid(24, sql`0`)}, case when not ${share(10)} then now() end from ${each(first, last, 60)}`.execute(
    db,
  )
}

/** A weekly batch with everyone who taught; the last three weeks are still open. */
async function addPayouts(db: Db, first: number, last: number): Promise<void> {
  const weeks = 38
  const waiting = 3
  const week = sql`(extract(epoch from now() - j.at)::int / 604800)`
  const payout = (of: RawBuilder<unknown>, mentor: RawBuilder<unknown>) => uuid(26, sql`(${of} * 1048576 + ${mentor})`)
  const mentor = sql`('x' || right(a.owner_id::text, 8))::bit(32)::int`
  await sql`insert into payout_account (id, mentor_id, sealed, hint) select ${uuid(27)}, ${uuid(3)}, '', '…1234' from ${series(first, last)}`.execute(
    db,
  )
  await sql`insert into payout_batch (id, until, status, reference, made_by, made_at, ended_by, ended_at)
    select ${uuid(25)}, now()::date - i * 7, 'paid', 'UTR' || i, ${adminNth}, now() - make_interval(weeks => i), ${adminNth}, now() from generate_series(${sql.lit(waiting)}, ${sql.lit(weeks)}) as i
    on conflict do nothing`.execute(db)
  await sql`insert into payout (id, batch_id, mentor_id, account_id, amount_paise, status, file_at)
    select ${payout(sql`w`, sql`i`)}, ${uuid(25, sql`w`)}, ${uuid(3)}, ${uuid(27)}, 30000, 'paid', now() from ${series(first, last)}, generate_series(${sql.lit(waiting)}, ${sql.lit(weeks)}) as w`.execute(
    db,
  )
  await sql`insert into payout_entry (entry_id, payout_id) select e.id, ${payout(week, mentor)}
    from ledger_account a join ledger_entry e on e.account_id = a.id join journal j on j.id = e.journal_id
    where a.kind = 'mentor_payable' and a.owner_id >= ${uuid(3, sql`${first}::int`)} and a.owner_id < ${uuid(3, sql`${last}::int`)} and ${week} between ${sql.lit(waiting)} and ${sql.lit(weeks)}`.execute(
    db,
  )
  await sql`update payout_batch b set (paise, mentors) = (select sum(amount_paise), count(*) from payout p where p.batch_id = b.id)`.execute(
    db,
  )
  await sql`insert into journal (id, kind, subject_id, at) select p.id, 'payout', p.id, now() from payout p where p.mentor_id >= ${uuid(3, sql`${first}::int`)}`.execute(
    db,
  )
  await sql`insert into ledger_entry (journal_id, account_id, amount_paise) select o.id, a.id, 30000 * count(*)
    from payout o join ledger_account a on a.kind = 'mentor_payable' and a.owner_id = o.mentor_id join payout_entry p on p.payout_id = o.id where o.mentor_id >= ${uuid(3, sql`${first}::int`)} group by 1, 2`.execute(
    db,
  )
  await sql`update ledger_account a set balance_paise = (select sum(amount_paise) from ledger_entry e where e.account_id = a.id)
    where a.kind = 'mentor_payable' and a.owner_id >= ${uuid(3, sql`${first}::int`)}`.execute(db)
}

/** Sent messages and admin actions. */
async function addTrail(db: Db, first: number, last: number): Promise<void> {
  await sql`insert into outbox (id, channel, recipient, template, language, text, once_key, created_at, due_at, sent_at, given_up_at, trouble, account_id)
    select ${uuid(28)}, 'sms', '7' || lpad((i % 1000)::text, 9, '0'), 'lesson_soon', 'en', 'A class begins at 5.', 'bench' || i, ${at(last / 2)}, now() + interval '1 day',
      case when not ${share(3)} then now() end, case when ${share(2)} then now() end, case when ${share(2)} then 'refused' end, ${uuid(2, sql`(i % 1000)`)}
    from ${series(first / 2, last / 2)}`.execute(db)
  await sql`insert into audit (id, account_id, action, subject_kind, subject_id, detail, at)
    select ${uuid(29)}, ${adminNth}, (${actions}::text[])[1 + ${spread(actions.length)}], 'mentor', ${uuid(17, spread(1000))}::text, '{"reason":"as asked"}', ${at(last / 5)} from ${series(first / 5, last / 5)}`.execute(
    db,
  )
}
