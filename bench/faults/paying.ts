import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { agePayoutAccounts, makeAdmin, makeEarning } from '#test/builders.ts'
import { bought, has, inDays, nothingYet, type Story, timesSent } from './story.ts'

/** The gateway settles to the bank, an admin reconciles the books and makes a batch, and a second admin pays it. */
export const paying: Story = {
  name: 'a settlement is booked and a mentor is paid',
  writes: [
    ...[
      'gateway_check',
      'gateway_settlement',
      'journal',
      'ledger_account',
      'ledger_entry',
      'pgboss.job_common',
      'outbox',
    ],
    ...['payout_account', 'payout_batch', 'payout', 'payout_entry', 'audit', 'idempotency'],
  ],
  async begin(stage) {
    const { db, requestWithRetry, gateway } = stage
    // Settle what other stories left open, so that it is not part of this settlement.
    await gateway.settle()
    const { mentor } = await bought(stage)
    await makeEarning(db, mentor.id, 66_000)
    const enterAdmin = async () => await stage.enter('admin', { ...(await makeAdmin(db)), id: '' })
    const admin = await enterAdmin()
    const second = await enterAdmin()
    const checkKey = randomUUID()
    const accountKey = randomUUID()
    const batchKey = randomUUID()
    const paidKey = randomUUID()
    let settlementId = nothingYet
    let batchId = nothingYet
    const isBooked = () =>
      has(
        stage,
        sql`select from gateway_settlement where gateway_settlement_id = ${settlementId}
          and not exists (select from gateway_check where status in ('waiting', 'running'))`,
      )
    const checks = '/api/admin/books/checks'
    const askAgain = async () => {
      // An interrupted check is given up after ten minutes.
      await sql`update gateway_check set made_at = made_at - interval '11 minutes', started_at = started_at - interval '11 minutes'
        where status in ('waiting', 'running')`.execute(db)
      await requestWithRetry(admin, 'POST', checks)
    }
    return {
      async go() {
        settlementId = (await gateway.settle()).id
        await requestWithRetry(admin, 'POST', checks, { key: checkKey })
        await stage.until('the settlement is booked', isBooked, askAgain)
        const body = { method: 'upi', holder: 'Asha Verma', upi: 'asha.verma@okaxis' }
        await requestWithRetry(mentor, 'PUT', '/api/mentor/payout-account', { body, key: accountKey })
        await agePayoutAccounts(db)
        const input = { body: { until: inDays(0) }, key: batchKey }
        const batch = (await requestWithRetry(admin, 'POST', '/api/admin/payouts', input)).data
        batchId = batch._id
        const paid = { body: { reference: `UTR${batchId.slice(-12)}`, amount: batch.amount }, key: paidKey }
        await requestWithRetry(second, 'POST', `/api/admin/payouts/${batchId}/paid`, paid)
      },
      effects: () => ({
        found: sql`select count(*)::int as settlements,
          (select count(*) from journal where kind = 'settlement' and subject_id = any(array_agg(s.id)))::int as journals,
          (select count(*) from payout where mentor_id = ${mentor.id} and status = 'paid' and batch_id = ${batchId})::int as payouts,
          (select count(*) from payout where mentor_id = ${mentor.id})::int as "allPayouts",
          (select count(*) from journal j join payout o on o.id = j.subject_id where j.kind = 'payout' and o.mentor_id = ${mentor.id})::int as paid,
          (select count(*) from payout_batch where status = 'open')::int as open,
          (select balance_paise from ledger_account where kind = 'mentor_payable' and owner_id = ${mentor.id})::int as owed,
          ${timesSent('payout-paid', mentor)} as told
          from gateway_settlement s where gateway_settlement_id = ${settlementId}`,
        expected: { settlements: 1, journals: 1, payouts: 1, allPayouts: 1, paid: 1, open: 0, owed: 0, told: 1 },
      }),
    }
  },
}
