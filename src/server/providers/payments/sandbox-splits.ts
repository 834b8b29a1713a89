import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { paise, rupees } from '#contract/wire/money.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/platform/database.ts'
import { isSameOrigin } from '#server/platform/guards.ts'
import { escapeHtml, plainPage, rupeeText } from '#server/providers/plain-page.ts'
import { errorBody } from './sandbox-refunds.ts'

const vendor = z.object({
  vendor_id: z.string().regex(/^\w{1,50}$/),
  status: z.string(),
  name: z.string().regex(/^[a-zA-Z0-9 ./&-]+$/),
  email: z.email(),
  phone: z.string().regex(/^\d{8,12}$/),
  bank: z.object({ account_number: z.string(), account_holder: z.string().min(1), ifsc: z.string() }).optional(),
  upi: z.object({ vpa: z.string(), account_holder: z.string().min(1) }).optional(),
  kyc_details: z.object({ account_type: z.string(), business_type: z.string(), pan: z.string() }),
})
const amount = z.number().positive().multipleOf(0.01)
const onDemand = z.object({
  transfer_from: z.literal('VENDOR'),
  transfer_type: z.literal('ON_DEMAND'),
  transfer_amount: amount,
})
const adjustment = z.object({
  vendor_id: z.string(),
  adjustment_id: z.number().int().positive().max(2_000_000_000),
  amount,
  type: z.literal('DEBIT'),
})

type VendorRow = { vendorId: string; status: string }
async function vendorById(db: Db, id: string): Promise<VendorRow | null> {
  const row = db.selectFrom('sandbox_vendor').select(['vendor_id as vendorId', 'status']).where('vendor_id', '=', id)
  return (await row.executeTakeFirst()) ?? null
}

export const isVendor = async (db: Db, id: string): Promise<boolean> => (await vendorById(db, id))?.status === 'ACTIVE'

type Entry = { vendorId: string; kind: 'ON_DEMAND' | 'ADJUSTMENT'; amountPaise: number; key: string }

/** Takes an amount out of a vendor's ledger once; `short` if it holds less, `known` if this key took it before. */
async function takeOut(db: Db, { vendorId, kind, amountPaise, key }: Entry) {
  return await db.transaction().execute(async (tx) => {
    await tx.selectFrom('sandbox_vendor').select('vendor_id').where('vendor_id', '=', vendorId).forUpdate().execute()
    const known = await tx
      .selectFrom('sandbox_vendor_entry')
      .select('id')
      .where('once_key', '=', key)
      .executeTakeFirst()
    if (known) return { outcome: 'known' as const, id: known.id }
    const { rows } = await sql<{ id: number }>`
      insert into sandbox_vendor_entry (vendor_id, kind, amount_paise, once_key, status)
      select ${vendorId}, ${kind}, -${amountPaise}::bigint, ${key}, ${kind === 'ON_DEMAND' ? 'PENDING' : 'SUCCESS'} from sandbox_vendor_entry where vendor_id = ${vendorId} and status <> 'FAILED'
      having coalesce(sum(amount_paise), 0) >= ${amountPaise} returning id`.execute(tx)
    return rows[0] ? { outcome: 'taken' as const, id: rows[0].id } : { outcome: 'short' as const, id: 0 }
  })
}

/** Puts the split of a paid order into its vendor's ledger. */
export const creditSplit = (db: Db, orderId: string) =>
  sql`insert into sandbox_vendor_entry (vendor_id, order_id, kind, amount_paise, once_key)
    select split_vendor, order_id, 'SPLIT', split_paise, 'split ' || order_id from sandbox_order
    where order_id = ${orderId} and split_vendor is not null on conflict on constraint sandbox_vendor_entry_once do nothing`.execute(
    db,
  )

type Pending = { id: number; vendorId: string; paise: number }
const pendingTransfers = async (db: Db) =>
  (
    await sql<Pending>`select id, vendor_id as "vendorId", -amount_paise as paise from sandbox_vendor_entry
      where kind = 'ON_DEMAND' and status = 'PENDING' order by id desc limit 50`.execute(db)
  ).rows

