import { sql } from 'kysely'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { type Booking, bookingsWhere, type Lesson, lessonsWhere } from './agenda.ts'
import { inDays } from './market.ts'
import { as } from './people.ts'
import { anyOf, later, type Sim } from './sim.ts'

const idle = 'nobody'
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Mentors plan what is paid and has no time. */
export async function plan(sim: Sim): Promise<string> {
  const waiting = await bookingsWhere(
    sim,
    sql`b.status = 'pending_schedule' and b.picked_state is null
    and not exists (select from time_proposal p where p.booking_id = b.id and p.status = 'open')`,
  )
  const one = anyOf(
    sim,
    waiting.filter(({ order }) => !order.mentor.isErased),
  )
  return one ? await planOne(sim, one) : idle
}

async function planOne(sim: Sim, { id, plan: kind, order }: Booking): Promise<string> {
  const { market } = sim
  const { dice } = market
  const weekdays = [...new Set([dice.int(1, 7), dice.int(1, 7), dice.int(1, 7)])].sort()
  const time = clock(dice.int(7, 19))
  if (kind === 'monthly' || kind === 'months3') {
    const rule = { weekdays, time, minutes: dice.pick([60, 90, 100]), from: inDays(dice.int(1, 3)) }
    const seen = await as(market, order.mentor, 'POST', `/api/class-bookings/${id}/timetable/preview`, rule)
    const classes: { date: string; clash: string | null }[] = seen.body.data?.classes ?? []
    const leaveOut = classes.filter(({ clash }) => clash).map(({ date }) => date)
    const set = await as(market, order.mentor, 'PUT', `/api/class-bookings/${id}/timetable`, { ...rule, leaveOut })
    return `timetable ${set.code}`
  }
  const at = { scheduledDate: inDays(dice.int(0, 6)), scheduledTime: time }
  const set = await as(market, order.mentor, 'PUT', `/api/class-bookings/booking/${id}`, at)
  return `schedule ${set.code}`
}

const isSuspended = ({ startsAt, order: { mentor } }: Pick<Lesson, 'startsAt' | 'order'>) =>
  mentor.status === 'suspended' && startsAt.getTime() > mentor.suspendedAt

/** Classes that just ended are marked, reported or forgotten. */
export async function afterClasses(sim: Sim): Promise<void> {
  const { market } = sim
  const ended = await lessonsWhere(
    sim,
    sql`l.state = 'scheduled' and l.starts_at > now() - interval '1 day' and l.ends_at between now() - interval '3 hours' and now()`,
  )
  for (const lesson of ended) {
    if (sim.decided.has(lesson.label)) continue
    sim.decided.add(lesson.label)
    // A suspended mentor would like to be paid.
    const isResting = isSuspended(lesson)
    const way = market.dice.weigh<[string, (sim: Sim, lesson: Lesson) => Promise<string>]>([
      [['attended', mark], isResting ? 2_000 : 84],
      [['forgotten', async () => 'ok'], 8],
      [['no family', (s, l) => noShow(s, l, 'mentor')], 4],
      [['no mentor', (s, l) => noShow(s, l, 'family')], 4],
    ])
    market.state.action++
    market.note(lesson.label, way[0], await way[1](sim, lesson))
  }
}

/** Minutes until the next month begins in India. */
function minutesToNewMonth(): number {
  const [year = 0, month = 1] = dateInIndia(new Date()).split('-').map(Number)
  return Math.floor((Date.UTC(year, month, 1) - 330 * 60_000 - Date.now()) / 60_000)
}

/** The code that the family shows at the door. */
async function codeOf({ market }: Sim, lessonId: string, family: Lesson['order']['family']): Promise<string> {
  const codes = await as(market, family, 'GET', '/api/class-records/visit-codes')
  return codes.body.data?.find((one: { lesson: string }) => one.lesson === lessonId)?.code ?? '0000'
}

async function mark(sim: Sim, { id, bookingId, startsAt, endsAt, order }: Lesson): Promise<string> {
  const { market } = sim
  const body = {
    classBooking: bookingId,
    date: dateInIndia(startsAt),
    timeIn: timeInIndia(startsAt),
    timeOut: timeInIndia(endsAt),
    duration: '1 h',
    topic: 'Linear equations',
    ...(market.dice.chance(0.3) && { code: await codeOf(sim, id, order.family) }),
  }
  const marked = await as(market, order.mentor, 'POST', '/api/class-records', body)
  if (marked.status !== 200) return marked.code
  if (isSuspended({ startsAt, order }))
    market.found('suspension', `${order.mentor.label} is suspended and marked a class as held`)
  const { _id: recordId, lesson } = marked.body.data
  const { dice } = market
  const answer = dice.weigh<'tick' | 'dispute' | 'silence'>([
    ['tick', 45],
    ['silence', 50],
    ['dispute', 14],
  ])
  const untilNewMonth = minutesToNewMonth()
  if (answer === 'tick')
    later(
      sim,
      // Within 48 hours a class is confirmed by its family only: some do it in the first night of a month.
      untilNewMonth < 2_500 && dice.chance(0.7) ? untilNewMonth + dice.int(1, 300) : dice.int(5, 2000),
      'confirm',
      async () => (await as(market, order.family, 'PUT', `/api/class-records/${recordId}`, { parentTick: true })).code,
    )
  if (answer === 'dispute') {
    later(
      sim,
      dice.int(5, 2600),
      'dispute',
      async () =>
        (
          await as(market, order.family, 'POST', `/api/class-bookings/lessons/${lesson}/dispute`, {
            reason: 'not_held',
          })
        ).code,
    )
    if (dice.chance(0.2))
      later(
        sim,
        dice.int(2700, 4000),
        'dispute withdrawn',
        async () =>
          (await as(market, order.family, 'POST', `/api/class-bookings/lessons/${lesson}/dispute/withdraw`)).code,
      )
  }
  return `marked ${answer}`
}

async function noShow(sim: Sim, { id, order }: Lesson, by: 'family' | 'mentor'): Promise<string> {
  const { market } = sim
  const [who, other] = by === 'family' ? [order.family, order.mentor] : [order.mentor, order.family]
  const seen = await as(market, who, 'GET', `/api/class-bookings/lessons/${id}/outcome?action=no-show`)
  if (seen.status !== 200) return seen.code
  const { startsAt, fee, credit, compensation } = seen.body.data
  const said = await as(market, who, 'POST', `/api/class-bookings/lessons/${id}/no-show`, {
    startsAt,
    fee,
    credit,
    compensation,
  })
  if (said.status !== 200) return said.code
  const answer = market.dice.weigh<'agree' | 'object' | 'withdraw' | 'silence'>([
    ['agree', 3],
    ['object', 2],
    ['withdraw', 1],
    ['silence', 4],
  ])
  if (answer !== 'silence')
    later(
      sim,
      market.dice.int(10, 2500),
      `no-show ${answer}`,
      async () =>
        (
          await as(
            market,
            answer === 'withdraw' ? who : other,
            'POST',
            `/api/class-bookings/lessons/${id}/no-show/answer`,
            { answer },
          )
        ).code,
    )
  return `reported by ${by}`
}
