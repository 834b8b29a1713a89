import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#server/platform/database.ts'
import { refusal, testDatabase } from '#test/harness.ts'
import { balancePaise, balances, journalKinds, type Line, lockAccounts, writeJournal } from './ledger.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const journal = (lines: Line[], subjectId = randomUUID()) =>
  transaction(database.db, (tx) => writeJournal(tx, { kind: 'payment', subjectId, lines }))

test('moves balances once per journal', async () => {
  expect(await balances(database.db)).toEqual([
    { kind: 'family_prepaid', paise: 0 },
    { kind: 'mentor_payable', paise: 0 },
  ])
  const family = randomUUID()
  const subject = randomUUID()
  const lines: Line[] = [
    { kind: 'gateway_receivable', amountPaise: 9900 },
    { kind: 'family_prepaid', ownerId: family, amountPaise: -9900 },
  ]
  const written = await Promise.all([journal(lines, subject), journal(lines, subject)])
  expect(written.sort()).toEqual([false, true])
  expect(await balancePaise(database.db, 'family_prepaid', family)).toBe(-9900)
  expect(await balancePaise(database.db, 'family_credit', family)).toBe(0)
})

test('writes no line of zero paise, and no journal without lines', async () => {
  const family = randomUUID()
  const subject = randomUUID()
  expect(await journal([{ kind: 'family_credit', ownerId: family, amountPaise: 0 }], subject)).toBe(false)
  const lines: Line[] = [
    { kind: 'refunds_payable', amountPaise: -1 },
    { kind: 'family_credit', ownerId: family, amountPaise: 0 },
    { kind: 'held_in_dispute', amountPaise: 1 },
  ]
  expect(await refusal(journal(lines, subject))).toBe('ledger_balance_not_overdrawn')
  const { rows } = await sql`select from ledger_account where owner_id = ${family}
    union all select from journal where subject_id = ${subject}`.execute(database.db)
  expect(rows).toEqual([])
})

test('adds up balances by kind, and locks only the accounts of the lines', async () => {
  const family = randomUUID()
  const other = randomUUID()
  const mentor = randomUUID()
  const lines: Line[] = [
    { kind: 'gst', amountPaise: -15 },
    ...[family, other].map((ownerId): Line => ({ kind: 'family_prepaid', ownerId, amountPaise: -1000 })),
    ...[family, other].map((ownerId): Line => ({ kind: 'family_credit', ownerId, amountPaise: -200 })),
    { kind: 'mentor_payable', ownerId: mentor, amountPaise: -60 },
    { kind: 'mentor_debt', ownerId: mentor, amountPaise: 40 },
    { kind: 'gateway_receivable', amountPaise: 2435 },
  ]
  expect(await journal(lines)).toBe(true)
  const { rows: byKind } = await sql`select kind, sum(balance_paise)::int8 as paise from ledger_account
    group by kind order by kind`.execute(database.db)
  expect(await balances(database.db)).toEqual(byKind)
  // Accounts are made in the order in which they are locked.
  const { rows: made } = await sql<{
    kind: string
  }>`select kind from ledger_account where owner_id in (${family}, ${other})
    order by id`.execute(database.db)
  expect(made.map(({ kind }) => kind)).toEqual(['family_credit', 'family_credit', 'family_prepaid', 'family_prepaid'])
  const locked: Line[] = [
    { kind: 'family_prepaid', ownerId: family, amountPaise: 0 },
    { kind: 'bank', amountPaise: 0 },
  ]
  await transaction(database.db, async (tx) => {
    await lockAccounts(tx, locked)
    const free = await sql<{ kind: string; owner_id: string | null }>`select a.kind, a.owner_id from ledger_account a
      where a.owner_id = ${family} or a.kind in ('bank', 'gst') order by 1 for update of a skip locked`.execute(
      database.db,
    )
    expect(free.rows.map(({ kind }) => kind)).toEqual(['family_credit', 'gst'])
  })
})

test('accepts every kind of journal', async () => {
  const lines: Line[] = [
    { kind: 'gateway_receivable', amountPaise: 1 },
    { kind: 'commission', amountPaise: -1 },
  ]
  for (const kind of journalKinds)
    expect(
      await transaction(database.db, (tx) => writeJournal(tx, { kind, subjectId: randomUUID(), lines })),
      kind,
    ).toBe(true)
})

test('refuses a journal that does not sum to zero', async () => {
  expect(
    await refusal(
      journal([
        { kind: 'gateway_receivable', amountPaise: 100 },
        { kind: 'commission', amountPaise: -99 },
      ]),
    ),
  ).toBe('journal_balances')
})

test('refuses to spend more than was paid, also concurrently', async () => {
  const family = randomUUID()
  await journal([
    { kind: 'gateway_receivable', amountPaise: 1000 },
    { kind: 'family_prepaid', ownerId: family, amountPaise: -1000 },
  ])
  const spend = () =>
    journal([
      { kind: 'family_prepaid', ownerId: family, amountPaise: 700 },
      { kind: 'commission', amountPaise: -700 },
    ])
  const outcomes = await Promise.all([refusal(spend()), refusal(spend())])
  expect(outcomes.sort()).toEqual(['accepted', 'ledger_balance_not_overdrawn'])
  expect(await balancePaise(database.db, 'family_prepaid', family)).toBe(-300)
})

test('never overdraws the bank account, but allows a negative gateway receivable', async () => {
  const pay = (amountPaise: number) =>
    journal([
      { kind: 'bank', amountPaise },
      { kind: 'gateway_receivable', amountPaise: -amountPaise },
    ])
  expect(await refusal(pay(-1))).toBe('bank_not_overdrawn')
  await pay(1_000_000)
  const outcomes = await Promise.all([refusal(pay(-600_000)), refusal(pay(-600_000))])
  expect(outcomes.sort()).toEqual(['accepted', 'bank_not_overdrawn'])
  expect(await refusal(pay(-400_001))).toBe('bank_not_overdrawn')
  expect(await balancePaise(database.db, 'bank', null)).toBe(400_000)
})

test('refuses to change or delete entries and journals', async () => {
  await journal([
    { kind: 'gateway_receivable', amountPaise: 5 },
    { kind: 'commission', amountPaise: -5 },
  ])
  for (const statement of [
    sql`update ledger_entry set amount_paise = 1`,
    sql`delete from ledger_entry`,
    sql`update journal set at = now()`,
    sql`delete from journal`,
    sql`truncate ledger_entry cascade`,
  ]) {
    expect(await refusal(statement.execute(database.db))).toBe('books_append_only')
  }
})

test('keeps every account balance equal to the sum of its entries', async () => {
  const { rows } = await sql`select a.id from ledger_account a left join ledger_entry e on e.account_id = a.id
    group by a.id having a.balance_paise <> coalesce(sum(e.amount_paise), 0)`.execute(database.db)
  expect(rows).toEqual([])
})
