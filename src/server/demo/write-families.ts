import { sql } from 'kysely'
import { guaranteeHours, scheduleWithinDays } from '#contract/classes/limits.ts'
import { monthMinutes, planDays, planMonths } from '#contract/classes/plans.ts'
import { lessonFeePaise, planPaise, splitFee } from '#contract/classes/prices.ts'
import { consentText } from '#contract/people/consent-texts.ts'
import { type Grade, gradeName, homeModes } from '#contract/reference/catalogue.ts'
import { dateInIndia, instantInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'
import type { Keys } from '#server/config.ts'
import { sealTotp } from '#server/people/accounts/accounts.ts'
import { learnerAddress } from '#server/people/profiles/learner-address.ts'
import type { Transaction } from '#server/platform/database.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { type DemoBooking, demoBookings } from './demo-bookings.ts'
import { designMentors } from './design-mentors.ts'
import { mentorPhone } from './mentor-row.ts'
import { demoAdmin, demoFamilies, demoTotpSecret } from './people.ts'
import { type BookingRow, type JournalRow, writeBookings } from './write-bookings.ts'
import { writeChanges } from './write-changes.ts'
import { writeDispute } from './write-dispute.ts'
import { writeNotifications } from './write-notifications.ts'
import { writeTaxes } from './write-taxes.ts'

const lateCancelPercent = 50

type BookingContext = { familyId: string; learnerId: string; mentorId: string; prices: Record<string, number> }
type LearnerRow = { id: string; familyId: string; name: string }

async function writePeople(tx: Transaction, secretKeys: Keys): Promise<LearnerRow[]> {
  const { id } = await tx
    .insertInto('account')
    .values({ phone: demoAdmin.phone, demo: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const totp = sealTotp(secretKeys, id, demoTotpSecret)
  await tx
    .insertInto('admin_user')
    .values({ account_id: id, name: demoAdmin.name, role: 'owner', totp_secret: totp })
    .execute()
  const learners = demoFamilies.flatMap((family) => family.learners.map((one) => ({ phone: family.phone, ...one })))
  const { rows } = await sql<LearnerRow>`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(demoFamilies)}::jsonb) as f(phone text, name text, email text, address text, area text)),
    made as (insert into account (phone, demo, created_at) select phone, true, now() - interval '70 days' from given returning id, phone),
    families as (
      insert into family (account_id, name, email, address, area, city, created_at)
      select made.id, name, email, address, area, 'Indore', now() - interval '70 days' from given join made using (phone) returning id, account_id),
    pupils as (select * from jsonb_to_recordset(${JSON.stringify(learners)}::jsonb) as l(phone text, name text, grade text, school text, board text))
    insert into learner (family_id, name, grade, school, board)
    select f.id, p.name, p.grade, p.school, p.board from pupils p join made using (phone) join families f on f.account_id = made.id
    returning id, family_id as "familyId", name`.execute(tx)
  return rows
}

/** What the demo's families agreed to when they began. */
async function writeConsents(tx: Transaction): Promise<void> {
  for (const kind of ['account', 'child', 'family-conduct'] as const) {
    const { version, items } = consentText(kind, 'en')
    await sql`insert into consent (account_id, kind, version, language, shown, parent_name, relation, given_at)
      select a.id, ${kind}, ${version}, 'en', ${items.join('\n')}, case when ${kind === 'child'} then f.name end,
        case when ${kind === 'child'} then 'mother' end, a.created_at
      from account a join family f on f.account_id = a.id where a.demo`.execute(tx)
  }
}

async function mentorsByName(tx: Transaction): Promise<Map<string, { id: string; prices: Record<string, number> }>> {
  const phones = designMentors.map((_, i) => mentorPhone(i))
  const { rows } = await sql<{ name: string; id: string; prices: Record<string, number> }>`
    select m.full_name as name, m.id, coalesce(jsonb_object_agg(mm.mode, mm.monthly_price_paise), '{}') as prices
    from mentor m join account a on a.id = m.account_id join mentor_mode mm on mm.mentor_id = m.id
    where m.demo and a.phone = any(${phones}) group by m.id`.execute(tx)
  return new Map(rows.map(({ name, ...rest }) => [name, rest]))
}

const hoursAndMinutes = (minutes: number): string => {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** Rows of a planned booking, with fees by minutes. */
function rowsOf(one: DemoBooking, place: BookingContext, now: Date, demoPaise: number): Omit<BookingRow, 'ids'> {
  const monthlyPaise = place.prices[one.mode] ?? 0
  const pricePaise = planPaise(one.plan, monthlyPaise, one.hours, { months3: 0, months6: 0 })
  const minutes = one.plan === 'demo' || one.plan === 'hourly' ? one.hours * 60 : planMonths[one.plan] * monthMinutes
  const instant = (day: number, time: string) => instantInIndia(dateInIndia(plusMinutes(now, day * 1440)), time)
  const bookedAt = new Date(Math.min(instant(one.bookedDay, '20:15').getTime(), now.getTime() - 3_600_000))
  const before = { minutes: 0, paise: 0 }
  const lessons = one.lessons.map((lesson, i) => {
    const startsAt = instant(lesson.day, lesson.time)
    const endsAt = plusMinutes(startsAt, lesson.minutes)
    const share = lesson.state === 'late' ? lateCancelPercent / 100 : 1
    const usedMinutes = lesson.minutes * share
    const feePaise = Math.round(lessonFeePaise({ pricePaise, minutes }, before, lesson.minutes) * share)
    if (lesson.state !== 'cancelled') {
      before.minutes += usedMinutes
      before.paise += feePaise
    }
    const isFirst = i === 0 && !one.creditsDemo
    const tickedAt = plusMinutes(endsAt, 120)
    const settledAt =
      lesson.state === 'late'
        ? plusMinutes(startsAt, -180)
        : lesson.state !== 'settled'
          ? null
          : isFirst
            ? plusMinutes(endsAt, guaranteeHours * 60)
            : tickedAt
    const held = lesson.state === 'settled' || lesson.state === 'waiting'
    const record = held
      ? {
          date: dateInIndia(startsAt),
          time_in: timeInIndia(plusMinutes(startsAt, 2)),
          time_out: timeInIndia(plusMinutes(endsAt, 1)),
          duration: hoursAndMinutes(lesson.minutes),
          topic: lesson.topic,
          note: lesson.note ?? '',
          homework: lesson.homework ?? '',
          ticked_at: settledAt ? tickedAt : null,
          marked_at: plusMinutes(endsAt, 5),
        }
      : null
    const status = held
      ? ('held' as const)
      : lesson.state === 'cancelled' || lesson.state === 'late'
        ? ('cancelled' as const)
        : ('scheduled' as const)
    return {
      sequence: i + 1,
      starts_at: startsAt,
      ends_at: endsAt,
      minutes: usedMinutes,
      fee_paise: feePaise,
      status,
      settled_at: settledAt,
      record,
    }
  })
  const pupil = demoFamilies.flatMap((family) => family.learners).find((learner) => learner.name === one.learner)
  const wishedAt = one.wished ? instant(one.wished.day, one.wished.time) : null
  const promotionPaise = one.creditsDemo ? demoPaise : 0
  const terms = {
    version: 1,
    policy: 'standard',
    monthlyPricePaise: monthlyPaise,
    cancelFreeHours: 12,
    lateCancelPercent,
    mentorLatePercent: lateCancelPercent,
    guaranteeHours,
  }
  const named = one.lessons.length > 0
  return {
    family_id: place.familyId,
    mentor_id: place.mentorId,
    learner_id: place.learnerId,
    plan: one.plan,
    mode: one.mode,
    subject: one.subject,
    grade: pupil?.grade ?? null,
    hours: one.hours,
    price_paise: pricePaise,
    promotion_paise: promotionPaise,
    amount_paise: pricePaise - promotionPaise,
    wished_at: wishedAt,
    wish_ends_at: wishedAt ? plusMinutes(wishedAt, minutes) : null,
    terms,
    status: one.status,
    minutes,
    duration_days: planDays[one.plan],
    student_name: named ? one.learner : null,
    class_name: named && pupil ? gradeName(pupil.grade as Grade, 'en') : null, // safe: the demo's own grades
    school: named ? (pupil?.school ?? null) : null,
    rating: one.rating,
    booked_at: bookedAt,
    schedule_by: plusMinutes(bookedAt, scheduleWithinDays * 1440),
    lessons,
  }
}

/** Adds the admin, families and their bookings, unless one of their phones exists. */
export async function writeFamilies(tx: Transaction, secretKeys: Keys): Promise<void> {
  const phones = [demoAdmin.phone, ...demoFamilies.map((family) => family.phone)]
  const { rows } = await sql<{ known: boolean; now: Date }>`
    select exists (select from account where phone = any(${phones})) as known, now() as now`.execute(tx)
  const found = rows[0]
  if (!found || found.known) return
  const learners = await writePeople(tx, secretKeys)
  const mentors = await mentorsByName(tx)
  const rates = await readSetting(tx, 'feeRates')
  await writeConsents(tx)
  const sundays = (day: number) =>
    new Date(`${dateInIndia(plusMinutes(found.now, day * 1440))}T00:00:00Z`).getUTCDay() === 0
  const demoPaise = planPaise('demo', 0, 1, { months3: 0, months6: 0 })
  const planned = demoBookings(sundays).flatMap((one) => {
    const learner = learners.find((row) => row.name === one.learner)
    const mentor = mentors.get(one.mentor)
    if (!learner || !mentor) return []
    return [
      rowsOf(
        one,
        { familyId: learner.familyId, learnerId: learner.id, mentorId: mentor.id, prices: mentor.prices },
        found.now,
        demoPaise,
      ),
    ]
  })
  await writeBookings(tx, planned, (booking, orderId, lessonIds) => journalsOf(booking, orderId, lessonIds, rates))
  // Address of lessons at home.
  await sql`update booking b set address = ${learnerAddress} from learner p
    where p.id = b.learner_id and p.id = any(${learners.map(({ id }) => id)}::uuid[]) and b.mode = any(${[...homeModes]}::text[])`.execute(
    tx,
  )
  await writeDispute(tx)
  await writeTaxes(
    tx,
    secretKeys,
    learners.map(({ familyId }) => familyId),
  )
  await writeChanges(tx)
  await writeNotifications(tx)
}

/** Journals of a booking: its payment and each settled lesson. */
function journalsOf(
  booking: Omit<BookingRow, 'ids'>,
  orderId: string,
  lessonIds: readonly string[],
  rates: Parameters<typeof splitFee>[1],
): JournalRow[] {
  const family = booking.family_id
  const mentor = booking.mentor_id
  const paid: JournalRow = {
    kind: 'payment',
    subject_id: orderId,
    at: booking.booked_at,
    lines: [
      { kind: 'gateway_receivable', owner_id: null, amount_paise: booking.amount_paise },
      { kind: 'promotions', owner_id: null, amount_paise: booking.promotion_paise },
      { kind: 'family_prepaid', owner_id: family, amount_paise: -booking.price_paise },
    ],
  }
  const taught = booking.lessons.flatMap((lesson, i): JournalRow[] => {
    const lessonId = lessonIds[i]
    if (!lesson.settled_at || !lessonId) return []
    const part = splitFee(lesson.fee_paise, rates)
    return [
      {
        kind: 'lesson',
        subject_id: lessonId,
        at: lesson.settled_at,
        lines: [
          { kind: 'family_prepaid', owner_id: family, amount_paise: lesson.fee_paise },
          { kind: 'mentor_payable', owner_id: mentor, amount_paise: -part.mentor },
          { kind: 'commission', owner_id: null, amount_paise: -part.commission },
          { kind: 'gst', owner_id: null, amount_paise: -part.gst },
        ],
      },
    ]
  })
  return [paid, ...taught]
}
