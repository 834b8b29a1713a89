import { visitCodes } from '#contract/classes/attendance.ts'
import { familyRefunds } from '#contract/money/refunds.ts'
import { ownLearners } from '#contract/people/learners.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { type LoaderContext, readApi } from '../api.ts'
import { currentLocale } from '../locale.ts'
import type { Option } from '../ui/field.tsx'
import { requestedDoorCode, requestedOutcome } from './changes/changes.server.ts'
import { monthsAfterDemos } from './kit/after-demo.server.ts'
import type { ShownBooking } from './kit/classes.ts'
import { renewalToday } from './kit/renewals.server.ts'
import { subjectOptions } from './kit/subject-options.server.ts'
import { loadOwnReviews } from './reviews/reviews.server.ts'

type WriterText = Parameters<typeof loadOwnReviews>[1]

/** What both sides' booking pages need for their dialogs. */
async function loadDialogs(context: LoaderContext, url: URL, writerText: WriterText) {
  const [asked, door, reviews] = await Promise.all([
    requestedOutcome(context, url),
    requestedDoorCode(context, url),
    loadOwnReviews(context, writerText),
  ])
  return { asked, door, reviews }
}

/** What the family's page of one booking shows besides the booking. */
export async function loadFamilyBooking(
  context: LoaderContext,
  booking: ShownBooking,
  { url, cities, writerText }: { url: URL; cities: readonly Option[]; writerText: WriterText },
) {
  const lessons = new Set(booking.lessons.map(({ _id }) => _id))
  const [dialogs, back, shown, learners, price, months] = await Promise.all([
    loadDialogs(context, url, writerText),
    readApi(context, familyRefunds),
    readApi(context, visitCodes),
    booking.needsAddress ? readApi(context, ownLearners) : { data: [] },
    renewalToday(context, booking),
    monthsAfterDemos(context, [booking]),
  ])
  const codes = shown.data.filter(({ lesson }) => lessons.has(lesson))
  return {
    ...dialogs,
    refunds: back.data.filter(({ order }) => order === booking.order),
    codes: codes.map((one) => ({ ...one, subjectName: subjectIn(one.subject, currentLocale()) })),
    where: {
      cities,
      kept: Object.fromEntries(learners.data.map(({ _id, address }) => [_id, address])),
    },
    price,
    month: months[booking._id] ?? null,
  }
}
export type FamilyBookingData = Awaited<ReturnType<typeof loadFamilyBooking>>

/** What the mentor's page of one booking shows besides the booking. */
export async function loadMentorBooking(context: LoaderContext, url: URL, writerText: WriterText) {
  return {
    ...(await loadDialogs(context, url, writerText)),
    subjects: subjectOptions(),
    formKey: crypto.randomUUID(),
  }
}
export type MentorBookingData = Awaited<ReturnType<typeof loadMentorBooking>>
