import type { Kysely } from 'kysely'
import type { Replacement, ReplacementChoice } from '#contract/money/replacements.ts'
import { homeModes, weekdays } from '#contract/reference/catalogue.ts'
import { demoMinutes, demoPriceRupees, monthMinutes } from '#contract/wire/limits.ts'
import { minutesBought, paise, rupees } from '#contract/wire/money.ts'
import {
  guaranteeUsed,
  lockBooking,
  type ReplaceableBooking,
  replaceableBooking,
  replaceBooking,
  useGuarantee,
} from '#server/classes/bookings/bookings.ts'
import type { Part } from '#server/classes/lessons/lessons.ts'
import type { Context } from '#server/context.ts'
import { checkReach, listed, mentorPlace } from '#server/mentors/search/mentors.ts'
import { hasOpenRequest, paidOrder, refundNow } from '#server/money/refunds/refunds.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { tellChanged, tellGuarantee } from './notifications.ts'
import * as queries from './queries.ts'

type Db = Kysely<DB>

/** How many mentors are shown, and how many of the list are looked at for them. */
const [shownMost, pagesMost] = [3, 6]
/** A family goes no further than this to a mentor's place or centre. */
const reachKm = 25

/** Minutes a sum buys at a monthly price: under the booking's own plan, with the discount it was bought with. */
function minutesAt({ plan, priceShare }: ReplaceableBooking, sumPaise: number, monthlyPaise: number): number {
  if (plan === 'demo') return minutesBought(sumPaise, { pricePaise: paise(demoPriceRupees), minutes: demoMinutes })
  return minutesBought(sumPaise, { pricePaise: monthlyPaise * priceShare, minutes: monthMinutes })
}

/** The three mentors to go on with, in the list's order: who is free at these times comes first, then who is not dearer than now. */
async function mentorsFor(
  db: Db,
  from: ReplaceableBooking,
  times: queries.Times,
): Promise<(queries.Offer & { km: number | null })[]> {
  const { area, city } = await queries.homeOf(db, from.bookingId)
  const place = area ? { area, ...(city && { city }) } : await mentorPlace(db, from.mentorId)
  const wish = {
    ...(place.area && { area: place.area }),
    ...(place.city && { city: place.city }),
    ...(from.grade && { class: from.grade as never }), // checked by the filter's own schema
    ...{ subject: [from.subject], mode: [from.mode], within: reachKm },
  }
  const isNear = ({ inRange }: { inRange: boolean | null }) => !homeModes.includes(from.mode) || inRange === true
  const found: (queries.Offer & { km: number | null })[] = []
  const isDearer = (one: queries.Offer) => from.plan !== 'demo' && one.monthlyPaise > from.monthlyPaise
  // Sorting keeps the list's order among equals.
  const placeOf = (one: queries.Offer) => (one.isFree ? 0 : 2) + (isDearer(one) ? 1 : 0)
  let pages = 0
  for await (const page of listed(db, wish)) {
    const near = page.filter((one) => isNear(one) && !from.mentors.includes(one.id))
    const offers = await queries.offersOf(
      db,
      near.map(({ id }) => id),
      from,
      times,
    )
    found.push(...near.flatMap(({ id, km }) => offers.filter((one) => one.id === id).map((one) => ({ ...one, km }))))
    pages++
    if (pages === pagesMost || found.filter((one) => placeOf(one) === 0).length >= shownMost) break
  }
  return found.sort((one, other) => placeOf(one) - placeOf(other)).slice(0, shownMost)
}

const shownPart = ({ classes, paise: sum }: Part) => ({ classes, amount: rupees(sum) })

/** What another mentor would take over of a booking, with the fee of the first class if asked, and who could. */
export async function replacementsFor(
  { db }: Context,
  viewer: Viewer,
  bookingId: string,
  withGuarantee: boolean,
): Promise<ReplacementChoice> {
  const from = viewer.familyId ? await replaceableBooking(db, bookingId, viewer.familyId) : null
  if (!from) throw new AppError('not-found')
  if (!from.isOpen) throw new AppError(from.replacedBy ? 'balance-moved' : 'balance-none')
  const { guarantee } = from
  const feePaise = withGuarantee && guarantee ? paise(guarantee.fee) : 0
  const balancePaise = from.balancePaise + feePaise
  const times = await queries.timesOf(db, bookingId)
  const mentors = balancePaise > 0 ? await mentorsFor(db, from, times) : []
  const minutes = (monthlyPaise: number) => (balancePaise > 0 ? minutesAt(from, balancePaise, monthlyPaise) : 0)
  const { waiting } = from
  const rest = feePaise > 0 ? { classes: waiting.classes - 1, paise: waiting.paise - feePaise } : waiting
  return {
    balance: rupees(balancePaise),
    minutes: minutes(from.monthlyPaise),
    monthlyPrice: rupees(from.monthlyPaise),
    settled: shownPart(from.settled),
    waiting: shownPart(rest),
    disputed: shownPart(from.disputed),
    missed: shownPart(from.missed),
    guarantee: guarantee && { ...guarantee, until: new Date(guarantee.until).toISOString() },
    withGuarantee: feePaise > 0,
    times: times.weekdays.length > 0 ? { days: daysOf(times), time: times.time } : null,
    mentors: mentors.map(
      ({ id, km, monthlyPaise, ...one }): Replacement => ({
        ...one,
        _id: id,
        distance: km === null ? null : Math.round(km * 10) / 10,
        monthlyPrice: rupees(monthlyPaise),
        difference: rupees(monthlyPaise - from.monthlyPaise),
        minutes: minutes(monthlyPaise),
      }),
    ),
  }
}

