import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { timeInIndia } from '#contract/wire/time.ts'
import { lessonsWhere } from './agenda.ts'
import { inDays } from './market.ts'
import { type Admin, as, verify } from './people.ts'
import { anyOf, type Sim } from './sim.ts'

const idle = 'nobody'
const admin = (sim: Sim): Admin => sim.market.dice.pick(sim.people.admins)

/** A row of ours that the desk works on, oldest first. */
async function oldest<T>(sim: Sim, query: ReturnType<typeof sql<T>>): Promise<T | null> {
  return anyOf(sim, (await query.execute(sim.market.db)).rows)
}

/** An admin looks at an applicant, suspends a mentor, or lets a suspended one come back. */
export async function mentors(sim: Sim): Promise<string> {
  const { market, people } = sim
  const applicant = anyOf(
    sim,
    people.mentors.filter(({ status, isErased }) => status === 'applied' && !isErased),
  )
  if (applicant) return `verify ${await verify(market, admin(sim), applicant)}`
  const resting = market.dice.chance(0.5)
    ? null
    : anyOf(
        sim,
        people.mentors.filter(({ status, isErased }) => status === 'suspended' && !isErased),
      )
  const listed = people.mentors.filter(({ status, isErased }) => status === 'listed' && !isErased)
  // Mostly one who teaches, so that classes fall into the suspension.
  const teaching = listed.filter((one) => sim.orders.some(({ mentor }) => mentor === one))
  const one =
    resting ??
    (listed.length > 5 && market.dice.chance(0.3) ? anyOf(sim, market.dice.chance(0.8) ? teaching : listed) : null)
  if (!one) return idle
  const decision = one.status === 'listed' ? 'suspend' : 'restore'
  const version = await sql<{ version: number }>`select version from mentor where id = ${one.id}`.execute(market.db)
  const body = { decision, version: version.rows[0]?.version, reason: 'We look into it' }
  const decided = await as(market, admin(sim), 'POST', `/api/admin/mentors/${one.id}/decision`, body)
  if (decision === 'suspend') one.suspendedAt = Date.now()
  if (decided.status === 200) one.status = decision === 'suspend' ? 'suspended' : 'listed'
  return `${decision} ${decided.code}`
}

/** A family asks for its money back, or an admin gives a part of it. */
export async function refund(sim: Sim): Promise<string> {
  const { market } = sim
  const bought = sim.orders.slice(-120)
  const withCredit = bought.filter(({ hasCredit }) => hasCredit)
  // What was partly paid with credit goes back in two parts.
  const order = anyOf(sim, withCredit.length > 0 && market.dice.chance(0.4) ? withCredit : bought)
  if (!order || order.family.isErased) return idle
  if (market.dice.chance(0.5))
    return `ask ${(await as(market, order.family, 'POST', '/api/payment/refunds', { order: order.id, reason: 'We moved away' })).code}`
  const { rows } = await sql<{
    number: string
  }>`select number from payment_order where id = ${order.id} and status = 'paid'`.execute(market.db)
  if (!rows[0]) return 'not paid'
  const who = admin(sim)
  const seen = await as(market, who, 'GET', `/api/admin/refunds?q=${rows[0].number}`)
  const { left, leftEnded, isEnded } = seen.body.order ?? {}
  if (!leftEnded) return 'nothing left'
  const ends = !isEnded && market.dice.chance(0.5)
  const most = ends || isEnded ? leftEnded : left
  const amount = order.hasCredit || market.dice.chance(0.4) ? most : Math.round(most * market.dice.int(10, 99)) / 100
  if (!(amount > 0)) return 'nothing left'
  const body = { order: order.id, amount, reason: 'A gesture', ends, left: leftEnded }
  return `make ${(await as(market, who, 'PUT', `/api/admin/refunds/${randomUUID()}`, body)).code}`
}

