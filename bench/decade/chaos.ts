import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Fault } from '#test/gateway-faults.ts'
import { bookingsWhere, lessonsWhere } from './agenda.ts'
import type { Reply } from './market.ts'
import { type Admin, as } from './people.ts'
import { startProcess } from './processes.ts'
import type { Sim } from './sim.ts'

/** What may go wrong on a day, besides what people do. */
type Trouble = 'none' | 'kill' | 'database' | 'second' | 'phones' | 'gateway'

const troubles: [Trouble, number][] = [
  ...([
    ['none', 50],
    ['phones', 8],
    ['gateway', 14],
    ['second', 12],
    ['kill', 10],
  ] as [Trouble, number][]),
  ['database', 6],
]

const broken = { reply: { status: 500, body: { message: 'internal', code: 'api_error', type: 'api_error' } } }
const gatewayFaults: Fault[] = [
  broken,
  { reply: { status: 200, body: '<h1>Maintenance</h1>' } },
  { reply: { status: 429, body: {}, headers: { 'retry-after': '0' } } },
  { cuts: 'before' },
  { cuts: 'after' },
  { lies: (text: string) => text.replaceAll('"INR"', '"USD"') },
  { lies: (text: string) => text.replaceAll(/_amount":\d+(\.\d+)?/g, '_amount":1') },
  { lies: (text: string) => text.replaceAll(/"order_id":"[^"]+"/g, '"order_id":"another"') },
]

/** The trouble of a day, and the hour at which it strikes. */
export function troubleOf({ market, canKill }: Sim): { trouble: Trouble; hour: number } {
  const trouble = market.dice.weigh(troubles)
  const hour = market.dice.int(8, 20)
  const isPossible = canKill || (trouble !== 'kill' && trouble !== 'database')
  return { trouble: isPossible ? trouble : 'none', hour }
}

export async function strike(sim: Sim, trouble: Trouble): Promise<void> {
  const { market } = sim
  const { dice } = market
  market.note('', 'trouble', trouble)
  if (trouble === 'phones') for (const one of market.processes) await one.ask({ do: 'phones', work: false })
  if (trouble === 'second')
    market.processes.push(await startProcess(market.input(), market.hearing, dice.pick([-5, -2, 3, 5])))
  if (trouble === 'gateway') {
    market.state.isGatewayBad = true
    for (let i = dice.int(1, 4); i > 0; i--)
      market.gateway.plan(dice.pick(['GET /orders', 'POST /orders', 'POST /recon']), dice.pick(gatewayFaults))
  }
  if (trouble === 'kill') await withRequestsInFlight(sim, killProcess)
  if (trouble === 'database') await withRequestsInFlight(sim, async () => sim.killDatabase?.())
}

/** The end of the day's trouble. */
export async function calm({ market }: Sim): Promise<void> {
  for (const one of market.processes.splice(1)) await one.stop()
  await market.processes[0]?.ask({ do: 'phones', work: true })
  market.state.isGatewayBad = false
  market.gateway.forgetFaults()
}

async function killProcess({ market }: Sim): Promise<void> {
  const [dead] = market.processes
  await dead?.kill()
  market.processes.splice(0, 1, await startProcess(market.input(), market.hearing))
}

type Request = () => Promise<Reply>

/** Requests of many people at once, chosen before any of them is sent. */
async function requestsOf(sim: Sim): Promise<Request[]> {
  const { market, people } = sim
  const ticks = (await lessonsWhere(sim, sql`l.state = 'held' and r.id is not null`, 4)).map(
    ({ recordId, order }): Request =>
      () =>
        as(market, order.family, 'PUT', `/api/class-records/${recordId}`, { parentTick: true }),
  )
  const orders = await sql<{
    id: string
  }>`select id from payment_order where status = 'created' order by created_at, id limit 4`.execute(market.db)
  const payments = orders.rows.map(
    ({ id }): Request =>
      async () => {
        const raw = market.gateway.paymentNotice(id, await market.gateway.pay(id, 'success'))
        return await market.ask(null, 'POST', '/api/payment/webhook', raw, {
          'content-type': 'application/json',
          ...market.gateway.sign(raw, new Date()),
        })
      },
  )
  const chats = sim.chats
    .filter(({ family, mentor }) => !family.isErased && !mentor.isErased)
    .slice(-3)
    .map(
      (chat): Request =>
        async () => {
          const message = {
            clientId: randomUUID(),
            side: 'family' as const,
            text: `Are you there? ${chat.written.length}`,
          }
          const sent = await as(market, chat.family, 'POST', '/api/chat/messages', {
            receiver: chat.mentor.id,
            message: message.text,
            clientId: message.clientId,
          })
          if (sent.status === 200) chat.written.push(message)
          return sent
        },
    )
  const refunds = await sql<{
    id: string
  }>`select id from refund where status = 'requested' order by created_at, id limit 2`.execute(market.db)
  const approvals = refunds.rows.map(
    ({ id }): Request =>
      () =>
        as(market, people.admins[0] as Admin, 'POST', `/api/admin/refunds/${id}/decision`, { decision: 'approve' }),
  ) // safe: made first
  const plans = (
    await bookingsWhere(sim, sql`b.status = 'pending_schedule' and b.plan = 'demo' and b.picked_state is null`, 2)
  ).map(
    ({ id, order }, i): Request =>
      () =>
        as(market, order.mentor, 'PUT', `/api/class-bookings/booking/${id}`, {
          scheduledDate: new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10),
          scheduledTime: `${11 + i}:00`,
        }),
  )
  return [...ticks, ...payments, ...chats, ...approvals, ...plans]
}

/** Everybody acts at once and goes on after the crash, as people and gateways do. */
async function withRequestsInFlight(sim: Sim, crash: (sim: Sim) => Promise<unknown>): Promise<void> {
  const { market } = sim
  const requests = await requestsOf(sim)
  // Logged in before, so that nobody needs a code meanwhile.
  for (const one of sim.people.admins) await as(market, one, 'GET', '/api/admin/me')
  market.state.isShaken = true
  market.state.wasShaken = true
  const jobs = ['lessons.settle-due', 'messages.send', 'payments.reconcile', 'refunds.sweep'] as const
  const running = [
    ...requests.map((request) => request()),
    ...jobs.map((job) => market.processes[0]?.ask({ do: 'run', job }).catch(() => {})),
    market.processes[0]?.ask({ do: 'work' }).catch(() => {}),
  ]
  await pause(market.dice.int(1, 60))
  await crash(sim)
  await Promise.all(running)
  await market.reconnect()
  market.state.isShaken = false
}
