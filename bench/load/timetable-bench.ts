import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { dateInIndia, plusMinutes } from '#contract/wire/time.ts'
import { setTimetable } from '#server/classes/timetables/timetables.ts'
import { type Db, openDatabase, openPool, transaction } from '#server/platform/database.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { addManyLessons, type Owner, ownersOf } from './many-lessons.ts'
import type { Measured } from './measured-process.ts'

const sizes = [10_000, 1_000_000] as const
const mentors = 500
/** Three times a week, an hour each, for a year. */
const yearMinutes = 52 * 3 * 60
const maxGrowth = 2
const people = 60
const tries = 3

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
const inDays = (days: number) => dateInIndia(plusMinutes(new Date(), days * 1440))

/** Mentors with a year of classes to plan, as arguments of `setTimetable`. */
async function addYears(db: Db): Promise<{ viewer: Viewer; booking: string }[]> {
  const { rows } = await sql<{ booking: string; mentorId: string; accountId: string }>`
    with accounts as (insert into account (phone) select (9000000000 + i)::text from generate_series(1, ${2 * mentors}::int) as i returning id, phone),
      nths as (select id, row_number() over (order by phone) as nth from accounts),
      m as (insert into mentor (slug, account_id, status, full_name, gender, age, experience, city, state)
        select 'year-' || nth, id, 'verified', 'Mentor', 'female', 30, '1-3', 'Indore', 'Madhya Pradesh' from nths where nth <= ${mentors} returning id, account_id),
      f as (insert into family (account_id) select id from nths where nth > ${mentors} returning id, account_id),
      l as (insert into learner (family_id, name, grade) select id, 'Aarav', '9' from f returning id, family_id),
      pairs as (select m.id as mentor_id, m.account_id, l.id as learner_id, l.family_id from m join nths a on a.id = m.account_id
        join f on true join nths b on b.id = f.account_id and b.nth = a.nth + ${mentors} join l on l.family_id = f.id),
      o as (insert into payment_order (number, family_id, mentor_id, learner_id, plan, mode, subject, hours, price_paise, amount_paise, terms, gateway, status, expires_at, paid_at)
        select 'MS-2024-' || row_number() over (), family_id, mentor_id, learner_id, 'months6', 'homeTuition', 'mathematics', 1, 4500000, 4500000, '{}', 'sandbox', 'paid', now(), now()
        from pairs returning id, family_id, mentor_id, learner_id),
      b as (insert into booking (order_id, family_id, mentor_id, learner_id, plan, mode, subject, grade, minutes, price_paise, duration_days, terms, schedule_by)
        select id, family_id, mentor_id, learner_id, 'months6', 'homeTuition', 'mathematics', '9', ${yearMinutes}, 4500000, 365, '{}', now() + interval '7 days' from o
        returning id, mentor_id)
    select b.id as booking, b.mentor_id as "mentorId", p.account_id as "accountId" from b join pairs p on p.mentor_id = b.mentor_id`.execute(
    db,
  )
  return rows.map(({ booking, mentorId, accountId }) => ({
    booking,
    viewer: {
      sessionId: randomUUID(),
      accountId,
      phone: '',
      userType: 'mentor',
      mentorId,
      mentorName: 'Mentor',
      familyId: null,
      familyName: null,
      adminRole: null,
    },
  }))
}

/**
 * Plans and moves a year of classes of 500 mentors, compared with the same rows without rules, keys and constraints.
 */
async function benchSeries(db: Db): Promise<void> {
  const years = await addYears(db)
  await sql`create table bare_slot as select * from teaching_slot with no data`.execute(db)
  await sql`create table bare_lesson as select * from lesson with no data`.execute(db)
  await sql`vacuum analyze`.execute(db)
  const rule = { weekdays: [1, 3, 5], minutes: 60, from: inDays(1), leaveOut: [], askFamily: true }
  const set = (time: string) => async () => {
    for (const { viewer, booking } of years)
      await transaction(db, (tx) => setTimetable(tx, viewer, booking, { ...rule, time }))
  }
  const made = await seconds(set('17:00'))
  const moved = await seconds(set('18:00'))
  const { rows } = await sql<{ lessons: number; late: number }>`
    select count(*)::int as lessons, count(*) filter (where to_char(l.starts_at at time zone 'Asia/Kolkata', 'HH24:MI') <> '18:00')::int as late
    from lesson l join booking b on b.id = l.booking_id where b.minutes = ${yearMinutes}`.execute(db)
  const found = rows[0] ?? { lessons: 0, late: 0 }
  if (found.lessons !== (mentors * yearMinutes) / 60 || found.late > 0)
    throw new Error(`the planned classes are wrong: ${JSON.stringify(found)}`)
  const bare = await seconds(async () => {
    for (const { booking } of years) {
      await transaction(db, async (tx) => {
        await sql`insert into bare_slot select s.* from teaching_slot s join lesson l on l.slot_id = s.id where l.booking_id = ${booking}`.execute(
          tx,
        )
        await sql`insert into bare_lesson select l.* from lesson l where l.booking_id = ${booking}`.execute(tx)
      })
    }
  })
  const each = (time: number) =>
    `${((time / mentors) * 1000).toFixed(1)} ms a mentor, ${(time / bare).toFixed(1)} times the bare rows`
  console.log(`\n${mentors} mentors, ${found.lessons / mentors} classes each`)
  console.log(`bare rows: ${((bare / mentors) * 1000).toFixed(1)} ms per mentor`)
  console.log(`planned: ${each(made)}`)
  console.log(`moved to another time: ${each(moved)}`)
}

