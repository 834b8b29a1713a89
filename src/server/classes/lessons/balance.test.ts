import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#server/platform/database.ts'
import { type TestDatabase, testDatabase } from '#test/harness.ts'
import * as balance from './balance.ts'

let database: TestDatabase
const family = randomUUID()
const running = randomUUID()
const over = randomUUID()
const foreign = randomUUID()
const bookings = [
  { id: running, family_id: family, status: 'scheduled', minutes: 700, price_paise: 100_000, refunded_paise: 1000 },
  { id: over, family_id: family, status: 'cancelled', minutes: 100, price_paise: 50_000, refunded_paise: 0 },
  { id: foreign, family_id: randomUUID(), status: 'scheduled', minutes: 9, price_paise: 999, refunded_paise: 0 },
]
const past = '2026-01-01T10:00:00Z'
const future = '2999-01-01T10:00:00Z'
const lessons = [
  { fee_paise: 10_000, minutes: 60, status: 'held', settled_at: past },
  { fee_paise: 5000, minutes: 50, status: 'missed_by_family', settled_at: past },
  { fee_paise: 3000, minutes: 40, status: 'held', disputed_at: past },
  { fee_paise: 2000, minutes: 30, status: 'scheduled', no_show_at: past },
  { fee_paise: 1500, minutes: 20, status: 'held' },
  { fee_paise: 700, minutes: 10, status: 'scheduled' },
  { fee_paise: 400, minutes: 5, status: 'scheduled', starts_at: future },
  { booking_id: over, fee_paise: 7000, minutes: 30, status: 'held', settled_at: past },
  { booking_id: foreign, fee_paise: 77, minutes: 3, status: 'missed_by_family', settled_at: past },
]

beforeAll(async () => {
  database = await testDatabase()
  await transaction(database.db, async (tx) => {
    // Fixtures bypass foreign keys and lifecycle guards.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into booking (id, family_id, status, minutes, price_paise, refunded_paise, order_id, mentor_id, learner_id, plan, mode, subject,
        duration_days, terms, schedule_by)
      select id, family_id, status, minutes, price_paise, refunded_paise, uuidv7(), uuidv7(), uuidv7(), 'monthly', 'online', 'science', 30, '{}', now()
      from jsonb_populate_recordset(null::booking, ${JSON.stringify(bookings)}::jsonb)`.execute(tx)
    await sql`insert into lesson (booking_id, slot_id, learner_id, sequence, starts_at, ends_at, minutes, fee_paise, status, settled_at, disputed_at, no_show_at)
      select coalesce(booking_id, ${running}), uuidv7(), uuidv7(), row_number() over (), coalesce(starts_at, ${past}), coalesce(starts_at, ${past}) + interval '1 hour', minutes,
        fee_paise, status, settled_at, disputed_at, no_show_at
      from jsonb_populate_recordset(null::lesson, ${JSON.stringify(lessons)}::jsonb)`.execute(tx)
    await sql`insert into lesson_credit (booking_id, lesson_id, minutes, cause)
      select id, uuidv7(), 60, 'mentor' from booking where family_id = ${family}`.execute(tx)
  })
})
afterAll(() => database.drop())

test('the figures of a booking are sums of its classes', async () => {
  const one = await balance.balanceOf(database.db, running)
  const amounts = [
    ...[balance.usedPaise, balance.leftPaise, balance.unheldPaise, balance.transferablePaise, balance.refundablePaise],
    ...[balance.givenUpPaise, balance.freePaise, balance.usedMinutes, balance.unplannedMinutes],
  ].map((figure) => [figure.name, figure({ ...one, suspendedPaise: 11 })])
  expect(Object.fromEntries(amounts)).toEqual({
    usedPaise: 22_600,
    leftPaise: 84_000,
    unheldPaise: 79_500,
    transferablePaise: 76_800,
    refundablePaise: 76_811,
    givenUpPaise: 411,
    // The minutes owed cost ₹84.857 and are rounded up.
    freePaise: 76_400 - 8486,
    usedMinutes: 215,
    unplannedMinutes: 425,
  })
  expect(balance.leftParts(one)).toEqual({ unheld: 795, waiting: 15, onHold: 30 })
  expect(balance.freePaise(await balance.balanceOf(database.db, over))).toBe(43_000)
  await expect(balance.balanceOf(database.db, family)).rejects.toThrow(`no booking ${family}`)
})

test("a family's money is the sum of its bookings", async () => {
  const moneyOf = async (id: string) => {
    const { rows } = await balance.familyMoneyRow(id).execute(database.db)
    return rows.map(balance.toFamilyMoney)
  }
  expect(await moneyOf(family)).toEqual([
    ...[{ left: 1270, completed: 220, charged: 50, held: 45, upcoming: 795, waiting: 15, onHold: 30, refundable: 430 }],
  ])
  expect(await moneyOf(running)).toEqual([
    ...[{ left: 0, completed: 0, charged: 0, held: 0, upcoming: 0, waiting: 0, onHold: 0, refundable: 0 }],
  ])
})
