import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultPoint, nearbyKm } from '#contract/mentors/limits.ts'
import { homeSubjects } from '#contract/reference/catalogue.ts'
import { findAadhaarNumbers } from '#server/platform/aadhaar-scan.ts'
import type { DB } from '#server/platform/schema.ts'
import { testDatabase } from '#test/harness.ts'
import { testSecretKeys } from '#test/secret-key.ts'
import { demoPhones, hasDemo, seedDemo } from './seed.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Kysely<DB>

const count = async (query: ReturnType<typeof sql<{ n: number }>>) => (await query.execute(db)).rows[0]?.n
const totals = () =>
  sql`select (select count(*)::int from account) as accounts, (select count(*)::int from mentor) as mentors, (select count(*)::int from mentor_search) as shown,
    (select count(*)::int from mentor_offer) as offers, (select count(*)::int from booking) as bookings, (select count(*)::int from message) as messages, (select count(*)::int from ledger_entry) as entries, (select md5(string_agg(r::text, '' order by id)) from review r) as reviews,
    (select md5(string_agg(m::text, '' order by id)) from mentor m) as everyone`
    .execute(db)
    .then(({ rows }) => rows[0])

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  expect(await hasDemo(db)).toBe(false)
  await seedDemo(db, { mentors: 600, secretKeys: testSecretKeys })
})
afterAll(() => database.drop())

it('shows a mentor near Indore for every subject of the home page, and 120 in Indore', async () => {
  expect(await hasDemo(db)).toBe(true)
  for (const subject of homeSubjects) {
    const near = sql<{
      n: number
    }>`select count(*)::int as n from mentor_search where keys @> array[search_tag(${`k::${subject}`})]
      and distance_km(lat, lon, ${defaultPoint.lat}, ${defaultPoint.lon}) <= ${nearbyKm}`
    expect(await count(near), subject).toBeGreaterThanOrEqual(1)
  }
  expect(
    await count(sql<{ n: number }>`select count(*)::int as n from mentor_search where city = 'Indore'`),
  ).toBeGreaterThanOrEqual(120)
})

it('has nothing that looks like an Aadhaar number', async () => {
  expect(await findAadhaarNumbers(db)).toEqual([])
})

it('has the code of conduct accepted by every mentor and family, and coaching centres of both sizes', async () => {
  expect(
    await count(sql<{ n: number }>`select count(*)::int as n from account a where a.demo
      and (exists (select from mentor m where m.account_id = a.id) or exists (select from family f where f.account_id = a.id))
      and not exists (select from consent c where c.account_id = a.id and c.kind like '%-conduct' and c.withdrawn_at is null)`),
  ).toBe(0)
  const { rows } = await sql<{ without: number; large: number; small: number; others: number }>`
    select count(*) filter (where k.is and m.centre_seats is null)::int as without, count(*) filter (where m.centre_seats > 50)::int as large,
      count(*) filter (where m.centre_seats <= 50)::int as small, count(*) filter (where not k.is and m.centre_seats is not null)::int as others
    from mentor m, lateral (select exists (select from mentor_mode where mentor_id = m.id and mode = 'coachingCenter') as is) as k`.execute(
    db,
  )
  expect(rows[0]).toEqual({ without: 0, others: 0, large: expect.any(Number), small: expect.any(Number) })
  expect(Math.min(rows[0]?.large ?? 0, rows[0]?.small ?? 0)).toBeGreaterThan(5)
})

it('hides homes: the public point is the centre of an area or on a grid', async () => {
  const homes = sql<{
    n: number
  }>`select count(*)::int as n from mentor m join mentor_search s on s.mentor_id = m.id where s.lat = m.lat and s.lon = m.lon`
  expect(await count(homes)).toBe(0)
})

it('has read and unread notifications for the demo parent and mentors, in order', async () => {
  const { rows } = await sql<{ event: string; side: string; fresh: number; inOrder: boolean }>`
    select event, side, count(*) filter (where read_at is null)::int as fresh,
      bool_and(created_at <= now()) and (select bool_and(up) from (select created_at >= lag(created_at) over (order by id) as up from news) o) as "inOrder"
    from news group by event, side order by event`.execute(db)
  expect(rows.map(({ event, side }) => `${side} ${event}`)).toEqual([
    ...['family class-marked', 'family class-scheduled', 'mentor dispute-opened-mentor', 'family proposal-made'],
  ])
  expect(rows.every(({ inOrder }) => inOrder)).toBe(true)
  expect(rows.reduce((sum, { fresh }) => sum + fresh, 0)).toBeGreaterThanOrEqual(3)
})

