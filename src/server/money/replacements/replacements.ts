import { demoMinutes, demoPriceRupees, monthMinutes } from '#contract/classes/plans.ts'
import { minutesBought } from '#contract/classes/prices.ts'
import type { Replacement, ReplacementChoice } from '#contract/money/replacements.ts'
import { homeModes, type Weekday, weekdays } from '#contract/reference/catalogue.ts'
import { paise, rupees } from '#contract/wire/money.ts'
import {
  guaranteeUsed,
  lockBooking,
  type ReplaceableBooking,
  replaceableBooking,
  replaceBooking,
  useGuarantee,
} from '#server/classes/bookings/bookings.ts'
import { lateCancelPaise } from '#server/classes/changes/changes.ts'
import type { Part } from '#server/classes/lessons/lessons.ts'
import type { Context } from '#server/context.ts'
import { assertWithinReach, publicLocationOf, searchPages } from '#server/mentors/search/mentors.ts'
import { grantRefund, hasOpenRequest, paidOrder } from '#server/money/refunds/refunds.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { isoFromJson } from '#server/platform/json-rows.ts'
import { lockFamily } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { notifyGuarantee, notifyMentorReplaced } from './notifications.ts'
import * as queries from './queries.ts'

/** Number of mentors offered, and of list pages searched for them. */
const maxMentors = 3
const maxPages = 6
/** Maximum distance to a mentor's place or centre. */
const reachKm = 25

/** Minutes an amount buys at a monthly price, with the booking's own plan and discount. */
function minutesAt({ plan, priceShare }: ReplaceableBooking, sumPaise: number, monthlyPaise: number): number {
  if (plan === 'demo') return minutesBought(sumPaise, { pricePaise: paise(demoPriceRupees), minutes: demoMinutes })
  return minutesBought(sumPaise, { pricePaise: monthlyPaise * priceShare, minutes: monthMinutes })
}

/** Up to three mentors in list order: free at these times first, then not dearer than now. */
async function mentorsFor(
  db: Db,
  from: ReplaceableBooking,
  times: queries.LessonTimes,
): Promise<(queries.Offer & { km: number | null })[]> {
  const { area, city } = await queries.classLocation(db, from.bookingId)
  const location = area ? { area, ...(city && { city }) } : await publicLocationOf(db, from.mentorId)
  const filters = {
    ...(location.area && { area: location.area }),
    ...(location.city && { city: location.city }),
    ...(from.grade && { class: from.grade as never }), // checked by the filter's own schema
    subject: [from.subject],
    mode: [from.mode],
    within: reachKm,
  }
  const isNear = ({ inRange }: { inRange: boolean | null }) => !homeModes.includes(from.mode) || inRange === true
  const candidates: (queries.Offer & { km: number | null })[] = []
  const isDearer = (one: queries.Offer) => from.plan !== 'demo' && one.monthlyPaise > from.monthlyPaise
  // The sort is stable, so equal ranks keep the list's order.
  const rankOf = (one: queries.Offer) => (one.isFree ? 0 : 2) + (isDearer(one) ? 1 : 0)
  let pages = 0
  for await (const page of searchPages(db, filters)) {
    const near = page.filter((one) => isNear(one) && !from.mentors.includes(one.id))
    const offers = await queries.offersOf(
      db,
      near.map(({ id }) => id),
      from,
      times,
    )
    candidates.push(
      ...near.flatMap(({ id, km }) => offers.filter((one) => one.id === id).map((one) => ({ ...one, km }))),
    )
    pages++
    if (pages === maxPages || candidates.filter((one) => rankOf(one) === 0).length >= maxMentors) break
  }
  return candidates.sort((one, other) => rankOf(one) - rankOf(other)).slice(0, maxMentors)
}

const toLessonTotals = ({ classes, paise: sum }: Part) => ({ classes, amount: rupees(sum) })

/** The transferable balance of a booking, with the first class's fee on request, and mentors to choose from. */
export async function replacementsFor(
  { db }: Context,
  viewer: Viewer,
  bookingId: string,
  withGuarantee: boolean,
): Promise<ReplacementChoice> {
  const from = orNotFound(await replaceableBooking(db, bookingId, orNotFound(viewer.familyId)))
  if (!from.isOpen) throw new AppError(from.replacedBy ? 'balance-moved' : 'balance-none')
  const { guarantee } = from
  const feePaise = withGuarantee && guarantee ? paise(guarantee.fee) : 0
  const balancePaise = from.balancePaise + feePaise
  const times = await queries.lessonTimesOf(db, bookingId)
  const week = weekOf(times)
  const mentors = balancePaise > 0 ? await mentorsFor(db, from, times) : []
  const minutes = (monthlyPaise: number) => (balancePaise > 0 ? minutesAt(from, balancePaise, monthlyPaise) : 0)
  const { waiting } = from
  const rest = feePaise > 0 ? { classes: waiting.classes - 1, paise: waiting.paise - feePaise } : waiting
  return {
    balance: rupees(balancePaise),
    minutes: minutes(from.monthlyPaise),
    monthlyPrice: rupees(from.monthlyPaise),
    settled: toLessonTotals(from.settled),
    waiting: toLessonTotals(rest),
    disputed: toLessonTotals(from.disputed),
    missed: toLessonTotals(from.missed),
    guarantee: guarantee && { ...guarantee, until: isoFromJson(guarantee.until) },
    withGuarantee: feePaise > 0,
    times: week?.isSame ? { days: week.days, time: week.time } : null,
    weekTimes: times.slots.map(({ weekday, time }) => ({ day: dayOf(weekday), time })),
    mentors: mentors.map(
      ({ id, km, monthlyPaise, busyDays, ...one }): Replacement => ({
        ...one,
        busyDays: busyDays.map(dayOf),
        _id: id,
        distance: km === null ? null : Math.round(km * 10) / 10,
        monthlyPrice: rupees(monthlyPaise),
        difference: rupees(monthlyPaise - from.monthlyPaise),
        minutes: minutes(monthlyPaise),
      }),
    ),
  }
}

