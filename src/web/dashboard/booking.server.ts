import type { RouterContextProvider } from 'react-router'
import { callingNumber } from '#contract/money/payments.ts'
import { familyRefunds } from '#contract/money/refunds.ts'
import { ownMentor } from '#contract/people/accounts.ts'
import { ownLearners } from '#contract/people/learners.ts'
import type { ReceivedReview } from '#contract/reviews/own-reviews.ts'
import { readApi } from '../api.ts'
import type { Option } from '../ui/field.tsx'
import { requestedDoorCode, requestedOutcome } from './changes/changes.server.ts'
import { monthsAfterDemos } from './kit/after-demo.server.ts'
import { pricesToday } from './kit/renewals.server.ts'
import { subjectOptions } from './kit/subject-options.server.ts'
import { loadTimetable } from './kit/timetable.server.ts'
import { loadOwnReviews } from './reviews/reviews.server.ts'

type Context = Readonly<RouterContextProvider>

/** Names in the viewer's language. */
type Names = { areaName: (name: string) => string; writerText: (review: ReceivedReview) => string }
type Asked = { id: string; url: URL; names: Names }

async function loadBooking(context: Context, { id, url, names }: Asked) {
  const [timetable, asked, door, reviews] = await Promise.all([
    loadTimetable(context, id, names.areaName),
    requestedOutcome(context, url),
    requestedDoorCode(context, url),
    loadOwnReviews(context, names.writerText),
  ])
  const reviewed = reviews.reviewed.filter((one) => one.booking === timetable.booking._id)
  return { timetable, asked, door, reviews: { ...reviews, reviewed }, now: Date.now() }
}

/** A booking with what its family can do about it; another's is not found. */
export async function loadFamilyBooking(context: Context, asked: Asked, cities: readonly Option[]) {
  const own = await loadBooking(context, asked)
  const { booking } = own.timetable
  const [admin, refunds, prices, months, learners] = await Promise.all([
    readApi(context, callingNumber),
    readApi(context, familyRefunds),
    pricesToday(context, [booking]),
    monthsAfterDemos(context, [booking]),
    booking.place || booking.needsAddress ? readApi(context, ownLearners) : { data: [] },
  ])
  return {
    ...own,
    callingNo: admin.data[0]?.callingNo ?? null,
    refunds: refunds.data,
    price: prices[booking._id],
    month: months[booking._id],
    where: {
      cities,
      kept: Object.fromEntries(learners.data.map(({ _id, address }) => [_id, address])),
    },
  }
}

/** A booking with what its mentor can do about it; another's is not found. */
export async function loadMentorBooking(context: Context, asked: Asked) {
  const [own, mentor] = await Promise.all([loadBooking(context, asked), readApi(context, ownMentor)])
  return { ...own, mentorId: mentor.data._id, subjects: subjectOptions(), formKey: crypto.randomUUID() }
}