const daysOf = ({ weekdays: numbers }: queries.Times) => weekdays.filter((_, i) => numbers.includes(i + 1))

export type Change = { mentor: string; balance: number; minutes: number; guarantee: boolean }

/**
 * A family goes on with another mentor, who takes the balance of its booking over: one transaction under the locks of order and
 * booking. The same again is the same change. @returns the new booking's id
 */
export async function changeMentor({ db }: Context, viewer: Viewer, bookingId: string, wish: Change): Promise<string> {
  const { familyId } = viewer
  const orderId = familyId ? await queries.orderOf(db, bookingId, familyId) : null
  if (!familyId || !orderId) throw new AppError('not-found')
  return await transaction(db, async (tx) => {
    const order = await paidOrder(tx, orderId, familyId, true)
    await lockBooking(tx, bookingId)
    const before = await replaceableBooking(tx, bookingId, familyId)
    if (!order || !before) throw new AppError('not-found')
    if (before.replacedBy) {
      if (before.replacedBy.mentorId === wish.mentor) return before.replacedBy.id
      throw new AppError('balance-moved')
    }
    // A demo whose money paid for a month already.
    if (!before.isOpen || order.isCreditUsed) throw new AppError('balance-none')
    if (await hasOpenRequest(tx, orderId)) throw new AppError('balance-asked-back')
    const used = wish.guarantee ? await useGuarantee(tx, bookingId, 'replacement') : null
    if (wish.guarantee && !used) throw new AppError('guarantee-over')
    const from = used ? await replaceableBooking(tx, bookingId, familyId) : before
    if (!from || from.balancePaise <= 0) throw new AppError('balance-none')
    const times = await queries.timesOf(tx, bookingId)
    const [to] = from.mentors.includes(wish.mentor) ? [] : await queries.offersOf(tx, [wish.mentor], from, times)
    if (!to) throw new AppError('mentor-not-available')
    const { area, city } = await queries.homeOf(tx, bookingId)
    if (city && homeModes.includes(from.mode)) await checkReach(tx, to.id, { area: area ?? '', city })
    const minutes = minutesAt(from, from.balancePaise, to.monthlyPaise)
    if (paise(wish.balance) !== from.balancePaise || wish.minutes !== minutes)
      throw new AppError('balance-changed', { balance: rupees(from.balancePaise), minutes })
    const wishes = times.weekdays.length > 0 && times.time ? { days: daysOf(times), time: times.time } : null
    const id = await replaceBooking(tx, from, { mentorId: to.id, monthlyPaise: to.monthlyPaise, minutes, wishes })
    await tellChanged(tx, { from: bookingId, to: id })
    if (used) await tellGuarantee(tx, used.lessonId)
    return id
  })
}

/** The fee of the first class with a mentor goes back to the account it came from; asked twice it goes once. @returns the booking's id */
export async function takeGuarantee(
  context: Context,
  viewer: Viewer,
  lessonId: string,
  amount: number,
): Promise<string> {
  const { familyId } = viewer
  const of = familyId ? await queries.bookingOfClass(context.db, lessonId, familyId) : null
  if (!familyId || !of) throw new AppError('not-found')
  return await transaction(context.db, async (tx) => {
    const order = await paidOrder(tx, of.orderId, familyId, true)
    await lockBooking(tx, of.bookingId)
    if (!order) throw new AppError('not-found')
    const before = await guaranteeUsed(tx, lessonId, familyId)
    if (before?.kind === 'refund' && before.amountPaise === paise(amount)) return of.bookingId
    const used = await useGuarantee(tx, of.bookingId, 'refund')
    if (used?.lessonId !== lessonId) throw new AppError('guarantee-over')
    if (paise(amount) !== used.feePaise) throw new AppError('correction-changed')
    const reason = 'First class: the fee goes back'
    await refundNow(context, tx, viewer, order, { amountPaise: used.feePaise, endsBooking: false, reason })
    await tellGuarantee(tx, lessonId)
    return of.bookingId
  })
}