/** The session cookie of a new login. */
export async function cookieOf(db: Db, accountId: string, userType: string): Promise<string> {
  const token = randomUUID()
  await sql`insert into session (token_hash, account_id, user_type, expires_at)
    values (${createHash('sha256').update(token).digest()}, ${accountId}, ${userType}, now() + interval '1 day')`.execute(
    db,
  )
  return `session=${token}`
}

const month = dateInIndia(new Date()).slice(0, 7)
type Question = { name: string; side: 'student' | 'mentor'; path: (one: Owner) => string }
const questions: Question[] = [
  { name: "family's bookings", side: 'student', path: ({ familyId }) => `/api/class-bookings/student/${familyId}` },
  { name: "mentor's bookings", side: 'mentor', path: ({ mentorId }) => `/api/class-bookings/mentor/${mentorId}` },
  { name: "family's month", side: 'student', path: () => `/api/calendar?month=${month}` },
  { name: "mentor's month", side: 'mentor', path: () => `/api/calendar?month=${month}` },
  { name: "mentor's figures", side: 'mentor', path: () => '/api/mentor/summary' },
  { name: "mentor's earnings", side: 'mentor', path: () => '/api/mentor/earnings' },
  { name: "family's dashboard", side: 'student', path: () => '/dashboard/student' },
  { name: "mentor's dashboard", side: 'mentor', path: () => '/dashboard/mentor' },
]

/** Median time per question over people from all the data; for each the fastest of several tries. */
async function ask(app: Measured, db: Db, lessons: number): Promise<number[]> {
  const times = questions.map((): number[] => [])
  for (const one of ownersOf(lessons, people)) {
    const cookies = {
      student: await cookieOf(db, one.familyAccount, 'student'),
      mentor: await cookieOf(db, one.mentorAccount, 'mentor'),
    }
    for (const [i, { side, path }] of questions.entries()) {
      let fastest = Number.POSITIVE_INFINITY
      for (let n = 0; n < tries; n++) {
        const began = performance.now()
        const reply = await fetch(app.origin + path(one), { headers: { cookie: cookies[side] }, redirect: 'manual' })
        await reply.arrayBuffer()
        if (reply.status !== 200) throw new Error(`${path(one)} replied ${reply.status}`)
        fastest = Math.min(fastest, performance.now() - began)
      }
      times[i]?.push(fastest)
    }
  }
  return times.map((some) => some.sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0)
}

/**
 * Whether dashboards stay fast with a hundred times the lessons, and how long a year's timetable takes for many
 * mentors.
 */
export async function benchTimetable(url: string, startApp: () => Promise<Measured>): Promise<boolean> {
  const db = openDatabase(openPool(url, { connections: 4, statementTimeoutMs: 0, name: 'bench' }))
  const app = await startApp()
  const found: number[][] = []
  let before = 0
  for (const size of sizes) {
    const took = await seconds(() => addManyLessons(db, before, size))
    console.log(`${size.toLocaleString('en-IN')} lessons loaded in ${took.toFixed(0)} s`)
    before = size
    await ask(app, db, size)
    found.push(await ask(app, db, size))
  }
  const [few = [], many = []] = found
  console.log(
    `\n${'question'.padEnd(22)} ${sizes.map((size) => `${size.toLocaleString('en-IN')} lessons`.padStart(18)).join('')}  growth (limit ${maxGrowth})`,
  )
  let isWithin = true
  for (const [i, { name }] of questions.entries()) {
    const [small = 0, large = 0] = [few[i], many[i]]
    const growth = large / small
    if (!(growth <= maxGrowth)) isWithin = false
    const cells = [small, large].map((ms) => `${ms.toFixed(1)} ms`.padStart(18)).join('')
    console.log(`${name.padEnd(22)} ${cells}  ${growth.toFixed(2)}: ${growth <= maxGrowth ? 'OK' : 'over'}`)
  }
  await benchSeries(db)
  await app.stop()
  await db.destroy()
  return isWithin
}
