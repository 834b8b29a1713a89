import { z } from 'zod'
import { paise, rupees } from '#contract/wire/money.ts'
import { idField, paiseField } from './cashfree-fields.ts'
import {
  assertMatches,
  type Calls,
  type GatewayResponse,
  isRefusal,
  isSuccess,
  parseBody,
  readAllPages,
  reasonOf,
} from './gateway-calls.ts'
import type { ListedHold, Payee, PayeeState, Refusal, Splits, TransferNotice } from './splits.ts'

/**
 * Cashfree Easy Split. The share of an order goes to the vendor's ledger with the payment (`order_splits`), where Cashfree's
 * deferred settlement keeps it; `POST /easy-split/vendors/{id}/transfer` pays a part of it to the vendor's bank on demand, and
 * `POST /easy-split/vendors/{id}/adjustment` with DEBIT returns a part to ours. Sources: cashfree.com/docs, "Create Vendor",
 * "Create Order", "Create On Demand Transfer" (v2025-01-01), "Create Adjustment" with its response codes, "Get On Demand
 * Balance", "Get Split and Settlement Details by OrderID v2.0", "Settlement Webhook".
 */
const vendorReply = z.object({ vendor_id: z.string(), status: z.string(), remarks: z.string().nullish() })
const transferReply = z.object({
  settlement_id: idField,
  transfer_details: z.object({ vendor_id: z.string(), transfer_amount: paiseField }),
})
const balanceReply = z.object({ vendor_id: z.string(), vendor_unsettled: paiseField })
const splitRow = z.object({
  entity_type: z.string(),
  amount: z.coerce.number(),
  merchant_order_id: z.string(),
  merchant_vendor_id: z.string().nullish(),
  sale_type: z.string().nullish(),
  added_on: z.string(),
})
const splitPage = z.object({ cursor: z.string().nullish(), data: z.array(splitRow) })
const notice = z.object({
  type: z.enum(['VENDOR_SETTLEMENT_SUCCESS', 'VENDOR_SETTLEMENT_FAILED', 'VENDOR_SETTLEMENT_REVERSED']),
  data: z.object({
    settlement: z.object({
      settlement_id: idField,
      status: z.string(),
      reason: z.string().nullish(),
      utr: z.coerce.string().nullish(),
      // Only needed without a known id: a notice that shows them otherwise still counts.
      vendor_id: z.coerce.string().optional().catch(undefined),
      settlement_amount: paiseField.optional().catch(undefined),
    }),
  }),
})

const refusedStatuses = ['BLOCKED', 'DELETED', 'BANK_VALIDATION_FAILED', 'ACTION_REQUIRED']
const stateOf = ({ status, remarks }: z.output<typeof vendorReply>): PayeeState => ({
  status: status === 'ACTIVE' ? 'active' : refusedStatuses.includes(status) ? 'refused' : 'waiting',
  message: [status, remarks].filter(Boolean).join(': ').slice(0, 300),
  reference: '',
})

/** Names take letters, digits, spaces and . / - & only. */
const plainName = (name: string) =>
  name
    .replace(/[^a-zA-Z0-9 ./&-]/g, '')
    .trim()
    .slice(0, 100)

function vendorBody({ vendorId, name, email, phone, pan, destination }: Payee) {
  const account =
    destination.method === 'bank'
      ? {
          bank: {
            account_number: destination.accountNumber,
            account_holder: plainName(destination.holder),
            ifsc: destination.ifsc,
          },
        }
      : { upi: { vpa: destination.upi, account_holder: plainName(destination.holder) } }
  return {
    vendor_id: vendorId,
    status: 'ACTIVE',
    name: plainName(name),
    email,
    phone,
    verify_account: true,
    dashboard_access: false,
    ...account,
    kyc_details: { account_type: 'Individual', business_type: 'Education', pan },
  }
}

/** A refusal is final for this key or id. */
const refusalOf = (answer: GatewayResponse): Refusal | null =>
  isRefusal(answer) ? { status: 'refused', reason: reasonOf(answer) } : null