/** Ends a pending transfer to a vendor's bank; null if it is not pending. A failed one is in the vendor's ledger again. */
async function endTransfer(db: Db, id: number, status: 'SUCCESS' | 'FAILED'): Promise<Pending | null> {
  const { rows } = await sql<Pending>`
    update sandbox_vendor_entry set status = ${status} where id = ${id} and status = 'PENDING'
    returning id, vendor_id as "vendorId", -amount_paise as paise`.execute(db)
  return rows[0] ?? null
}

const formFields = z.object({ transfer: z.coerce.number().int().positive(), outcome: z.enum(['SUCCESS', 'FAILED']) })

type Tell = (type: string, data: object) => Promise<void>

/** Cashfree Easy Split: vendors, their ledgers, on-demand transfers, adjustments and the list of splits. */
export function sandboxSplits(app: FastifyInstance, { db, config }: Pick<Context, 'db' | 'config'>, tell: Tell): void {
  const refused = (message: string, code: string) => errorBody(message, code, 'invalid_request_error')
  const entity = ({ vendorId, status }: VendorRow) => ({ vendor_id: vendorId, status })

  async function save(body: unknown) {
    const parsed = vendor.safeParse(body).data
    if (!parsed || !(parsed.bank || parsed.upi)) return null
    await sql`insert into sandbox_vendor (vendor_id, status, details) values (${parsed.vendor_id}, 'ACTIVE', ${JSON.stringify(parsed)})
      on conflict (vendor_id) do update set details = excluded.details`.execute(db)
    return await vendorById(db, parsed.vendor_id)
  }

  app.post('/sandbox/pg/easy-split/vendors', async (request, reply) => {
    const id = z.object({ vendor_id: z.string() }).safeParse(request.body).data?.vendor_id ?? ''
    if (await vendorById(db, id)) return reply.status(409).send(refused('vendor exists', 'vendor_already_exists'))
    const made = await save(request.body)
    return made ? entity(made) : reply.status(400).send(refused('vendor details are not valid', 'vendor_invalid'))
  })

  app.route<{ Params: { id: string } }>({
    method: 'PATCH',
    url: '/sandbox/pg/easy-split/vendors/:id',
    handler: async (request, reply) => {
      const made = await save(request.body)
      return made ? entity(made) : reply.status(400).send(refused('vendor details are not valid', 'vendor_invalid'))
    },
  })

  app.get<{ Params: { id: string } }>('/sandbox/pg/easy-split/vendors/:id', async (request, reply) => {
    const found = await vendorById(db, request.params.id)
    return found ? entity(found) : reply.status(404).send(refused('Vendor not found', 'vendor_not_found'))
  })

  app.post<{ Params: { id: string } }>('/sandbox/pg/easy-split/vendors/:id/transfer', async (request, reply) => {
    const parsed = onDemand.safeParse(request.body).data
    const key = request.headers['x-idempotency-key']
    const { id: vendorId } = request.params
    if (!parsed || typeof key !== 'string') return reply.status(400).send(refused('not valid', 'transfer_invalid'))
    const found = await vendorById(db, vendorId)
    if (!found) return reply.status(404).send(refused('Vendor not found', 'vendor_not_found'))
    if (found.status !== 'ACTIVE') return reply.status(400).send(refused('Vendor is not active', 'vendor_not_active'))
    const amountPaise = paise(parsed.transfer_amount)
    const taken = await takeOut(db, { vendorId, kind: 'ON_DEMAND', amountPaise, key })
    if (taken.outcome === 'short')
      return reply.status(400).send(refused('Vendor does not have sufficient balance', 'insufficient_balance'))
    const details = { vendor_id: vendorId, transfer_from: 'VENDOR', transfer_type: 'ON_DEMAND' }
    return { settlement_id: taken.id, transfer_details: { ...details, transfer_amount: parsed.transfer_amount } }
  })

  app.post<{ Params: { id: string } }>('/sandbox/pg/easy-split/vendors/:id/adjustment', async (request, reply) => {
    const parsed = adjustment.safeParse(request.body).data
    if (!parsed || parsed.vendor_id !== request.params.id)
      return reply.status(400).send(refused('not valid', 'adjustment_invalid'))
    const key = `adjustment ${parsed.adjustment_id}`
    const entry = { vendorId: parsed.vendor_id, kind: 'ADJUSTMENT', amountPaise: paise(parsed.amount), key } as const
    const { outcome } = await takeOut(db, entry)
    if (outcome === 'short')
      return reply.status(400).send(refused('Vendor does not have sufficient balance', 'insufficient_balance'))
    if (outcome === 'known')
      return reply.status(400).send(refused('Invalid AdjustmentId. Value should be unique', 'adjustment_id_invalid'))
    return { message: 'Vendor & merchant balances updated', status: 'OK' }
  })

  app.get<{ Params: { id: string } }>('/sandbox/pg/easy-split/vendors/:id/balances', async (request, reply) => {
    const { id } = request.params
    if (!(await vendorById(db, id))) return reply.status(404).send(refused('Vendor not found', 'vendor_not_found'))
    const { rows } = await sql<{ paise: number }>`
      select coalesce(sum(amount_paise), 0)::int8 as paise from sandbox_vendor_entry where vendor_id = ${id} and status <> 'FAILED'`.execute(
      db,
    )
    return { merchant_id: 1, vendor_id: id, merchant_unsettled: 0, vendor_unsettled: rupees(rows[0]?.paise ?? 0) }
  })

  app.post('/sandbox/pg/split/order/vendor/recon', async (request, reply) => {
    const dates = z.object({ filters: z.object({ start_date: z.iso.datetime(), end_date: z.iso.datetime() }) })
    const parsed = dates.safeParse(request.body).data
    if (!parsed) return reply.status(400).send(refused('what to list is not clear', 'recon_invalid'))
    const { start_date: from, end_date: until } = parsed.filters
    const { rows } = await sql<{ id: number; vendorId: string; orderId: string; paise: number; at: Date }>`
      select id, vendor_id as "vendorId", order_id as "orderId", amount_paise as paise, created_at as at from sandbox_vendor_entry
      where kind = 'SPLIT' and created_at between ${from} and ${until} order by id`.execute(db)
    return {
      cursor: null,
      data: rows.map((one) => ({
        amount: rupees(one.paise),
        merchant_order_id: one.orderId,
        entity_id: String(one.id),
        settled: 'NO',
        merchant_vendor_id: one.vendorId,
        currency: 'INR',
        sale_type: 'CREDIT',
        added_on: one.at.toISOString(),
        entity_type: 'vendor_commission',
      })),
    }
  })

  app.get('/sandbox/transfers', async (_, reply) => {
    const buttons = ({ id }: Pending) =>
      `<form method="post"><input type="hidden" name="transfer" value="${id}"><button name="outcome" value="SUCCESS" class="main">Settle</button><button name="outcome" value="FAILED">Fail</button></form>`
    const rows = (await pendingTransfers(db)).map(
      (one) =>
        `<tr><td style="overflow-wrap:anywhere">${escapeHtml(one.vendorId)}<td>${rupeeText(one.paise)}<td>${buttons(one)}`,
    )
    const list =
      rows.length > 0 ? `<table><tr><th>Mentor<th>Amount<th>Bank${rows.join('')}</table>` : '<p>None is on its way.'
    return plainPage(reply, 'Test transfers', `<h1>Test transfers</h1><p>No money moves here.${list}`)
  })

  app.post('/sandbox/transfers', async (request, reply) => {
    const form = formFields.safeParse(request.body).data
    if (!isSameOrigin(config, request.headers))
      return plainPage(reply.status(403), 'Not allowed', '<h1>Not allowed</h1>')
    if (!form) return plainPage(reply.status(400), 'Not possible', '<h1>Not possible</h1><p>Unknown choice.</p>')
    const ended = await endTransfer(db, form.transfer, form.outcome)
    if (ended)
      await tell(`VENDOR_SETTLEMENT_${form.outcome}`, {
        settlement: {
          settlement_id: ended.id,
          status: form.outcome,
          vendor_id: ended.vendorId,
          settlement_amount: rupees(ended.paise),
          utr: `SBV${ended.id}`,
          reason: form.outcome === 'FAILED' ? 'INVALID_ACCOUNT_FAIL' : null,
        },
      })
    return reply.redirect('/sandbox/transfers', 303)
  })
}
