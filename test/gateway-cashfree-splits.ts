import type { GatewayCall, GatewayReply } from './gateway-faults.ts'

type Entry = { id: number; vendorId: string; orderId: string | null; kind: string; amountPaise: number }

const refused = (status: number, message: string): GatewayReply => ({
  status,
  body: { message, code: 'refused', type: 'invalid_request_error' },
})

/** Easy Split of the fake Cashfree: vendors, their ledgers, on-demand transfers and adjustments. */
export function fakeSplits() {
  const vendors = new Map<string, { status: string; body: GatewayCall['body'] }>()
  const entries: Entry[] = []
  let last = 49_703
  const balance = (vendorId: string) =>
    entries.filter((one) => one.vendorId === vendorId).reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  const add = (entry: Omit<Entry, 'id'>) => {
    entries.push({ id: ++last, ...entry })
    return last
  }
  const entity = (id: string) => ({ status: 200, body: { vendor_id: id, status: vendors.get(id)?.status } })

  function act({ method, url, body }: GatewayCall): GatewayReply {
    const [, , , id = '', what] = url.pathname.split('/')
    if (method === 'POST' && !id) {
      if (vendors.has(body.vendor_id)) return refused(409, 'vendor exists')
      if (!/^\w+$/.test(body.vendor_id) || !(body.bank || body.upi)) return refused(400, 'vendor is not valid')
      vendors.set(body.vendor_id, { status: 'ACTIVE', body })
      return entity(body.vendor_id)
    }
    const vendor = vendors.get(id)
    if (!vendor) return refused(404, 'Vendor not found')
    if (method === 'PATCH') vendor.body = body
    if (what === 'balances') return { status: 200, body: { vendor_id: id, vendor_unsettled: balance(id) / 100 } }
    if (method === 'GET' || method === 'PATCH') return entity(id)
    const amountPaise = Math.round((body.transfer_amount ?? body.amount) * 100)
    if (what === 'adjustment' && entries.some(({ kind }) => kind === `adjustment ${body.adjustment_id}`))
      return refused(400, 'Invalid AdjustmentId. Value should be unique')
    if (amountPaise > balance(id)) return refused(400, 'Vendor does not have sufficient balance')
    if (what === 'adjustment') {
      add({ vendorId: id, orderId: null, kind: `adjustment ${body.adjustment_id}`, amountPaise: -amountPaise })
      return { status: 200, body: { message: 'Vendor & merchant balances updated', status: 'OK' } }
    }
    if (vendor.status !== 'ACTIVE') return refused(400, 'Vendor is not active')
    const settlementId = add({ vendorId: id, orderId: null, kind: 'transfer', amountPaise: -amountPaise })
    const details = { vendor_id: id, transfer_from: 'VENDOR', transfer_type: 'ON_DEMAND' }
    return {
      status: 200,
      body: { settlement_id: settlementId, transfer_details: { ...details, transfer_amount: body.transfer_amount } },
    }
  }

  return {
    act,
    balance,
    has: (vendorId: string) => vendors.has(vendorId),
    setStatus: (vendorId: string, status: string) => vendors.set(vendorId, { status, body: {} }),
    transfers: (vendorId: string) => entries.filter((one) => one.vendorId === vendorId && one.kind === 'transfer'),
    /** Puts the share of a paid order into its vendor's ledger. */
    credit: (vendorId: string, orderId: string, amountPaise: number) =>
      add({ vendorId, orderId, kind: 'split', amountPaise }),
    list: (): GatewayReply => ({
      status: 200,
      body: {
        cursor: null,
        data: entries
          .filter(({ kind }) => kind === 'split')
          .map((one) => ({
            amount: one.amountPaise / 100,
            merchant_order_id: one.orderId,
            entity_id: String(one.id),
            merchant_vendor_id: one.vendorId,
            sale_type: 'CREDIT',
            added_on: '2024-01-08 17:00:01',
            entity_type: 'vendor_commission',
          })),
      },
    }),
  }
}

/** The body of a webhook about the settlement of a vendor. */
export const vendorSettlementNotice = (type: string, settlementId: number | string) =>
  JSON.stringify({
    type,
    event_time: '2023-06-08T15:10:37+05:30',
    data: {
      settlement: {
        settlement_id: Number(settlementId),
        status: type.split('_').at(-1),
        utr: '1686217237243457',
        reason: null,
        vendor_id: 'esSettlementsAutomationVendor',
        settlement_amount: 600.0,
      },
    },
  })