export function cashfreeSplits(calls: Calls, headers: Record<string, string>): Splits {
  return {
    needsAddress: false,
    async savePayee(payee) {
      const path = `/easy-split/vendors/${payee.vendorId}`
      const known = await calls.read(path, headers)
      const body = vendorBody(payee)
      const answer =
        known.status === 404 || known.status === 400
          ? await calls.write('/easy-split/vendors', headers, body)
          : await calls.write(path, headers, body, 'PATCH')
      if (refusalOf(answer)) return { status: 'refused', message: reasonOf(answer), reference: '' }
      const reply = parseBody(vendorReply, answer, 'saving a vendor')
      assertMatches('the id of the vendor', reply.vendor_id, payee.vendorId)
      return stateOf(reply)
    },
    async payeeState(vendorId) {
      const reply = parseBody(vendorReply, await calls.read(`/easy-split/vendors/${vendorId}`, headers), 'a vendor')
      assertMatches('the id of the vendor', reply.vendor_id, vendorId)
      return stateOf(reply)
    },
    async release({ transferId, key, vendorId, amountPaise, note }) {
      const answer = await calls.write(
        `/easy-split/vendors/${vendorId}/transfer`,
        { ...headers, 'x-idempotency-key': key },
        {
          transfer_from: 'VENDOR',
          transfer_type: 'ON_DEMAND',
          transfer_amount: rupees(amountPaise),
          remark: note,
          tags: { transfer_id: transferId },
        },
      )
      const refusal = refusalOf(answer)
      if (refusal) return refusal
      const reply = parseBody(transferReply, answer, 'a transfer')
      assertMatches('the vendor of the transfer', reply.transfer_details.vendor_id, vendorId)
      assertMatches('the amount of the transfer', reply.transfer_details.transfer_amount, amountPaise)
      return { status: 'sent', reference: reply.settlement_id }
    },
    async takeBack({ key, number, vendorId, amountPaise, note }) {
      const answer = await calls.write(
        `/easy-split/vendors/${vendorId}/adjustment`,
        { ...headers, 'x-idempotency-key': key },
        {
          vendor_id: vendorId,
          adjustment_id: number,
          amount: rupees(amountPaise),
          type: 'DEBIT',
          remarks: note,
        },
      )
      // An adjustment is carried out once; a second one with its id is refused because the first succeeded.
      if (answer.status === 400 && /adjustmentid.*unique/i.test(reasonOf(answer)))
        return { status: 'settled', reference: String(number) }
      const refusal = refusalOf(answer)
      if (refusal) return refusal
      if (!isSuccess(answer)) parseBody(z.never(), answer, 'an adjustment')
      return { status: 'settled', reference: String(number) }
    },
    // Nothing documented reads a transfer by our id; what left the vendor's ledger shows in its balance.
    async wasCarriedOut({ vendorId, amountPaise, heldPaise, hasTwin }) {
      if (hasTwin) return 'unclear'
      const answer = await calls.read(`/easy-split/vendors/${vendorId}/balances`, headers)
      const reply = parseBody(balanceReply, answer, 'the balance of a vendor')
      assertMatches('the vendor of the balance', reply.vendor_id, vendorId)
      if (reply.vendor_unsettled === heldPaise) return 'no'
      return reply.vendor_unsettled === heldPaise - amountPaise ? 'yes' : 'unclear'
    },
    // Each vendor settlement is told with its own id.
    settledBy: async (settlementId) => [settlementId],
    async holds(from, until) {
      const filters = { start_date: from.toISOString(), end_date: until.toISOString() }
      const rows = await readAllPages('', async (cursor) => {
        const pagination = { limit: 1_000, cursor: cursor || null }
        const answer = await calls.read('/split/order/vendor/recon', headers, { filters, pagination })
        const page = parseBody(splitPage, answer, 'the list of splits')
        return { rows: page.data, next: page.cursor || null }
      })
      return rows
        .filter((one) => one.entity_type === 'vendor_commission' && one.sale_type !== 'DEBIT')
        .map(
          (one): ListedHold => ({
            order: one.merchant_order_id,
            vendorId: one.merchant_vendor_id ?? '',
            amountPaise: paise(one.amount),
          }),
        )
    },
  }
}

/** What a signed webhook says about a vendor's settlement. */
export function transferNotice(body: unknown): TransferNotice | null {
  const told = notice.safeParse(body).data
  if (!told) return null
  const { settlement_id, reason, utr, vendor_id, settlement_amount } = told.data.settlement
  return {
    kind: 'transfer',
    event: told.type,
    eventKey: `${told.type}:${settlement_id}`,
    reference: settlement_id,
    vendorId: vendor_id,
    amountPaise: settlement_amount,
    outcome: told.type === 'VENDOR_SETTLEMENT_SUCCESS' ? 'settled' : 'failed',
    message: (reason ?? utr ?? '').slice(0, 300),
  }
}