function dayOf(weekday: number): Weekday {
  const day = weekdays[weekday - 1]
  if (!day) throw new Error(`no weekday ${weekday}`)
  return day
}

/** The days of a booking's classes, and their time if it is the same on all of them; null when unknown. */
function weekOf({ slots }: queries.LessonTimes): { days: Weekday[]; time: string | null; isSame: boolean } | null {
  const [first] = slots
  if (!first) return null
  const isSame = slots.every(({ time }) => time === first.time)
  return { days: slots.map(({ weekday }) => dayOf(weekday)), time: isSame ? first.time : null, isSame }
}

/** The preferences a replacement starts with. */
function wishesOf(times: queries.LessonTimes): { days: Weekday[]; time?: string } | null {
  const week = weekOf(times)
  return week && { days: week.days, ...(week.time && { time: week.time }) }
}

type ReplacementInput = { mentor: string; balance: number; minutes: number; guarantee: boolean }

/**
 * Replaces the mentor and transfers the booking's balance, in one transaction under the locks of order and booking.
 * Idempotent.
 * @returns the new booking's id
 */
export async function changeMentor(
  { db }: Context,
  viewer: Viewer,
  bookingId: string,
  input: ReplacementInput,
): Promise<string> {
  const familyId = orNotFound(viewer.familyId)
  const orderId = orNotFound(await queries.orderOf(db, bookingId, familyId))
  return await transaction(db, async (tx) => {
    // Counts the family's guarantees.
    await lockFamily(tx, familyId)
    const order = await paidOrder(tx, orderId, familyId, true)
    await lockBooking(tx, bookingId)
    const current = await replaceableBooking(tx, bookingId, familyId)
    if (!order || !current) throw new AppError('not-found')
    if (current.replacedBy) {
      if (current.replacedBy.mentorId === input.mentor) return current.replacedBy.id
      throw new AppError('balance-moved')
    }
    // A demo whose credit already paid for a month.
    if (!current.isOpen || order.isCreditUsed) throw new AppError('balance-none')
    if (await hasOpenRequest(tx, orderId)) throw new AppError('balance-asked-back')
    const latePaise = await lateCancelPaise(tx, bookingId)
    if (latePaise > 0) throw new AppError('cancel-late-first', { fee: rupees(latePaise) })
    const guaranteeUse = input.guarantee ? await useGuarantee(tx, bookingId, 'replacement') : null
    if (input.guarantee && !guaranteeUse) throw new AppError('guarantee-over')
    const from = guaranteeUse ? await replaceableBooking(tx, bookingId, familyId) : current
    if (!from || from.balancePaise <= 0) throw new AppError('balance-none')
    const times = await queries.lessonTimesOf(tx, bookingId)
    const [to] = from.mentors.includes(input.mentor) ? [] : await queries.offersOf(tx, [input.mentor], from, times)
    if (!to) throw new AppError('mentor-not-available')
    const { area, city } = await queries.classLocation(tx, bookingId)
    if (city && homeModes.includes(from.mode)) await assertWithinReach(tx, to.id, { area: area ?? '', city })
    const minutes = minutesAt(from, from.balancePaise, to.monthlyPaise)
    if (paise(input.balance) !== from.balancePaise || input.minutes !== minutes)
      throw new AppError('balance-changed', { balance: rupees(from.balancePaise), minutes })
    const wishes = wishesOf(times)
    const id = await replaceBooking(tx, from, { mentorId: to.id, monthlyPaise: to.monthlyPaise, minutes, wishes })
    await notifyMentorReplaced(tx, { from: bookingId, to: id })
    if (guaranteeUse) await notifyGuarantee(tx, guaranteeUse.lessonId)
    return id
  })
}

/** Refunds the first class's fee, once. @returns the booking's id */
export async function claimGuarantee(
  context: Context,
  viewer: Viewer,
  lessonId: string,
  amount: number,
): Promise<string> {
  const familyId = orNotFound(viewer.familyId)
  const lessonBooking = orNotFound(await queries.bookingOfLesson(context.db, lessonId, familyId))
  return await transaction(context.db, async (tx) => {
    await lockFamily(tx, familyId)
    const order = await paidOrder(tx, lessonBooking.orderId, familyId, true)
    await lockBooking(tx, lessonBooking.bookingId)
    if (!order) throw new AppError('not-found')
    const current = await guaranteeUsed(tx, lessonId, familyId)
    if (current?.kind === 'refund' && current.amountPaise === paise(amount)) return lessonBooking.bookingId
    const guaranteeUse = await useGuarantee(tx, lessonBooking.bookingId, 'refund')
    if (guaranteeUse?.lessonId !== lessonId) throw new AppError('guarantee-over')
    if (paise(amount) !== guaranteeUse.feePaise) throw new AppError('correction-changed')
    const reason = 'First class: the fee goes back'
    await grantRefund(context, tx, viewer, order, {
      amountPaise: guaranteeUse.feePaise,
      endsBooking: false,
      reason,
      takesCredit: true,
    })
    await notifyGuarantee(tx, lessonId)
    return lessonBooking.bookingId
  })
}
