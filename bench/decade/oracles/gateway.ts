import { sql } from 'kysely'
import type { Sim } from '../sim.ts'

type Ours = {
  id: string
  status: string
  amount: number
  bookings: number
  bought: boolean
  back: number
  unfinished: number
}

/**
 * The gateway's own transactions of each order, a day later: what bought nothing went back in full, what was paid twice
 * went back once, and never more than was paid.
 */
export async function gatewayFaults({ market, byOrder }: Sim): Promise<string[]> {
  const aDayAgo = new Date(Date.now() - 86_400_000).toISOString()
  const aWeekAgo = new Date(Date.now() - 12 * 86_400_000).toISOString()
  const sums = new Map<string, { paid: number[]; back: number; newest: string }>()
  for (const { orderId, amountPaise, at } of market.gateway.book()) {
    const one = sums.get(orderId) ?? { paid: [], back: 0, newest: '' }
    sums.set(orderId, one)
    if (amountPaise > 0) one.paid.push(amountPaise)
    else one.back -= amountPaise
    if (at > one.newest) one.newest = at
  }
  const wanted = [...sums].filter(([, { newest }]) => newest < aDayAgo && newest > aWeekAgo)
  const { rows } = await sql<Ours>`
    select o.id, o.status, o.amount_paise as amount, count(b.id)::int as bookings,
      (select coalesce(sum(r.amount_paise) filter (where r.kind <> 'owed' and r.status = 'settled'), 0)::int from refund r where r.order_id = o.id) as back,
      (select count(*)::int from refund r where r.order_id = o.id and r.status in ('requested', 'approved', 'sent', 'failed')
        and not exists (select from refund s where s.again_for = r.id)) as unfinished
    from payment_order o left join booking b on b.order_id = o.id and b.replaces is null
    where o.id = any(${wanted.map(([id]) => id)}::uuid[]) group by o.id`.execute(market.db)
  const ours = new Map(rows.map((row) => [row.id, row]))
  return wanted.flatMap(([id, { paid, back }]) => {
    const label = byOrder.get(id)?.label ?? id
    const one = ours.get(id)
    const kept = paid.reduce((sum, paise) => sum + paise, 0) - back
    if (!one) return [`${label} is paid and not ours`]
    const isEnough = paid.some((paise) => paise >= one.amount)
    const faults: string[] = []
    if (kept < 0) faults.push(`${label} got back ${-kept} more than it paid`)
    if (one.bookings > 1 || (one.bookings === 1 && !isEnough))
      faults.push(`${label} bought ${one.bookings} for ${paid.join(' + ')} of ${one.amount}`)
    if (one.unfinished > 0) return faults
    // The surplus of the payment that bought is a fee of the gateway's own.
    const surplus = Math.max(0, ...paid.map((paise) => paise - one.amount))
    const due = one.bookings === 1 ? one.amount - one.back : 0
    if (kept < due || kept > due + (one.bookings === 1 ? surplus : 0))
      faults.push(
        `${label} (${one.status}, ${one.bookings} booked) paid ${paid.join(' + ')}, got ${back} back, and ${due} is due of ${one.amount}`,
      )
    return faults
  })
}