/** Requests are approved or declined, failed refunds sent again. */
export async function decideRefund(sim: Sim): Promise<string> {
  const { market } = sim
  const one = await oldest(
    sim,
    sql<{ id: string; status: string }>`
    select r.id, r.status from refund r where r.status = 'requested' or (r.status = 'failed' and not exists (select from refund s where s.again_for = r.id))
    order by r.created_at, r.id`,
  )
  if (!one) return idle
  const decision = one.status === 'failed' ? 'again' : market.dice.chance(0.8) ? 'approve' : 'decline'
  return `${decision} ${(await as(market, admin(sim), 'POST', `/api/admin/refunds/${one.id}/decision`, { decision, reason: 'As agreed' })).code}`
}

/** Disputes are decided within their days; now and then one is appealed and another admin decides. */
export async function decideDispute(sim: Sim): Promise<string> {
  const { market } = sim
  const one = await oldest(
    sim,
    sql<{ id: string; version: number }>`
    select d.id, c.version from dispute d join support_case c on c.id = d.case_id where d.status = 'open' and d.created_at < now() - interval '6 hours'
    order by d.created_at, d.id`,
  )
  if (!one) return idle
  const share = market.dice.pick([0, 0, 30, 50, 100, 100])
  const body = { share, reason: 'We called both', version: one.version }
  const decided = await as(market, admin(sim), 'POST', `/api/admin/disputes/${one.id}/decision`, body)
  const { kept, amount } = decided.body.data ?? {}
  if (decided.status === 200 && Math.abs(kept - (amount * share) / 100) > 0.01)
    market.found('decision', `${share}% of ${amount} for the mentor became ${kept}`)
  return `${share} ${decided.code}`
}

/** A settled class is corrected by an admin. */
export async function correct(sim: Sim): Promise<string> {
  const { market } = sim
  const one = await oldest(
    sim,
    sql<{ id: string; fee: number }>`
    select id, fee_paise as fee from lesson where state = 'settled' and settled_at > now() - interval '20 days' and starts_at > now() - interval '60 days' and fee_paise > 200 order by starts_at, sequence, fee_paise limit 50`,
  )
  if (!one) return idle
  const amount = Math.ceil(one.fee * market.dice.pick([0.25, 0.5, 1])) / 100
  const body = { lesson: one.id, amount, fee: one.fee / 100, reason: 'It ended early' }
  return (await as(market, admin(sim), 'PUT', `/api/admin/disputes/${randomUUID()}`, body)).code
}

/** Cases are taken and resolved, and sometimes reopened by an appeal. */
export async function cases(sim: Sim): Promise<string> {
  const { market } = sim
  const one = await oldest(
    sim,
    sql<{ id: string; status: string; version: number }>`
    select id, status, version from support_case where status <> 'resolved' and kind not in ('dispute', 'refund') order by created_at, id limit 20`,
  )
  if (!one) return idle
  const who = admin(sim)
  const step = one.status === 'open' ? { step: 'take' } : { step: 'resolve', text: 'We have answered.' }
  return `${step.step} ${(await as(market, who, 'POST', `/api/admin/cases/${one.id}/steps`, { ...step, version: one.version })).code}`
}

/** The gateway sends its money to the bank. */
export async function settle(sim: Sim): Promise<string> {
  const { gateway } = sim.market
  // A gateway waits while refunds exceed payments.
  if (gateway.unsettledPaise() < 10_000) return idle
  const { id, amountPaise } = await gateway.settle()
  sim.bank.settlements.set(id, amountPaise)
  return String(amountPaise)
}

/** The owner puts money of their own in, from which demos and gateway fees are paid. */
export async function deposit(sim: Sim, amount: number): Promise<string> {
  const put = await as(sim.market, sim.people.admins[0] as Admin, 'PUT', `/api/admin/books/own-money/${randomUUID()}`, {
    way: 'in',
    amount,
    note: 'For demos',
  }) // safe: made first
  if (put.status === 200) sim.bank.deposited += amount * 100
  return put.code
}

