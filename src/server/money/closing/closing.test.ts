import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dateInIndia, instantInIndia } from '#contract/wire/time.ts'
import { type AccountKind, balancePaise, balances } from '#server/ledger/ledger.ts'
import { constraintOf } from '#server/platform/database.ts'
import { makeMentor } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin({ name: 'Asha' })
})
afterAll(() => app.stop())

type Line = [account: AccountKind, ownerId: string | null, paise: number]
/** A journal with another time than now. */
const journalAt = (at: Date, kind: string, lines: Line[]) =>
  app.db.transaction().execute(async (tx) => {
    const records = sql`jsonb_to_recordset(${JSON.stringify(lines.map(([account, owner, paise]) => ({ account, owner, paise })))}::jsonb)
      as l(account text, owner uuid, paise bigint)`
    await sql`insert into ledger_account (kind, owner_id) select account, owner from ${records} on conflict do nothing`.execute(
      tx,
    )
    await sql`with j as (insert into journal (kind, subject_id, at) values (${kind}, uuidv7(), ${at}) returning id)
      insert into ledger_entry (journal_id, account_id, amount_paise) select j.id, a.id, l.paise from j, ${records}
        join ledger_account a on a.kind = l.account and a.owner_id is not distinct from l.owner`.execute(tx)
  })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** The month that many months before this one, in India. */
function monthAgo(count: number): string {
  const [year = 0, month = 0] = dateInIndia(new Date()).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 7)
}
const within = (month: string, day = '10') => instantInIndia(`${month}-${day}`, '23:30')
const states = async () =>
  Object.fromEntries(
    (await admin.get('/api/admin/books/months')).body.data.map(
      (one: { month: string; closedAt: string | null; obstacle: string | null }) => [
        one.month,
        one.closedAt ? 'closed' : one.obstacle,
      ],
    ),
  )
const close = (month: string) => admin.put(`/api/admin/books/months/${month}/closing`, undefined)
const old = monthAgo(3)
const before = monthAgo(2)
const now = monthAgo(0)

test('closes months in order, and a closed month takes no more entries', async () => {
  expect((await admin.get('/api/admin/books/months')).body).toEqual({ data: [], openItems: [], transit: [] })
  expect((await close(old)).status).toBe(404)
  const family = (await app.login('9700011111', 'student')).id
  await journalAt(within(old), 'payment', [
    ['gateway_receivable', null, 100_05],
    ['family_prepaid', family, -100_05],
  ])
  // Still the day before in UTC.
  await journalAt(instantInIndia(`${before}-01`, '00:10'), 'settlement', [
    ['bank', null, 100_05],
    ['gateway_receivable', null, -100_05],
  ])
  expect(await states()).toMatchObject({ [old]: 'unchecked', [before]: 'earlier-open', [now]: 'not-over' })
  expect([(await close(before)).body.code, (await close(now)).body.code]).toEqual([
    'month-not-ready',
    'month-not-ready',
  ])

  // A difference about the month.
  await sql`with c as (insert into gateway_check (gateway, from_day, until_day, status, ended_at)
      values ('sandbox', '2020-01-01', (${`${old}-01`}::date + interval '1 month')::date - 1, 'done', now()) returning id)
    insert into gateway_discrepancy (gateway, kind, subject, about_at, last_check) select 'sandbox', 'payment_unknown', 'x', ${within(old)}, id from c`.execute(
    app.db,
  )
  expect((await states())[old]).toBe('differences')
  expect((await close(old)).status).toBe(409)
  expect((await sql`select from month_closing`.execute(app.db)).rows).toEqual([])
  await sql`update gateway_discrepancy set resolved_at = now()`.execute(app.db)

  const [one, two] = await Promise.all([close(old), close(old)])
  expect([one?.status, two?.status]).toEqual([200, 200])
  expect(one?.body.data).toMatchObject({ month: old, closedBy: 'Asha', obstacle: null })
  const { rows } = await sql`select detail ->> 'month' as month from audit where action = 'books.close-month'`.execute(
    app.db,
  )
  expect(rows).toEqual([{ month: old }])
  expect(await states()).toMatchObject({ [old]: 'closed', [before]: 'unchecked' })

  const late = await journalAt(within(old, '28'), 'correction', [
    ['bank', null, 1],
    ['commission', null, -1],
  ]).catch(constraintOf)
  expect(late).toBe('ledger_entry_month_open')
  // Nor do its own journals.
  const added = await sql`insert into ledger_entry (journal_id, account_id, amount_paise)
    select j.id, a.id, case a.kind when 'bank' then 7 else -7 end from journal j, ledger_account a
    where j.at = ${within(old)} and a.kind in ('bank', 'gateway_receivable')`
    .execute(app.db)
    .catch(constraintOf)
  expect(added).toBe('ledger_entry_month_open')
  await journalAt(instantInIndia(`${before}-01`, '00:00'), 'correction', [
    ['bank', null, 1],
    ['commission', null, -1],
  ])
  await expect(sql`delete from month_closing`.execute(app.db)).rejects.toThrow('append-only')
})

