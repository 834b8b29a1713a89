import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import { webhookSignature } from '#server/providers/payments/cashfree.ts'
import { sandboxKeys } from '#server/providers/payments/payments.ts'
import { cashfreePaymentNotice } from '#test/gateway-cashfree.ts'
import type { Measured } from './measured-process.ts'

/** Webhooks or inserts in flight. */
const atOnce = 8
const goal = 0.05
/** Untimed rounds for connection pools, query plans and the JIT compiler. */
const warmUps = 300
const patienceMs = 60_000

type Paid = { orderId: string; paymentId: string }

/** Orders paid at the sandbox without a webhook; too old for the reconciler to get there first. */
async function addPaidOrders(db: Db, count: number): Promise<Paid[]> {
  return await db.transaction().execute(async (tx) => {
    await sql`insert into account (phone) select (8000000000 + i)::text from generate_series(1, ${count + 50}::int) as i
      on conflict do nothing`.execute(tx)
    await sql`insert into mentor (slug, account_id, status, full_name, gender, age, experience, city, state)
      select 'paid-' || row_number() over (), id, 'verified', 'Mentor', 'female', 30, '1-3', 'Indore', 'Madhya Pradesh'
      from (select id from account where phone like '8%' order by phone limit 50) a on conflict do nothing`.execute(tx)
    await sql`insert into family (account_id) select id from (select id from account where phone like '8%' order by phone offset 50) a
      on conflict do nothing`.execute(tx)
    await sql`insert into learner (family_id, name, grade) select id, 'Aarav', '9' from family f
      where not exists (select from learner l where l.family_id = f.id)`.execute(tx)
    const { rows } = await sql<Paid>`
      with made as (insert into payment_order (number, family_id, mentor_id, learner_id, plan, mode, subject, hours, price_paise, amount_paise,
          terms, gateway, payment_session_id, expires_at, created_at)
        select 'MS-2026-' || lpad(nextval('payment_order_number')::text, 6, '0'), l.family_id, m.id, l.id, 'monthly', 'homeTuition', 'mathematics', 1,
          450000, 450000, '{}', 'sandbox', 'session_' || gen_random_uuid(), now() + interval '1 day', now() - interval '8 days'
        from (select l.*, row_number() over (order by id desc) as nth from learner l limit ${count}::int) l
          join (select id, row_number() over (order by id) - 1 as nth from mentor where slug like 'paid-%') m on m.nth = l.nth % 50
        returning id, payment_session_id),
      known as (insert into sandbox_order (order_id, session_id, amount_paise, customer, return_url, notify_url, status, expires_at)
        select id::text, payment_session_id, 450000, '{}', 'http://localhost/', 'http://localhost/', 'PAID', now() + interval '1 day' from made
        returning order_id)
      select order_id as "orderId", 0 as "paymentId" from known`.execute(tx)
    const { rows: paid } = await sql<Paid>`
      insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference)
      select id, 'SUCCESS', 450000, '00::Transaction success', '234928698581' from unnest(${rows.map((one) => one.orderId)}::text[]) as id
      returning order_id as "orderId", id::text as "paymentId"`.execute(tx)
    return paid
  })
}

/** Runs tasks with limited concurrency; returns the seconds taken. */
async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item)
    }),
  )
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

/** One signed webhook through the real route, as the gateway sends it. */
function notify(origin: string, { orderId, paymentId }: Paid): Promise<void> {
  const raw = cashfreePaymentNotice(orderId, paymentId, 'SUCCESS')
  const timestamp = String(Date.now())
  const signature = webhookSignature(sandboxKeys.clientSecret, timestamp, raw)
  return new Promise((resolve, reject) => {
    const call = request(`${origin}/api/payment/webhook`, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(raw),
        'x-webhook-timestamp': timestamp,
        'x-webhook-signature': signature,
      },
    })
    call.once('error', reject)
    call.once('response', (response) => {
      response
        .resume()
        .once('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`a webhook got ${response.statusCode}`)),
        )
    })
    call.end(raw)
  })
}

/** Sends a webhook for each order and waits until all are booked. */
async function settleAll(origin: string, db: Db, paid: Paid[]): Promise<void> {
  const open = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from payment_order where status = 'created'`.execute(db)
    return rows[0]?.count ?? 0
  }
  const rest = (await open()) - paid.length
  await inParallel(paid, (one) => notify(origin, one))
  let until = Date.now() + patienceMs
  for (let before = await open(), now = before; now > rest; before = now, now = await open()) {
    if (now < before) until = Date.now() + patienceMs
    if (Date.now() > until) throw new Error(`${now - rest} orders were not settled`)
    await pause(20)
  }
}

const secondsOf = async (work: Promise<unknown>) => {
  const began = performance.now()
  await work
  return (performance.now() - began) / 1000
}

/** Compares settled webhooks with bare single-row inserts, each committed with fsync, in equal numbers. */
export async function benchSettle(url: string, startApp: () => Promise<Measured>, count: number): Promise<boolean> {
  const pool = openPool(url, { connections: atOnce, name: 'bench', statementTimeoutMs: 0 })
  const db = openDatabase(pool)
  await sql`create table bare_insert (id bigint generated always as identity primary key, at timestamptz not null default now(), words text not null)`.execute(
    db,
  )
  const insert = () =>
    pool
      .query({ name: 'bare', text: 'insert into bare_insert (words) values ($1)', values: ['a payment came'] })
      .then(() => {})
  const numbers = (n: number) => Array.from({ length: n }, (_, i) => i)
  const paid = await addPaidOrders(db, count + warmUps)
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<{
    fsync: string
    commit: string
  }>`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`.execute(db)
  if (rows[0]?.fsync !== 'on' || rows[0].commit !== 'on')
    throw new Error('fsync or synchronous_commit is off in this database')
  const app = await startApp()
  await settleAll(app.origin, db, paid.slice(0, warmUps))
  await inParallel(numbers(warmUps), insert)

  const rates = { settled: 0, inserted: 0 }
  const before = await app.read()
  // Each kind runs in two halves, taking turns, so that a disturbance does not affect only one of them.
  const half = Math.ceil(count / 2)
  for (const at of [0, half]) {
    rates.inserted += await secondsOf(inParallel(numbers(half), insert))
    rates.settled += await secondsOf(settleAll(app.origin, db, paid.slice(warmUps + at, warmUps + at + half)))
  }
  const after = await app.read()
  const perSecond = { settled: (2 * half) / rates.settled, inserted: (2 * half) / rates.inserted }
  const ratio = perSecond.settled / perSecond.inserted
  const each = (key: 'queries' | 'cpuMs') => ((after[key] - before[key]) / count).toFixed(1)
  console.log(`${count} webhooks settled and ${count} rows inserted, ${atOnce} at once, fsync on`)
  console.log(
    `settled webhooks: ${perSecond.settled.toFixed(0)} a second, ${each('queries')} statements and ${each('cpuMs')} ms of Node CPU each`,
  )
  console.log(`bare inserts: ${perSecond.inserted.toFixed(0)}/s`)
  console.log(`ratio: ${ratio.toFixed(3)}, goal ${goal}: ${ratio >= goal ? 'OK' : 'missed'}`)
  await app.stop()
  await db.destroy()
  return ratio >= goal
}
