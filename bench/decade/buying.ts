import { sql } from 'kysely'
import { conductConsent, home } from '#test/builders.ts'
import { as, customers, type Family, type Mentor } from './people.ts'
import { anyOf, type Bought, later, type Plan, type Sim } from './sim.ts'

const idle = 'nobody'

/** The price of a plan by product.md §11, in paise. */
function priceOf(plan: Plan, monthly: number, hours: number): number {
  if (plan === 'demo') return 9_900
  if (plan === 'hourly') return Math.round(monthly * 5 * hours)
  return plan === 'monthly' ? monthly * 100 : Math.round(monthly * 285)
}

const listed = (sim: Sim) => sim.people.mentors.filter(({ status, isErased }) => status === 'listed' && !isErased)

const daysOfGrowth = 60
const maxPlanned = 300

/** A grown marketplace with many classes planned: no more months are bought, so that the work of a day stays the same. */
async function isFull({ market }: Sim): Promise<boolean> {
  if (market.state.day < daysOfGrowth) return false
  const { rows } = await sql<{ planned: number }>`
    select count(*)::int as planned from lesson where status = 'scheduled' and starts_at > now()`.execute(market.db)
  return (rows[0]?.planned ?? 0) > maxPlanned
}

const isMonths = (plan: Plan): boolean => plan === 'monthly' || plan === 'months3'

/** A family buys something, and the payment goes as payments go. */
export async function buy(sim: Sim): Promise<string> {
  const { market, people } = sim
  const { dice } = market
  const family = anyOf(
    sim,
    customers(people).filter(({ learnerId }) => learnerId),
  )
  const known = sim.orders.filter((one) => one.family === family).map(({ mentor }) => mentor)
  const mentor = dice.chance(0.7) ? (anyOf(sim, known) ?? anyOf(sim, listed(sim))) : anyOf(sim, listed(sim))
  if (!family || !mentor) return idle
  const wanted: [Plan, number][] = known.includes(mentor)
    ? [
        ['monthly', 6],
        ['hourly', 2],
        ['months3', 1],
        ['demo', 1],
      ]
    : [
        ['demo', 7],
        ['monthly', 2],
        ['hourly', 1],
      ]
  const hasRoom = !(await isFull(sim))
  const plan = dice.weigh<Plan>(wanted.filter(([one]) => hasRoom || !isMonths(one)))
  const hours = plan === 'hourly' ? dice.int(1, 8) : 1
  const query = `mentorId=${mentor.id}&plan=${plan}&hours=${hours}&mode=homeTuition&learnerId=${family.learnerId}&subject=mathematics`
  const quote = await as(market, family, 'GET', `/api/payment/quote?${query}`)
  if (quote.status !== 200) return quote.code
  const price = priceOf(plan, mentor.monthly, hours)
  if (Math.round(quote.body.data.price * 100) !== price)
    market.found('price', `${plan} of ${mentor.label} costs ${quote.body.data.price} instead of ${price / 100}`)
  const times = await as(market, family, 'GET', `/api/mentor/${mentor.id}/free-times`)
  const startsAt = dice.chance(0.6)
    ? anyOf(
        sim,
        (times.body.data ?? []).map((one: { startsAt: string }): string => one.startsAt) as string[], // safe: by the contract
      )
    : null
  const body = {
    mentorId: mentor.id,
    amount: quote.body.data.amount,
    plan,
    learnerId: family.learnerId,
    mode: 'homeTuition',
    subject: 'mathematics',
    address: home,
    conduct: conductConsent('family'),
    ...(plan === 'hourly' && { hours }),
    ...(startsAt && { startsAt }),
  }
  const made = await as(market, family, 'POST', '/api/payment/create-order', body)
  if (made.status !== 200) return made.code
  const hasCredit = quote.body.data.credit > 0
  return await payFor(sim, { family, mentor, plan, hasCredit }, made.body)
}

/** A family renews a month that is nearly over. */
export async function renew(sim: Sim): Promise<string> {
  const { market } = sim
  const before = anyOf(sim, sim.orders.filter(({ plan, family }) => isMonths(plan) && !family.isErased).slice(-60))
  if (!before || (await isFull(sim))) return idle
  const list = await as(market, before.family, 'GET', `/api/class-bookings/student/${before.family.id}?limit=50`)
  const booking = list.body.data?.find(
    (one: { order: string; canRenew: boolean }) => one.order === before.id && one.canRenew,
  )
  if (!booking) return 'not yet'
  const query = `mentorId=${before.mentor.id}&plan=${before.plan}&mode=homeTuition&learnerId=${before.family.learnerId}&subject=mathematics`
  const quote = await as(market, before.family, 'GET', `/api/payment/quote?${query}`)
  if (quote.status !== 200) return quote.code
  const made = await as(market, before.family, 'POST', '/api/payment/renewals', {
    booking: booking._id,
    amount: quote.body.data.amount,
  })
  if (made.status !== 200) return made.code
  const buyer = { ...before, hasCredit: quote.body.data.credit > 0 }
  if (market.dice.chance(0.7)) return await payFor(sim, buyer, made.body)
  // The first order runs out, the second is paid, and then the first as well.
  const first = remember(sim, buyer, made.body)
  later(sim, 40, 'renew again', async () => {
    const again = await as(market, before.family, 'POST', '/api/payment/renewals', {
      booking: booking._id,
      amount: quote.body.data.amount,
    })
    if (again.status !== 200) return again.code
    const second = await payments.atOnce(sim, remember(sim, buyer, again.body))
    return `${second}, ${await payments.atOnce(sim, first)}`
  })
  return 'twice'
}