test('waits until the gateway in use was compared up to the last day, and for no former one', async () => {
  const { id: mentorId } = await makeMentor(app.db)
  const family = await app.login('9700011112', 'student')
  const made = await family.post('/api/payment/create-order', { amount: 4500, plan: 'monthly', mentorId })
  expect(made.status).toBe(200)
  await sql`update payment_order set status = 'paid', paid_at = ${within(before)}, gateway = 'cashfree' where id = ${made.body.order_id}`.execute(
    app.db,
  )
  expect((await states())[before]).toBe('unchecked')
  await sql`update gateway_check set until_day = (${`${before}-01`}::date + interval '1 month')::date - 2`.execute(
    app.db,
  )
  expect((await states())[before]).toBe('unchecked')
  await sql`update gateway_check set until_day = until_day + 1`.execute(app.db)
  expect((await states())[before]).toBe(null)
})

test('exports a month for Zoho and Tally with the sums of the books, day by day', async () => {
  const path = (format: string) => `/api/admin/books/export?month=${before}&format=${format}`
  const csv = await admin.get(path('zoho'))
  expect(csv.headers['content-disposition']).toBe(`attachment; filename="zoho-${before}-not-closed.csv"`)
  const cells = String(csv.body)
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
  expect(cells).toEqual([
    [
      `${before}-01`,
      `MS-${before.replace('-', '')}01-correction`,
      'MentorSetu: correction',
      'MentorSetu bank',
      '',
      '0.01',
      '',
      'published',
    ],
    [
      `${before}-01`,
      `MS-${before.replace('-', '')}01-correction`,
      'MentorSetu: correction',
      'Commission income',
      '',
      '',
      '0.01',
      'published',
    ],
    [
      `${before}-01`,
      `MS-${before.replace('-', '')}01-settlement`,
      'MentorSetu: settlement',
      'MentorSetu bank',
      '',
      '100.05',
      '',
      'published',
    ],
    [
      `${before}-01`,
      `MS-${before.replace('-', '')}01-settlement`,
      'MentorSetu: settlement',
      'Payment gateway receivable',
      '',
      '',
      '100.05',
      'published',
    ],
  ])
  const xml = String((await admin.get(path('tally'))).body)
  const amounts = [...xml.matchAll(/<ISDEEMEDPOSITIVE>(Yes|No)<\/ISDEEMEDPOSITIVE><AMOUNT>(-?[\d.]+)</g)].map(
    ([, sign, paise]) => [sign, Number(paise)],
  )
  expect(amounts).toEqual([
    ['Yes', -0.01],
    ['No', 0.01],
    ['Yes', -100.05],
    ['No', 100.05],
  ])
  // Each account that Tally's entries name is among its ledgers.
  const ledgers = String((await admin.get(path('tally-ledgers'))).body)
  for (const [, name] of xml.matchAll(/<LEDGERNAME>([^<]+)</g)) expect(ledgers).toContain(`<LEDGER NAME="${name}"`)
  expect((await admin.get(`/api/admin/books/export?month=${old}&format=tally`)).headers['content-disposition']).toBe(
    `attachment; filename="tally-${old}.xml"`,
  )
  expect((await admin.get('/api/admin/books/export?month=2026-13&format=tally')).status).toBe(400)
})