it('has bookings in every state, a lesson awaiting confirmation and an upcoming one', async () => {
  const { rows } = await sql<{ status: string }>`select distinct status from booking order by status`.execute(db)
  expect(rows.map((row) => row.status)).toEqual(['cancelled', 'completed', 'pending_schedule', 'scheduled'])
  expect(
    await count(sql<{ n: number }>`select count(*)::int as n from lesson l join class_record r on r.lesson_id = l.id
    where l.status = 'held' and l.settled_at is null and not r.parent_tick and l.disputed_at is null and l.ends_at > now() - interval '48 hours' and l.ends_at < now()`),
  ).toBe(1)
  expect(
    await count(
      sql<{ n: number }>`select count(*)::int as n from lesson where status = 'scheduled' and starts_at > now()`,
    ),
  ).toBeGreaterThanOrEqual(3)
  expect(await count(sql<{ n: number }>`select count(*)::int as n from lesson where settled_at > now()`)).toBe(0)
  const family = sql<{
    n: number
  }>`select count(*)::int as n from booking b join family f on f.id = b.family_id join account a on a.id = f.account_id where a.phone = ${demoPhones.parent}`
  expect(await count(family)).toBe(5)
})

it('has lessons cancelled in time and late, and a reschedule request awaiting a response', async () => {
  const { rows } = await sql<{ minutes: number; fee: number; credit: number }>`
    select l.minutes, c.fee_paise as fee, k.minutes as credit from lesson_change c join lesson l on l.id = c.lesson_id
      join lesson_credit k on k.lesson_id = l.id where l.status = 'cancelled' and (l.settled_at is not null) = (c.fee_paise > 0) order by 2`.execute(
    db,
  )
  expect(rows).toEqual([
    { minutes: 100, fee: 0, credit: 100 },
    { minutes: 50, fee: expect.any(Number), credit: 50 },
  ])
  expect(
    await count(
      sql<{ n: number }>`select count(*)::int as n from time_proposal p join lesson l on l.id = p.lesson_id
        where p.status = 'open' and p.expires_at > now() and p.from_at = l.starts_at`,
    ),
  ).toBe(1)
})

it('has a balanced ledger: journals sum to zero, balances match entries, prepaid matches untaught lessons', async () => {
  expect(
    await count(
      sql<{
        n: number
      }>`select count(*)::int as n from (select journal_id from ledger_entry group by 1 having sum(amount_paise) <> 0) as off`,
    ),
  ).toBe(0)
  expect(
    await count(sql<{ n: number }>`select count(*)::int as n from ledger_account a
    where balance_paise <> (select coalesce(sum(amount_paise), 0) from ledger_entry where account_id = a.id)`),
  ).toBe(0)
  const prepaid = sql<{
    n: number
  }>`select count(*)::int as n from ledger_account a where kind = 'family_prepaid' and -balance_paise <> (
    select sum(b.price_paise) - coalesce(sum((select sum(fee_paise) from lesson l where l.booking_id = b.id and (l.settled_at is not null or l.disputed_at is not null))), 0)
    from booking b where b.family_id = a.owner_id)`
  expect(await count(prepaid)).toBe(0)
  expect(
    await count(sql<{ n: number }>`select count(*)::int as n from booking b where status = 'completed'
    and price_paise <> (select sum(fee_paise) from lesson l where l.booking_id = b.id and l.settled_at is not null)`),
  ).toBe(0)
  expect(
    await count(
      sql<{
        n: number
      }>`select count(*)::int as n from payment_order o where status <> 'paid' or not exists (select from payment where order_id = o.id)`,
    ),
  ).toBe(0)
})

