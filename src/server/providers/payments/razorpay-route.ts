import { z } from 'zod'
import {
  assertMatches,
  type Calls,
  GatewayError,
  type GatewayResponse,
  isRefusal,
  isSuccess,
  parseBody,
  readAllPages,
  reasonOf,
  uniqueBy,
} from './gateway-calls.ts'
import { listOf, paiseField } from './razorpay-fields.ts'
import {
  type Claim,
  emailInUse,
  type ListedHold,
  type Part,
  type Payee,
  type PayeeState,
  type Refusal,
  type Splits,
  type TransferWay,
} from './splits.ts'

/**
 * Razorpay Route. An order carries one transfer to the mentor's linked account with `on_hold`. A hold is released as a whole
 * only, so a class takes its part out of it with a reversal and pays it with a transfer of its own, without hold. Neither call
 * has an idempotency key: our id is in the notes of both, and what an earlier call made is looked up first. Once a refund
 * was begun, Razorpay takes no more transfers on the payment; then the part is a direct transfer, which has a key and must
 * be enabled for the account. Which way a part goes is kept before its first call. Sources: razorpay.com/docs/api/payments/route, "Create a Linked Account", "Create a
 * Stakeholder Account", "Request" and "Update a Product Configuration", "Create Transfers From Orders", "Create Transfers
 * From Payments", "Reverse a Transfer", "Fetch Reversals for a Transfer", "Fetch Transfers for a Payment" and "an Order",
 * "Create a Direct Transfer (Idempotent Request)", "Fetch Transfers for a Settlement".
 */
const notes = z.record(z.string(), z.unknown()).catch({})
const transferEntity = z.object({
  id: z.string().startsWith('trf_'),
  recipient: z.string(),
  amount: paiseField,
  currency: z.string(),
  status: z.string(),
  error: z.object({ description: z.string().nullish() }).nullish(),
  notes,
})
type Transfer = z.output<typeof transferEntity>
const reversalEntity = z.object({ id: z.string(), amount: paiseField, notes })
const orderWithTransfers = z.object({ id: z.string(), transfers: listOf(transferEntity) })
const listedPayment = z.object({ id: z.string(), status: z.string() })
const accountEntity = z.object({
  id: z.string().startsWith('acc_'),
  created_at: z.number(),
  reference_id: z.string().nullish(),
})
const productEntity = z.object({
  id: z.string(),
  activation_status: z.string(),
  requirements: z.array(z.object({ field_reference: z.string() })).catch([]),
})

/** Linked accounts take no transfers in their first day. */
const coolingMs = 24 * 3_600_000
/** Details the linked account's business belongs to. */
const business = { business_type: 'individual', profile: { category: 'education', subcategory: 'coaching' } }

/** Our reference of a payee: the linked account and its product. */
const referenceOf = (account: string, product: string) => `${account}/${product}`
const accountIn = (reference: string) => reference.split('/')[0] ?? ''

/** What an account says of the payee it was made for, in the 20 characters that fit. */
const ownReference = ({ vendorId }: Payee) => vendorId.slice(-20)

const refused = (message: string): PayeeState => ({ status: 'refused', message, reference: '' })

function stateOf(account: z.output<typeof accountEntity>, product: z.output<typeof productEntity>): PayeeState {
  const { activation_status: status, requirements } = product
  const isNew = Date.now() - account.created_at * 1000 < coolingMs
  const needed = requirements.map((one) => one.field_reference).join(', ')
  return {
    status:
      status === 'activated' && !isNew
        ? 'active'
        : status === 'needs_clarification' || status === 'suspended'
          ? 'refused'
          : 'waiting',
    message: [status, needed].filter(Boolean).join(': ').slice(0, 300),
    reference: referenceOf(account.id, product.id),
  }
}

/** Names take letters, digits and spaces only. */
const plainName = (name: string) =>
  name
    .replace(/[^a-zA-Z0-9 ]/g, '')
    .trim()
    .slice(0, 100)

