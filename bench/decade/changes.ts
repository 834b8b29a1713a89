import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { dateInIndia } from '#contract/wire/time.ts'
import { bookingsWhere, lessonsWhere } from './agenda.ts'
import { inDays } from './market.ts'
import { creditLeftNow } from './oracles/credits.ts'
import { as } from './people.ts'
import { anyOf, type Sim } from './sim.ts'

const idle = 'nobody'
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

const upcoming = (sim: Sim, hours = 96) =>
  lessonsWhere(
    sim,
    sql`l.state = 'scheduled' and l.starts_at between now() - interval '10 minutes' and now() + make_interval(hours => ${hours}::int)`,
  )

type Holiday = { dates: string[]; states?: string[] }
const holidays: Holiday[] = JSON.parse(readFileSync(new URL('../../data/holidays.json', import.meta.url), 'utf8'))
const holidayOn = (at: string) => holidays.find(({ dates }) => dates.includes(dateInIndia(new Date(at))))

/** A class is cancelled by either side, by the terms it was shown. */
export async function cancel(sim: Sim): Promise<string> {
  const { market } = sim
  const lesson = anyOf(sim, await upcoming(sim, market.dice.pick([12, 96])))
  if (!lesson) return idle
  const side = market.dice.pick(['family', 'mentor'] as const)
  const who = lesson.order[side]
  const seen = await as(market, who, 'GET', `/api/class-bookings/lessons/${lesson.id}/outcome?action=cancel`)
  if (seen.status !== 200) return `${side} ${seen.code}`
  const { startsAt, fee, credit, compensation } = seen.body.data
  // The table of product.md §6: free until twelve hours before, then half the fee, or half of it owed by the mentor.
  // On a holiday it is free, for mentors too unless they chose the date; some holidays are those of one state.
  // The credits of an order, and what a mentor owes, are limited: a demo planned again after its credit earns no second one.
  const isLate = Date.parse(startsAt) - Date.now() < 12 * 3_600_000
  const holiday = side === 'mentor' && lesson.isMoved ? undefined : holidayOn(startsAt)
  const half = isLate && !lesson.isFree && !holiday ? Math.round(lesson.feePaise / 2) : 0
  const due = (side === 'mentor' ? Math.min(half, await creditLeftNow(market.db, lesson.id)) : half) / 100
  if (!holiday?.states && ((side === 'family' ? fee : compensation) !== due || (side === 'mentor' && fee !== 0)))
    market.found(
      'terms',
      `${lesson.label} cancelled by ${side}: fee ${fee}, compensation ${compensation}, ${due} due, late ${isLate}`,
    )
  const body = { startsAt, fee, credit, ...(side === 'mentor' && { compensation }) }
  return `${side} ${isLate ? 'late' : 'early'} ${(await as(market, who, 'POST', `/api/class-bookings/lessons/${lesson.id}/cancel`, body)).code}`
}

/** Another time is proposed, by either side, or set by the mentor. */
export async function move(sim: Sim): Promise<string> {
  const { market } = sim
  const lesson = anyOf(sim, await upcoming(sim))
  if (!lesson) return idle
  const { dice } = market
  // Half past, so that it is not the time the class has.
  const at = {
    date: inDays(dice.int(1, 9)),
    time: `${clock(dice.int(7, 19)).slice(0, 2)}:${lesson.startsAt.getUTCMinutes() === 0 ? '00' : '30'}`,
  }
  if (dice.chance(0.3))
    return `set ${(await as(market, lesson.order.mentor, 'PUT', `/api/class-bookings/lessons/${lesson.id}/time`, at)).code}`
  const side = dice.pick(['family', 'mentor'] as const)
  return `${side} ${(await as(market, lesson.order[side], 'POST', `/api/class-bookings/lessons/${lesson.id}/proposal`, at)).code}`
}

type Proposal = { id: string; orderId: string; mentorId: string; madeBy: 'family' | 'mentor' }

/** An open proposal is answered, or left to expire. */
export async function answer(sim: Sim): Promise<string> {
  const { market } = sim
  const { rows } = await sql<Proposal>`
    select p.id, b.order_id as "orderId", b.mentor_id as "mentorId", p.made_by as "madeBy"
    from time_proposal p left join lesson l on l.id = p.lesson_id join booking b on b.id = coalesce(p.booking_id, l.booking_id)
    where p.status = 'open' and p.expires_at > now() order by b.booked_at, p.made_at, p.id`.execute(market.db)
  const one = anyOf(sim, rows)
  const order = one && sim.byOrder.get(one.orderId)
  const mentor = sim.people.mentors.find(({ id }) => id === one?.mentorId)
  if (!one || !order || !mentor) return idle
  const said = market.dice.weigh<'accept' | 'decline' | 'withdraw'>([
    ['accept', 6],
    ['decline', 2],
    ['withdraw', 1],
  ])
  const side = (one.madeBy === 'family') === (said === 'withdraw') ? order.family : mentor
  return `${said} ${(await as(market, side, 'POST', `/api/class-bookings/proposals/${one.id}/answer`, { answer: said })).code}`
}