it('has unread, muted and long conversations in both scripts', async () => {
  const { rows } = await sql<{ messages: number; isWhole: boolean; unread: number; isOff: boolean; isHindi: boolean }>`
    select count(*)::int as messages, max(seq) = count(*) and max(seq) = c.last_seq and bool_and(t.sent_at <= c.last_at) and c.last_at < now() as "isWhole",
      c.last_seq * 2 - c.family_read - c.mentor_read as unread, c.family_blocked_at is not null as "isOff", bool_and(t.text ~ '[\u0900-\u097f]') as "isHindi"
    from conversation c join message t on t.conversation_id = c.id group by c.id order by 1`.execute(db)
  expect(rows.map(({ messages }) => messages)).toEqual([3, 3, 5, 6, 6, 120])
  expect(rows.every(({ isWhole }) => isWhole)).toBe(true)
  expect([rows.filter(({ isOff }) => isOff).length, rows.filter(({ unread }) => unread > 0).length]).toEqual([1, 2])
  expect(rows.filter(({ isHindi }) => isHindi)).toHaveLength(2)
})

it('is known to the sandbox gateway, so that every demo order can be refunded', async () => {
  const missing = sql<{ n: number }>`select count(*)::int as n from payment p join payment_order o on o.id = p.order_id
    where not exists (select from sandbox_payment s join sandbox_order b on b.order_id = s.order_id where s.id::text = p.gateway_payment_id
      and s.order_id = o.id::text and s.amount_paise = o.amount_paise and s.status = 'SUCCESS' and b.session_id = o.payment_session_id)`
  expect(await count(missing)).toBe(0)
  const receivable = sql<{
    n: number
  }>`select balance_paise::int as n from ledger_account where kind = 'gateway_receivable'`
  expect(await count(receivable)).toBe(
    await count(sql<{ n: number }>`select sum(amount_paise)::int as n from sandbox_payment`),
  )
})

it('rates every mentor by its reviews, without repeats on a profile', async () => {
  const off = sql<{ n: number }>`select count(*)::int as n from mentor m
    left join (select mentor_id, round(avg(stars), 1) as rating, count(*)::int as n from review where published_at <= now() and hidden_at is null group by 1) as r
      on r.mentor_id = m.id where m.rating is distinct from r.rating or m.rating_count <> coalesce(r.n, 0)`
  expect(await count(off)).toBe(0)
  const { rows } = await sql<{ reviews: number; bare: number; texts: number; critical: number; months: number }>`
    select count(*)::int as reviews, count(*) filter (where words = '')::int as bare, count(distinct words)::int as texts,
      count(*) filter (where stars <= 3 and words <> '')::int as critical, count(distinct date_trunc('month', written_at))::int as months from review`.execute(
    db,
  )
  const { reviews, bare, texts, critical, months } = rows[0] ?? {
    reviews: 0,
    bare: 0,
    texts: 0,
    critical: 0,
    months: 0,
  }
  expect(texts).toBeGreaterThanOrEqual(100)
  expect(bare / reviews).toBeGreaterThan(0.2)
  expect(bare / reviews).toBeLessThan(0.6)
  expect(critical).toBeGreaterThan(50)
  expect(months).toBeGreaterThanOrEqual(17)
  expect(
    await count(
      sql<{
        n: number
      }>`select count(*)::int as n from (select from review where words <> '' group by mentor_id, words having count(*) > 1) as twice`,
    ),
  ).toBe(0)
  expect(await count(sql<{ n: number }>`select count(*)::int as n from review where words ~ '[][<>]'`)).toBe(0)
  const ofBookings = sql<{ n: number }>`select count(*)::int as n from review r join booking b on b.id = r.booking_id
    where b.rating = r.stars and b.mentor_id = r.mentor_id and b.family_id = r.family_id and r.lessons_held > 0`
  expect(await count(ofBookings)).toBe(5)
})

it('changes nothing on a second run and adds only missing mentors for a larger number', {
  tags: ['full'],
}, async () => {
  const before = await totals()
  await seedDemo(db, { mentors: 600, secretKeys: testSecretKeys })
  expect(await totals()).toEqual(before)
  await seedDemo(db, { mentors: 650, secretKeys: testSecretKeys })
  expect(await totals()).toMatchObject({ mentors: 650, bookings: 13, accounts: 654 })
})