/** Calls `v1`, and for linked accounts `v2`, of the API. */
export function razorpayRoute(v1: Calls, v2: Calls, headers: Record<string, string>): Splits {
  const fieldsOf = (payee: Payee, { street, city, state, pincode }: NonNullable<Payee['address']>) => ({
    email: payee.email,
    phone: payee.phone,
    type: 'route',
    contact_name: plainName(payee.name),
    reference_id: ownReference(payee),
    legal_business_name: plainName(payee.name),
    business_type: business.business_type,
    profile: {
      ...business.profile,
      addresses: {
        registered: {
          street1: street.slice(0, 100),
          street2: city,
          city,
          state: state.toUpperCase(),
          postal_code: pincode,
          country: 'IN',
        },
      },
    },
  })

  /**
   * A new linked account of a payee, or the one that an unanswered call made for the same payee; otherwise why there is none.
   * Emails prove nothing: another mentor may have entered the same one first.
   */
  async function accountOf(payee: Payee, address: NonNullable<Payee['address']>) {
    const made = await v2.write('/accounts', headers, fieldsOf(payee, address))
    const existing = /already exists for account - (?:acc_)?(\w+)/.exec(reasonOf(made))?.[1]
    if (!existing) return isRefusal(made) ? reasonOf(made) : parse(made)
    const found = await v2.read(`/accounts/acc_${existing}`, headers)
    if (isRefusal(found)) return emailInUse
    const account = parse(found)
    return account.reference_id === ownReference(payee) ? account : emailInUse
  }
  const parse = (answer: GatewayResponse) => parseBody(accountEntity, answer, 'a linked account')
  const readAccount = async (id: string) => parse(await v2.read(`/accounts/${id}`, headers))

  const listAll = <S extends z.ZodType>(path: string, entity: S, what: string): Promise<z.output<S>[]> =>
    readAllPages(0, async (skip) => {
      const answer = await v1.read(`${path}count=100&skip=${skip}`, headers)
      const rows = parseBody(listOf(entity), answer, what)
      return { rows, next: skip + rows.length }
    })

  /** Everything this order transferred: with the order and, later, from its payment. */
  async function transfersOf(sessionId: string) {
    const order = await v1.read(`/orders/${sessionId}?expand[]=transfers`, headers)
    const { id, transfers } = parseBody(orderWithTransfers, order, 'the transfers of an order')
    assertMatches('the id of the order', id, sessionId)
    const paid = parseBody(listOf(listedPayment), await v1.read(`/orders/${sessionId}/payments`, headers), 'payments')
    const paymentId = paid.find(({ status }) => status === 'captured' || status === 'refunded')?.id
    if (!paymentId) throw new GatewayError(`order ${sessionId} has no captured payment`)
    const later = await listAll(`/payments/${paymentId}/transfers?`, transferEntity, 'the transfers of a payment')
    return { paymentId, transfers: uniqueBy([...transfers, ...later], (one) => one.id) }
  }

  const sentOr = (one: Transfer): { status: 'sent'; reference: string } | Refusal =>
    one.status === 'failed'
      ? { status: 'refused', reason: one.error?.description ?? `transfer ${one.id} failed` }
      : { status: 'sent', reference: one.id }

  /** Razorpay takes no more transfers on a payment once a refund was begun, whatever became of it. */
  async function wayOf(paymentId: string): Promise<TransferWay> {
    const answer = await v1.read(`/payments/${paymentId}/refunds?count=1`, headers)
    return parseBody(listOf(z.unknown()), answer, 'the refunds of a payment').length > 0 ? 'direct' : 'payment'
  }

  /** Takes a part out of the hold, once. @returns the reversal, or a refusal */
  async function takeOut(
    { partId, vendorId, amountPaise, note, sessionId, keep }: Part & Claim,
    transfers: Transfer[],
  ) {
    const hold = transfers.find((one) => one.recipient === accountIn(vendorId) && one.notes.hold_of !== undefined)
    if (!hold) throw new GatewayError(`order ${sessionId} holds nothing for ${vendorId}`)
    const path = `/transfers/${hold.id}/reversals`
    const listed = await listAll(`${path}?`, reversalEntity, 'the reversals of a transfer')
    let reversal = listed.find((one) => one.notes.transfer_id === partId)
    if (!reversal) {
      await keep()
      const answer = await v1.write(path, headers, {
        amount: amountPaise,
        notes: { transfer_id: partId, number: note },
      })
      if (isRefusal(answer)) return { reversal: null, refusal: reasonOf(answer) }
      reversal = parseBody(reversalEntity, answer, 'a reversal')
    }
    assertMatches(`the amount of reversal ${reversal.id}`, reversal.amount, amountPaise)
    return { reversal, refusal: '' }
  }

  return {
    needsAddress: true,
    async savePayee(payee, claim) {
      const { destination, address, reference } = payee
      if (destination.method !== 'bank') return refused('Razorpay pays bank accounts only')
      if (!address) return refused('Razorpay needs a postal address')
      const [known = '', knownProduct] = reference.split('/')
      const account = known ? await readAccount(known) : await accountOf(payee, address)
      if (typeof account === 'string') return refused(account)
      if (!known && !(await claim(account.id))) return refused(emailInUse)
      const path = `/accounts/${account.id}`
      if (!knownProduct) {
        // A second stakeholder with the same PAN is refused, which is as good.
        const stakeholder = { name: payee.name, email: payee.email, kyc: { pan: payee.pan } }
        const named = await v2.write(`${path}/stakeholders`, headers, stakeholder)
        if (!isSuccess(named) && !isRefusal(named)) parseBody(z.never(), named, 'a stakeholder')
      }
      const asked = { product_name: 'route', tnc_accepted: true }
      const product = knownProduct
        ? { id: knownProduct }
        : parseBody(productEntity, await v2.write(`${path}/products`, headers, asked), 'a product')
      const settlements = {
        account_number: destination.accountNumber,
        ifsc_code: destination.ifsc,
        beneficiary_name: plainName(destination.holder),
      }
      const saved = await v2.write(
        `${path}/products/${product.id}`,
        headers,
        { settlements, tnc_accepted: true },
        'PATCH',
      )
      if (isRefusal(saved)) return { ...refused(reasonOf(saved)), reference: referenceOf(account.id, product.id) }
      return stateOf(account, parseBody(productEntity, saved, 'saving a product'))
    },
    async payeeState(reference) {
      const [account = '', product = ''] = reference.split('/')
      const answer = await v2.read(`/accounts/${account}/products/${product}`, headers)
      return stateOf(await readAccount(account), parseBody(productEntity, answer, 'a product'))
    },
    async release(part) {
      const { transferId, vendorId, amountPaise, note } = part
      const { paymentId, transfers } = await transfersOf(part.sessionId)
      const known = transfers.find((one) => one.notes.transfer_id === transferId)
      if (known) return sentOr(known)
      const { reversal, refusal } = await takeOut(part, transfers)
      if (!reversal) return { status: 'refused', reason: refusal }
      const body = {
        account: accountIn(vendorId),
        amount: amountPaise,
        currency: 'INR',
        notes: { transfer_id: transferId, reversal: reversal.id, number: note },
      }
      // No list of the order has a direct transfer, so that a part that was asked for in one way is never asked for in the other.
      if ((await part.keep(await wayOf(paymentId))) === 'direct') {
        const answer = await v1.write('/transfers', { ...headers, 'x-transfer-idempotency': transferId }, body)
        // The part is in our balance by now: it is due until a call succeeds, and an admin sees the reason.
        const made = parseBody(transferEntity, answer, 'a direct transfer')
        assertMatches('the amount of the transfer', made.amount, amountPaise)
        return sentOr(made)
      }
      const answer = await v1.write(`/payments/${paymentId}/transfers`, headers, {
        transfers: [{ ...body, on_hold: false }],
      })
      if (isRefusal(answer)) return { status: 'refused', reason: reasonOf(answer) }
      const [made] = parseBody(listOf(transferEntity), answer, 'a transfer')
      if (!made) throw new GatewayError(`transfer ${transferId} is not in the answer`)
      assertMatches('the amount of the transfer', made.amount, amountPaise)
      return sentOr(made)
    },
    async takeBack(part) {
      const { transfers } = await transfersOf(part.sessionId)
      const { reversal, refusal } = await takeOut(part, transfers)
      return reversal ? { status: 'settled', reference: reversal.id } : { status: 'refused', reason: refusal }
    },
    // Calls look for what earlier ones made, so that repeating them is safe under any key.
    wasCarriedOut: async () => 'no',
    async settledBy(settlementId) {
      const path = `/transfers?recipient_settlement_id=${settlementId}&`
      return (await listAll(path, transferEntity, 'the transfers of a settlement')).map(({ id }) => id)
    },
    async holds(from, until) {
      const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
      const path = `/transfers?from=${seconds(from)}&to=${seconds(until)}&`
      const rows = await listAll(path, transferEntity, 'the list of transfers')
      return uniqueBy(rows, (one) => one.id)
        .filter(({ status }) => status !== 'created' && status !== 'failed')
        .flatMap((one): ListedHold[] =>
          typeof one.notes.hold_of === 'string'
            ? [{ order: one.notes.hold_of, vendorId: one.recipient, amountPaise: one.amount }]
            : [],
        )
    },
  }
}

/** The hold of a new order, created with it. */
export const holdWith = (orderId: string, share: { vendorId: string; amountPaise: number }) => ({
  account: accountIn(share.vendorId),
  amount: share.amountPaise,
  currency: 'INR',
  on_hold: true,
  notes: { hold_of: orderId },
})