/** One admin makes a batch of payouts, another takes it to the bank and marks it paid, or undoes it. */
export async function payout(sim: Sim): Promise<string> {
  const { market, people } = sim
  const list = await as(market, people.admins[0] as Admin, 'GET', '/api/admin/payouts') // safe: made first
  const open: string | null = list.body.open
  if (!open) {
    const made = await as(market, people.admins[0] as Admin, 'POST', '/api/admin/payouts', {
      until: inDays(-market.dice.int(0, 2)),
    }) // safe: made first
    return `make ${made.code}`
  }
  const payer = people.admins[1] as Admin // safe: made first
  const batch = (await as(market, payer, 'GET', `/api/admin/payouts/${open}`)).body.data
  if (market.dice.chance(0.1))
    return `undo ${(await as(market, payer, 'POST', `/api/admin/payouts/${open}/undo`, { bankDidNotPay: true })).code}`
  const file = await as(market, payer, 'GET', `/api/admin/payouts/${open}/bank-file`)
  if (file.status !== 200) return `file ${file.code}`
  const inFile = amountsIn(String(file.body))
  const now = (await as(market, payer, 'GET', `/api/admin/payouts/${open}`)).body.data
  const paid = await as(market, payer, 'POST', `/api/admin/payouts/${open}/paid`, {
    reference: `UTR${String(batch._id).slice(-12)}1`,
    amount: now.amount,
  })
  if (paid.status === 200) {
    sim.bank.paidOut += inFile
    if (inFile !== Math.round(now.amount * 100))
      market.found('bank file', `the file pays ${inFile}, the batch ${now.amount * 100}`)
  }
  return `pay ${paid.code}`
}

/** Paise in a bank file: what the bank really pays. */
function amountsIn(csv: string): number {
  const [head = '', ...rows] = csv
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  const column = head.split(',').findIndex((name) => /amount/i.test(name))
  return rows.reduce((sum, row) => sum + Math.round(Number(row.split(',')[column]?.replaceAll('"', '')) * 100), 0)
}

/** Accounts whose name the bank does not clearly confirm, and discrepancies, are looked at. */
export async function books(sim: Sim): Promise<string> {
  const { market } = sim
  const account = await oldest(
    sim,
    sql<{ id: string }>`select id from payout_account where status = 'look' order by created_at, id`,
  )
  if (account)
    return `account ${(await as(market, admin(sim), 'POST', `/api/admin/payout-accounts/${account.id}`, { decision: 'accept' })).code}`
  const one = await oldest(
    sim,
    sql<{ id: string }>`select id from gateway_discrepancy where resolved_at is null order by first_seen_at, id`,
  )
  if (!one) return idle
  return `resolve ${(await as(market, admin(sim), 'POST', `/api/admin/books/differences/${one.id}/resolve`, { note: 'Asked the gateway' })).code}`
}

/** A month that is over is closed, once nothing of it is open. */
export async function closeMonth({ market, people }: Sim): Promise<string> {
  const month = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 7)
  return (await as(market, people.admins[0] as Admin, 'PUT', `/api/admin/books/months/${month}/closing`)).code // safe: made first
}

/** The owner changes the commission from a day on; classes of that day and later cost it. */
export async function changeRates(sim: Sim): Promise<string> {
  const { market, people, rates } = sim
  const from = inDays(market.dice.int(1, 9))
  const last = rates.at(-1)
  if (last && last.from >= from) return idle
  const commission = market.dice.pick([8, 10, 12.5])
  const values = { commission, gst: 18, tds: 0.1, tcs: 0.5 }
  const saved = await as(market, people.admins[0] as Admin, 'POST', '/api/admin/rates', {
    name: 'feeRates',
    from,
    seen: last?.from ?? null,
    values,
  }) // safe: made first
  if (saved.status === 200) rates.push({ from, commission })
  return saved.code
}

/** A class that its mentor forgot to mark is marked by an admin. */
export async function attendance(sim: Sim): Promise<string> {
  const { market } = sim
  const one = anyOf(
    sim,
    await lessonsWhere(
      sim,
      sql`l.state = 'scheduled' and l.starts_at > now() - interval '10 days' and l.ends_at between now() - interval '9 days' and now() - interval '20 hours'`,
    ),
  )
  // Its mentor is asked first.
  if (!one || one.order.mentor.status === 'suspended') return idle
  const body = {
    held: true,
    timeIn: timeInIndia(one.startsAt),
    timeOut: timeInIndia(one.endsAt),
    topic: 'As agreed',
    reason: 'They asked',
  }
  return (await as(market, admin(sim), 'PUT', `/api/admin/classes/${one.id}/attendance`, body)).code
}
