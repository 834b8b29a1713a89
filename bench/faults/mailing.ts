import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { bought, has, type Story } from './story.ts'

/** A family has its receipt sent by email. */
export const mailing: Story = {
  name: 'a receipt is emailed',
  writes: ['family', 'outbox', 'pgboss.job_common', 'idempotency'],
  async begin(stage) {
    const { family, orderId } = await bought(stage)
    const key = randomUUID()
    // A message interrupted while being sent is due again a minute later.
    const waitAMinute = async () => {
      await sql`update outbox set due_at = now() where sent_at is null`.execute(stage.db)
      await stage.sendJob('messages.send')
    }
    const isSent = () =>
      has(
        stage,
        sql`select from outbox where template = 'receipt' and data->>'order' = ${orderId} and sent_at is not null`,
      )
    return {
      async go() {
        const body = { email: `${family.phone}@example.com` }
        await stage.requestWithRetry(family, 'POST', `/api/payment/receipt/${orderId}/mail`, { body, key })
        await stage.until('the receipt is sent', isSent, waitAMinute)
      },
      effects: () => ({
        found: sql`select count(*)::int as mails, count(sent_at)::int as sent, min(recipient) as recipient,
          (select email from family where id = ${family.id}) as known
          from outbox where template = 'receipt' and data->>'order' = ${orderId}`,
        expected: {
          mails: 1,
          sent: 1,
          recipient: `${family.phone}@example.com`,
          known: `${family.phone}@example.com`,
        },
      }),
    }
  },
}
