import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeJournal } from '#server/ledger/ledger.ts'
import { transaction } from '#server/platform/database.ts'
import { olderDatabase } from '#test/older-database.ts'

let older: Awaited<ReturnType<typeof olderDatabase>>
beforeAll(async () => {
  older = await olderDatabase()
  await older.migrateBefore('0022')
})
afterAll(() => older.stop())

const made = async (query: RawBuilder<{ id: string }>) => {
  const id = (await query.execute(older.db)).rows[0]?.id
  if (!id) throw new Error('nothing was made')
  return id
}

test('what was owed before there were refunds becomes one refund for each payment', async () => {
  const [payer, teacher] = [
    await made(sql`insert into account (phone) values ('9700000001') returning id`),
    await made(sql`insert into account (phone) values ('9700000002') returning id`),
  ]
  const family = await made(sql`insert into family (account_id) values (${payer}) returning id`)
  const learner = await made(sql`insert into learner (family_id) values (${family}) returning id`)
  const mentor =
    await made(sql`insert into mentor (slug, account_id, full_name, gender, age, experience, email, area, city, state, lat, lon, teaching_range)
    values ('asha', ${teacher}, 'Asha Verma', 'female', 34, '5-10', 'asha@example.com', '', 'Indore', 'Madhya Pradesh', 22.7, 75.8, 'anywhere') returning id`)
  const order = (number: string, paise: number) =>
    made(sql`insert into payment_order (number, family_id, mentor_id, learner_id, plan, mode, subject, hours, price_paise, promotion_paise,
      amount_paise, terms, gateway, expires_at, status, paid_at, payment_session_id)
      values (${number}, ${family}, ${mentor}, ${learner}, 'monthly', 'homeTuition', 'mathematics', 1, ${paise}, 0,
      ${paise}, '{}', 'sandbox', now(), 'paid', now(), ${number}) returning id`)
  const pay = (orderId: string, id: string, paise: number) =>
    made(sql`insert into payment (order_id, gateway, gateway_payment_id, status, amount_paise, method, bank_reference, message)
      values (${orderId}, 'sandbox', ${id}, 'SUCCESS', ${paise}, 'upi', '', '') returning id`)
  const owe = (kind: 'payment' | 'correction', subjectId: string, amountPaise: number) =>
    transaction(older.db, (tx) =>
      writeJournal(tx, {
        kind,
        subjectId,
        lines: [
          { kind: 'gateway_receivable', amountPaise },
          { kind: 'refunds_payable', amountPaise: -amountPaise },
        ],
      }),
    )
  const nothingBought = await order('nothing bought', 9_900)
  await pay(nothingBought, 'p1', 9_900)
  await owe('payment', nothingBought, 9_900)
  const paidTwice = await order('paid twice', 450_000)
  await pay(paidTwice, 'p2', 450_000)
  await owe('correction', await pay(paidTwice, 'p3', 450_000), 450_000)

  await older.migrateBefore()

  const { rows } = await sql`
    select p.gateway_payment_id as payment, r.kind, r.amount_paise as paise, r.status,
      (select count(*) from refund_event e where e.refund_id = r.id)::int as events
    from refund r join payment p on p.id = r.payment_id order by 1`.execute(older.db)
  expect(rows).toEqual([
    { payment: 'p1', kind: 'owed', paise: 9_900, status: 'approved', events: 1 },
    { payment: 'p3', kind: 'owed', paise: 450_000, status: 'approved', events: 1 },
  ])
})
