import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { balancePaise } from '#server/ledger/ledger.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { agePayoutAccounts, makeEarning, makeMentor } from '#test/builders.ts'
import { sized } from '#test/rounds.ts'
import { inDays, type LoggedIn, newIp, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let admin: LoggedIn
let payer: LoggedIn
const mentors: string[] = []
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
  payer = await app.admin()
  for (let one = 0; one < 3; one++) {
    const mentor = await makeMentor(app.db)
    mentors.push(mentor.id)
    const account = { method: 'upi', holder: 'Asha', upi: 'asha@okaxis' }
    expect((await (await app.login(mentor.phone, 'mentor')).put('/api/mentor/payout-account', account)).status).toBe(
      200,
    )
  }
  await agePayoutAccounts(app.db)
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

type Step =
  | { do: 'earn' | 'takeBack'; mentor: number; paise: number }
  | { do: 'make' | 'undo' | 'pay' | 'payWrong' | 'together' }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('earn' as const),
      mentor: fc.nat(2),
      paise: fc.integer({ min: 1, max: 90_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('takeBack' as const),
      mentor: fc.nat(2),
      paise: fc.integer({ min: 1, max: 90_000 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('make', 'undo', 'pay', 'pay', 'payWrong', 'together') }) },
)

/** Expected ledger state: earned, owed to each mentor (unallocated and in the open batch), and paid by the bank. */
type Model = { earned: number; free: number[]; frozen: number[] | null; stopped: boolean[]; bank: number }

async function check(model: Model) {
  for (const [nth, id] of mentors.entries()) {
    const owed = (model.free[nth] ?? 0) + (model.frozen?.[nth] ?? 0)
    expect(0 - (await balancePaise(app.db, 'mentor_payable', id)), `mentor ${nth}`).toBe(owed)
  }
  expect(await balancePaise(app.db, 'bank', null)).toBe(model.earned - model.bank)
  const { rows } =
    await sql`select p.entry_id from payout_entry p join payout o on o.id = p.payout_id where o.status not in ('open', 'paid')`.execute(
      app.db,
    )
  expect(rows).toEqual([])
  const off = await sql`select journal_id from ledger_entry group by 1 having sum(amount_paise) <> 0`.execute(app.db)
  expect(off.rows).toEqual([])
}

async function take(model: Model, one: Step, id: string | null): Promise<string | null> {
  const amount = () => (model.frozen ?? []).reduce((sum, paise, nth) => sum + (model.stopped[nth] ? 0 : paise), 0)
  const pay = (given: number) =>
    payer.post(`/api/admin/payouts/${id}/paid`, { reference: 'UTR00000', amount: given / 100 }, newIp())
  const undo = () => admin.post(`/api/admin/payouts/${id}/undo`, undefined, newIp())
  const wasPaid = () => {
    model.bank += amount()
    model.free = model.free.map((paise, nth) => paise + (model.stopped[nth] ? (model.frozen?.[nth] ?? 0) : 0))
    model.frozen = null
  }
  const wasUndone = () => {
    model.free = model.free.map((paise, nth) => paise + (model.frozen?.[nth] ?? 0))
    model.frozen = null
  }
  if (one.do === 'earn' || one.do === 'takeBack') {
    const mentor = mentors[one.mentor] ?? ''
    const owed = (model.free[one.mentor] ?? 0) + (model.frozen?.[one.mentor] ?? 0)
    const signed = one.do === 'earn' ? one.paise : -one.paise
    const done = await makeEarning(app.db, mentor, signed).then(
      () => true,
      () => false,
    )
    expect(done).toBe(owed + signed >= 0)
    if (!done) return id
    model.free[one.mentor] = (model.free[one.mentor] ?? 0) + signed
    model.earned += Math.max(0, signed)
    if (signed < 0 && model.frozen?.[one.mentor]) model.stopped[one.mentor] = true
    return id
  }
  if (one.do === 'make') {
    const made = await admin.post('/api/admin/payouts', { until: inDays(0) }, newIp())
    if (model.frozen) {
      expect([made.status, made.body.data._id]).toEqual([200, id])
      return id
    }
    const due = model.free.map((paise) => Math.max(0, paise))
    if (due.every((paise) => paise === 0)) {
      expect(made.body.code).toBe('payout-empty')
      return id
    }
    expect(made.body.data.amount).toBe(due.reduce((sum, paise) => sum + paise, 0) / 100)
    model.frozen = due
    model.free = model.free.map((paise, nth) => paise - (due[nth] ?? 0))
    model.stopped = due.map(() => false)
    return made.body.data._id
  }
  if (!id) return null
  if (!model.frozen) {
    // The batch ended: repeating the payment succeeds and moves nothing.
    expect([200, 409]).toContain((await undo()).status)
    return id
  }
  const due = amount()
  if (one.do === 'payWrong') expect((await pay(due + 1)).body.code).toBe('payout-changed')
  if (one.do === 'undo') {
    expect((await undo()).status).toBe(200)
    wasUndone()
  }
  if (one.do === 'pay') {
    const paid = await pay(due)
    expect(paid.status).toBe(due === 0 ? 409 : 200)
    if (due > 0) wasPaid()
  }
  if (one.do === 'together') {
    const [paid, undone] = await Promise.all([pay(due), undo()])
    expect([paid.status, undone.status].sort()).toEqual([200, 409])
    if (paid.status === 200) wasPaid()
    else wasUndone()
  }
  return id
}

// A failure prints its seed and path: `fc.assert(…, { seed, path })` repeats it.
test('keeps ledger and payouts consistent under random earnings, deductions, batches, undos and payments', async () => {
  const model: Model = { earned: 0, free: mentors.map(() => 0), frozen: null, stopped: [], bank: 0 }
  let id: string | null = null
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
    for (const one of steps) {
      id = await take(model, one, id)
      await check(model)
    }
  })
  await fc.assert(property, { numRuns: sized(8, 40), endOnFailure: true })
  expect(model.bank).toBeGreaterThan(0)
}, 120_000)