test('shows what is open by age, owner by owner, and money in transit to the paisa', async () => {
  const asha = (await makeMentor(app.db)).id
  const ravi = (await makeMentor(app.db)).id
  const family = (await app.login('9700011113', 'student')).id
  const pay = (days: number, paise: number) =>
    journalAt(daysAgo(days), 'payment', [
      ['gateway_receivable', null, paise],
      ['family_prepaid', family, -paise],
    ])
  const earn = (days: number, mentor: string, paise: number) =>
    journalAt(daysAgo(days), 'lesson', [
      ['family_prepaid', family, paise],
      ['mentor_payable', mentor, -paise],
    ])
  await sql`drop trigger ledger_entry_month_open on ledger_entry`.execute(app.db)
  for (const days of [40, 20, 5, 1]) await pay(days, 1_000_00 + days)
  await journalAt(daysAgo(0.5), 'settlement', [
    ['bank', null, 1_500_00],
    ['gateway_receivable', null, -1_500_00],
  ])
  for (const days of [40, 20, 5, 1]) await earn(days, asha, 100_00)
  await earn(40, ravi, 50_00)
  // Takes Asha's oldest and half of the next one.
  await journalAt(daysAgo(0.2), 'payout', [
    ['mentor_payable', asha, 150_00],
    ['bank', null, -150_00],
  ])

  const { openItems, transit } = (await admin.get('/api/admin/books/months')).body
  const of = (account: string) => openItems.find((one: { account: string }) => one.account === account)
  expect(of('mentor_payable')).toEqual({
    account: 'mentor_payable',
    total: 300,
    upTo3Days: 100,
    upTo7Days: 100,
    upTo30Days: 50,
    older: 50,
  })
  const inBooks = await balancePaise(app.db, 'gateway_receivable', null)
  expect(inBooks).toBe(2_500_66)
  expect(of('gateway_receivable')).toEqual({
    account: 'gateway_receivable',
    total: 2500.66,
    upTo3Days: 1000.01,
    upTo7Days: 1000.05,
    upTo30Days: 500.6,
    older: 0,
  })
  expect(transit.map(({ day, amount }: { day: string; amount: number }) => [day, amount])).toEqual([
    [dateInIndia(daysAgo(1)), 1000.01],
    [dateInIndia(daysAgo(5)), 1000.05],
    [dateInIndia(daysAgo(20)), 500.6],
  ])
  const totals = await balances(app.db)
  for (const { account, total } of openItems as { account: AccountKind; total: number }[]) {
    const paise = totals.find(({ kind }) => kind === account)?.paise ?? 0
    expect([account, Math.abs(Math.round(total * 100))]).toEqual([account, Math.abs(paise)])
  }
})

test('a discrepancy has an owner and is overdue after three days', async () => {
  const { rows } = await sql<{
    id: string
  }>`update gateway_discrepancy set resolved_at = null, first_seen_at = now() - interval '71 hours'
    returning id`.execute(app.db)
  const [id] = rows.map((row) => row.id)
  const shown = async () => (await admin.get('/api/admin/books')).body.data[0]
  expect(await shown()).toMatchObject({ owner: null, isOverdue: false })
  const take = (who: LoggedIn) => who.post(`/api/admin/books/differences/${id}/take`, undefined)
  expect([(await take(admin)).status, (await take(admin)).status]).toEqual([200, 200])
  expect(await shown()).toMatchObject({ owner: 'Asha' })
  await sql`update gateway_discrepancy set first_seen_at = now() - interval '73 hours'`.execute(app.db)
  expect((await take(await app.admin({ name: 'Ravi' }))).body.data).toMatchObject({ owner: 'Ravi', isOverdue: true })
  await sql`update gateway_discrepancy set resolved_at = now()`.execute(app.db)
  expect((await take(admin)).body.data).toMatchObject({ owner: 'Ravi', isOverdue: false })
  const audit = await sql`select from audit where action = 'books.take'`.execute(app.db)
  expect(audit.rows).toHaveLength(2)
})
