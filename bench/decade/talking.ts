import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { bookingsWhere } from './agenda.ts'
import type { Person } from './market.ts'
import { as, customers, type Family, login, type Mentor } from './people.ts'
import { anyOf, type Chat, later, type Sim } from './sim.ts'

const idle = 'nobody'
const texts = [
  'Namaste, are you free on Monday?',
  'Please bring the book.',
  'धन्यवाद',
  'Can we start at five?',
  'The test went well.',
]

/** A message of either side, sometimes sent twice because the first reply was lost. */
export async function chat(sim: Sim): Promise<string> {
  const { market } = sim
  const order = anyOf(
    sim,
    sim.orders.slice(-200).filter(({ family, mentor }) => !family.isErased && !mentor.isErased),
  )
  if (!order) return idle
  const { family, mentor } = order
  const known = sim.chats.find((one) => one.family === family && one.mentor === mentor)
  const side = known ? market.dice.pick(['family', 'mentor'] as const) : 'family'
  const clientId = randomUUID()
  const isSecret = market.dice.chance(0.25)
  const text = isSecret
    ? `Call me on ${(side === 'family' ? family : mentor).phone}`
    : `${market.dice.pick(texts)} ${market.dice.int(1, 999)}`
  const body = { receiver: side === 'family' ? mentor.id : family.id, message: text, clientId }
  const who = side === 'family' ? family : mentor
  const times = market.dice.chance(0.2) ? 2 : 1
  const sent = await Promise.all(
    Array.from({ length: times }, () => as(market, who, 'POST', '/api/chat/messages', body)),
  )
  const code = sent.map((one) => one.code).join(' ')
  const first = sent.find(({ status }) => status === 200)
  if (!first) return code
  const one: Chat = known ?? { family, mentor, id: first.body.data.conversation, written: [] }
  if (!known) sim.chats.push(one)
  one.written.push({ clientId, side, text })
  if (isSecret) await checkMasking(sim, one, side === 'family' ? mentor : family, who.phone)
  return `${isSecret ? 'phone ' : ''}${code}`
}

/** Before the first paid booking that is not a demo, nobody reads a phone number. */
async function checkMasking(sim: Sim, { family, mentor }: Chat, reader: Person, phone: string): Promise<void> {
  const { market } = sim
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from booking b where b.family_id = ${family.id} and b.mentor_id = ${mentor.id} and b.plan <> 'demo'`.execute(
    market.db,
  )
  if (rows[0]?.count) return
  const history = await as(market, reader, 'POST', '/api/chat/history', {
    user1: family.id,
    user2: mentor.id,
    limit: 50,
  })
  if (JSON.stringify(history.body).includes(phone))
    market.found('masking', `${reader.label} reads the number of the other side before a paid booking`)
}

/** A family reviews, and the mentor replies. */
export async function review(sim: Sim): Promise<string> {
  const { market } = sim
  const one = anyOf(
    sim,
    await bookingsWhere(
      sim,
      sql`b.booked_at > now() - interval '60 days' and exists (select from lesson l where l.booking_id = b.id and l.settled_at is not null)
    and not exists (select from review r where r.booking_id = b.id)`,
    ),
  )
  if (!one) return idle
  const stars = market.dice.int(1, 5)
  const written = await as(market, one.order.family, 'POST', `/api/class-bookings/${one.id}/review`, {
    stars,
    words: 'Explains every step and comes on time.',
  })
  if (written.status === 200 && market.dice.chance(0.5))
    later(sim, market.dice.int(11_000, 14_000), 'reply', async () => {
      const { rows } = await sql<{ id: string }>`select id from review where booking_id = ${one.id}`.execute(market.db)
      return (
        await as(market, one.order.mentor, 'POST', `/api/reviews/${rows[0]?.id}/reply`, {
          reply: 'Thank you for your words',
        })
      ).code
    })
  return written.code
}

/** Somebody asks to be called, or writes to support. */
export async function help(sim: Sim): Promise<string> {
  const { market } = sim
  const family = anyOf(sim, customers(sim.people))
  const mentor = anyOf(
    sim,
    sim.people.mentors.filter(({ status, isErased }) => status === 'listed' && !isErased),
  )
  if (!family || !mentor) return idle
  if (market.dice.chance(0.5))
    return `call ${(await as(market, family, 'POST', '/api/mentor-call', { mentorId: mentor.id })).code}`
  const ticket = {
    name: family.name,
    phone: family.phone,
    topic: 'booking',
    message: `How do I change the time? ${market.dice.int(1, 9999)}`,
  }
  return `ticket ${(await as(market, family, 'POST', '/api/support-tickets', ticket)).code}`
}

/** Somebody asks to be forgotten; some think again. */
export async function forget(sim: Sim): Promise<string> {
  const { market, people } = sim
  const kept = (all: readonly (Family | Mentor)[]) => all.filter(({ isErased }) => !isErased)
  const bought = new Set(sim.orders.map(({ family }) => family))
  // Somebody with classes is refused; others are erased a week later.
  const families = kept(people.families)
  const strangers = families.filter((one) => !bought.has(one as Family)) // safe: of the families
  const who: Person | null =
    market.dice.chance(0.85) || kept(people.mentors).length < 12
      ? anyOf(sim, market.dice.chance(0.5) && strangers.length > 0 ? strangers : families)
      : anyOf(sim, kept(people.mentors))
  if (!who) return idle
  // Erasing needs a login of the last minutes.
  await login(market, who)
  const asked = await as(market, who, 'POST', '/api/profile/privacy/erasure')
  if (asked.status !== 200) return asked.code
  if (market.dice.chance(0.2))
    later(
      sim,
      market.dice.int(60, 9000),
      'erasure cancelled',
      async () => (await as(market, who, 'DELETE', '/api/profile/privacy/erasure')).code,
    )
  return asked.code
}

/** Looks at pages that people look at, so that they are asked too. */
export async function browse(sim: Sim): Promise<string> {
  const { market, people } = sim
  const family = anyOf(sim, customers(people))
  if (!family) return idle
  const list = await market.ask(null, 'GET', '/api/mentor?limit=20')
  const hidden = people.mentors.filter(({ status }) => status !== 'listed')
  for (const one of list.body.data ?? [])
    if (hidden.some(({ id }) => id === one._id))
      market.found('list', `${hidden.find(({ id }) => id === one._id)?.label} is listed and should not be`)
  const pages = ['/api/news', '/api/payment/refunds', `/api/calendar?month=${new Date().toISOString().slice(0, 7)}`]
  return (await as(market, family, 'GET', market.dice.pick(pages))).code
}