/** A family picks a time for a booking without one, or a mentor answers a picked time. */
export async function pickedTime(sim: Sim): Promise<string> {
  const { market } = sim
  const asked = anyOf(
    sim,
    await bookingsWhere(sim, sql`b.picked_state = 'requested' and b.status = 'pending_schedule'`),
  )
  if (asked && market.dice.chance(0.8)) {
    const confirm = market.dice.chance(0.7)
    return `confirm ${confirm} ${(await as(market, asked.order.mentor, 'PUT', `/api/class-bookings/booking/${asked.id}/time/answer`, { confirm })).code}`
  }
  const free = anyOf(
    sim,
    await bookingsWhere(sim, sql`b.picked_state in ('taken', 'lapsed') and b.status = 'pending_schedule'`),
  )
  if (!free) return idle
  if (market.dice.chance(0.3))
    return `refund ${(await as(market, free.order.family, 'POST', `/api/class-bookings/booking/${free.id}/time/refund`)).code}`
  const times = await as(market, free.order.family, 'GET', `/api/class-bookings/booking/${free.id}/time`)
  const startsAt = anyOf<string>(sim, times.body.data?.times ?? [])
  if (!startsAt) return 'no time'
  return `pick ${(await as(market, free.order.family, 'PUT', `/api/class-bookings/booking/${free.id}/time`, { startsAt })).code}`
}

/** A class that is owed or not planned gets a date. */
export async function add(sim: Sim): Promise<string> {
  const { market } = sim
  const one = anyOf(
    sim,
    await bookingsWhere(
      sim,
      sql`b.status = 'scheduled' and exists (select from lesson_credit c where c.booking_id = b.id and c.used_by is null and c.voided_at is null)`,
    ),
  )
  if (!one) return idle
  const seen = await as(market, one.order.mentor, 'GET', `/api/class-bookings/${one.id}/timetable`)
  const credit = seen.body.data?.credits.find((c: { isUsed: boolean; isVoided: boolean }) => !c.isUsed && !c.isVoided)
  if (!credit) return seen.code
  const at = { date: inDays(market.dice.int(1, 8)), time: clock(market.dice.int(7, 19)), credit: credit._id }
  return (await as(market, one.order.mentor, 'POST', `/api/class-bookings/${one.id}/lessons`, at)).code
}

export async function skip(sim: Sim): Promise<string> {
  const lesson = anyOf(sim, await upcoming(sim))
  if (!lesson) return idle
  return (
    await as(sim.market, lesson.order.mentor, 'POST', `/api/class-bookings/lessons/${lesson.id}/skip`, {
      cause: 'mentor',
    })
  ).code
}

/** A mentor takes leave, or comes back. */
export async function leave(sim: Sim): Promise<string> {
  const { market } = sim
  const mentor = anyOf(
    sim,
    sim.people.mentors.filter(({ status, isErased }) => status === 'listed' && !isErased),
  )
  if (!mentor) return idle
  const from = market.dice.int(1, 20)
  return (
    await as(market, mentor, 'POST', '/api/mentor/leave', {
      from: inDays(from),
      to: inDays(from + market.dice.int(0, 5)),
    })
  ).code
}

/** A family that is not content changes the mentor, or takes the first fee back. */
export async function replace(sim: Sim): Promise<string> {
  const { market } = sim
  const one = anyOf(
    sim,
    await bookingsWhere(sim, sql`b.status in ('scheduled', 'pending_schedule') and b.plan <> 'demo'`),
  )
  if (!one) return idle
  const { family } = one.order
  const seen = await as(market, family, 'GET', `/api/class-bookings/booking/${one.id}/replacements`)
  if (seen.status !== 200) return seen.code
  const { balance, guarantee, mentors } = seen.body.data
  if (guarantee && market.dice.chance(0.3))
    return `guarantee ${(await as(market, family, 'POST', `/api/class-bookings/lessons/${guarantee.lesson}/guarantee`, { amount: guarantee.fee })).code}`
  const next = mentors[0]
  if (!next) return 'no mentor'
  const body = { mentor: next._id, balance, minutes: next.minutes }
  return `change ${(await as(market, family, 'POST', `/api/class-bookings/booking/${one.id}/replacement`, body)).code}`
}