type Started = { order_id: string; order_amount: number }

type Buyer = { family: Family; mentor: Mentor; plan: Plan; hasCredit: boolean }

function remember(
  sim: Sim,
  { family, mentor, plan, hasCredit }: Buyer,
  { order_id: id, order_amount }: Started,
): Bought {
  const known = sim.byOrder.get(id)
  if (known) return known
  const label = `o${sim.orders.length + 1}`
  const order = { label, id, family, mentor, plan, hasCredit, amountPaise: Math.round(order_amount * 100) }
  sim.orders.push(order)
  sim.byOrder.set(id, order)
  return order
}

async function payFor(sim: Sim, buyer: Buyer, started: Started): Promise<string> {
  const order = remember(sim, buyer, started)
  const way = sim.market.dice.weigh(ways)
  return await payments[way](sim, order)
}

type Way = keyof typeof payments
const ways: [Way, number][] = [
  ...([
    ['atOnce', 40],
    ['late', 10],
    ['doubled', 8],
    ['lost', 8],
    ['returns', 15],
    ['failedFirst', 6],
    ['failed', 5],
  ] as [Way, number][]),
  ...([
    ['dropped', 6],
    ['twice', 4],
    ['afterExpiry', 4],
    ['less', 3],
    ['more', 3],
    ['foreign', 3],
    ['lying', 3],
  ] as [Way, number][]),
]

/** The gateway's notice of a payment, signed with its own or another key. */
async function notify(sim: Sim, order: Bought, payment: string, secret?: string): Promise<string> {
  const { market } = sim
  const raw = market.gateway.paymentNotice(order.id, payment)
  const signed = market.gateway.sign(raw, new Date(), secret)
  if (secret !== undefined) market.forging()
  const reply = await market.ask(null, 'POST', '/api/payment/webhook', raw, {
    'content-type': 'application/json',
    ...signed,
  })
  if ((reply.status === 200) === (secret !== undefined)) market.found('webhook', `${order.label} ${reply.status}`)
  return reply.code
}

const look = (sim: Sim, { family, id }: Bought) => as(sim.market, family, 'GET', `/api/payment/order/${id}`)

/** How a payment goes. */
const payments = {
  async atOnce(sim: Sim, order: Bought) {
    return `atOnce ${await notify(sim, order, await sim.market.gateway.pay(order.id, 'success'))}`
  },
  async late(sim: Sim, order: Bought) {
    const payment = await sim.market.gateway.pay(order.id, 'success')
    later(sim, sim.market.dice.int(1, 300), 'webhook late', () => notify(sim, order, payment))
    return 'late'
  },
  async doubled(sim: Sim, order: Bought) {
    const payment = await sim.market.gateway.pay(order.id, 'success')
    for (const _ of [1, 2]) later(sim, sim.market.dice.int(0, 90), 'webhook again', () => notify(sim, order, payment))
    const both = await Promise.all([notify(sim, order, payment), notify(sim, order, payment)])
    return `doubled ${both.join(' ')}`
  },
  async lost(sim: Sim, order: Bought) {
    await sim.market.gateway.pay(order.id, 'success')
    return 'lost'
  },
  async returns(sim: Sim, order: Bought) {
    await sim.market.gateway.pay(order.id, 'success')
    return `returns ${(await look(sim, order)).body.data?.status}`
  },
  async failedFirst(sim: Sim, order: Bought) {
    await notify(sim, order, await sim.market.gateway.pay(order.id, 'failed'))
    later(sim, sim.market.dice.int(1, 25), 'second attempt', async () =>
      notify(sim, order, await sim.market.gateway.pay(order.id, 'success')),
    )
    return 'failed first'
  },
  async failed(sim: Sim, order: Bought) {
    return `failed ${await notify(sim, order, await sim.market.gateway.pay(order.id, 'failed'))}`
  },
  async dropped() {
    return 'dropped'
  },
  async twice(sim: Sim, order: Bought) {
    const first = await sim.market.gateway.pay(order.id, 'success')
    const second = await sim.market.gateway.pay(order.id, 'success')
    later(sim, sim.market.dice.int(0, 600), 'second payment', () => notify(sim, order, second))
    return `twice ${await notify(sim, order, first)}`
  },
  async afterExpiry(sim: Sim, order: Bought) {
    later(sim, sim.market.dice.int(31, 600), 'paid late', async () =>
      notify(sim, order, await sim.market.gateway.pay(order.id, 'success')),
    )
    return 'pays later'
  },
  async less(sim: Sim, order: Bought) {
    return `less ${await notify(sim, order, await sim.market.gateway.pay(order.id, 'success', Math.max(100, order.amountPaise - 100)))}`
  },
  async more(sim: Sim, order: Bought) {
    return `more ${await notify(sim, order, await sim.market.gateway.pay(order.id, 'success', order.amountPaise + 300))}`
  },
  async foreign(sim: Sim, order: Bought) {
    return `foreign ${await notify(sim, order, '1453002795', 'somebody else')}`
  },
  async lying(sim: Sim, order: Bought) {
    return `lying ${await notify(sim, order, '1453002795')}`
  },
}
