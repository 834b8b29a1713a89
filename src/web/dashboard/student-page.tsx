import { changeAddress } from '#contract/classes/addresses.ts'
import { visitCodes } from '#contract/classes/attendance.ts'
import { familyBookings, tickAttendance } from '#contract/classes/bookings.ts'
import { openDispute, withdrawDispute } from '#contract/classes/disputes.ts'
import { callingNumber, unfinishedOrders } from '#contract/money/payments.ts'
import { askRefund, familyRefunds } from '#contract/money/refunds.ts'
import { ownLearners } from '#contract/people/learners.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { ownCalls } from '#contract/support/calls.ts'
import { m } from '#messages'
import { withOrderHint } from '../accounts/login-hints.ts'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readApi } from '../api.ts'
import { byIntent, fromForm, readForm, sendForm } from '../form.server.ts'
import { textOf } from '../form.ts'
import { currentLocale, localHref } from '../locale.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { knownAreas, listedCities, placeNames } from '../mentors/places.server.ts'
import { writerText } from '../mentors/reviews.server.ts'
import { useToast } from '../ui/toast.tsx'
import type { Route } from './+types/student-page.ts'
import { classForms, concernText, requestedDoorCode, requestedOutcome } from './changes/changes.server.ts'
import { FamilyDashboard } from './family-dashboard.tsx'
import { monthsAfterDemos } from './kit/after-demo.server.ts'
import { loadBookings } from './kit/bookings.server.ts'
import { addressAfter, isNewData } from './kit/dashboard-address.ts'
import { formResult } from './kit/form-result.ts'
import { connectionLostResult } from './kit/lost-result.ts'
import { pricesToday, renew } from './kit/renewals.server.ts'
import { useNow } from './kit/use-now.ts'
import { useSharedFetcher } from './kit/use-shared-fetcher.ts'
import { WrongRole } from './kit/wrong-role.tsx'
import { loadOwnReviews, reviewIntents } from './reviews/reviews.server.ts'

const home = '/dashboard/student'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url)
  if (viewer.userType !== 'student' || viewer._id === null) return { viewer, family: null }
  await knownAreas(context)
  const [{ active, reported, all, cards, morePages }, admin, unfinished, back, asked, door, reviews, shown, calls] =
    await Promise.all([
      loadBookings(context, familyBookings, viewer._id, url, placeNames.area),
      readApi(context, callingNumber),
      readApi(context, unfinishedOrders),
      readApi(context, familyRefunds),
      requestedOutcome(context, url),
      requestedDoorCode(context, url),
      loadOwnReviews(context, writerText),
      readApi(context, visitCodes),
      readApi(context, ownCalls),
    ])
  const orders = unfinished.data.map((one) => ({ ...one, subject: subjectIn(one.subject, currentLocale()) }))
  const refunds = back.data.map((one) => ({ ...one, subject: subjectIn(one.subject, currentLocale()) }))
  const codes = shown.data.map((one) => ({ ...one, subjectName: subjectIn(one.subject, currentLocale()) }))
  const callingNo = admin.data[0]?.callingNo ?? null
  const [prices, months] = await Promise.all([pricesToday(context, cards), monthsAfterDemos(context, all)])
  // Only a booking that lacks its address needs what is kept for the child.
  const learners = all.some(({ needsAddress }) => needsAddress) ? (await readApi(context, ownLearners)).data : []
  const kept = Object.fromEntries(learners.map(({ _id, address }) => [_id, address]))
  return {
    viewer,
    family: {
      active,
      reported,
      cards,
      morePages,
      money: back.money,
      orders,
      refunds,
      callingNo,
      codes,
      prices,
      months,
      asked,
      door,
      reviews,
      calls: calls.data,
      where: { cities: listedCities(), kept },
      now: Date.now(),
    },
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  if (textOf(form, 'intent') === 'renew') return await renew(context, form, home)
  const { shape } = changeAddress.schema.body
  const reply = await byIntent(form, {
    ...classForms(context, form),
    ...reviewIntents(context, form),
    refund: () => sendForm(context, askRefund, form, { body: { order: textOf(form, 'of') } }),
    address: () => sendForm(context, changeAddress, form, { body: { address: fromForm(shape.address, form) } }),
    dispute: () => sendForm(context, openDispute, form),
    withdraw: () => sendForm(context, withdrawDispute, form),
    tick: () => sendForm(context, tickAttendance, form),
  })
  return formResult(form, reply, localHref(addressAfter(request)), concernText(form, reply))
}

export const clientAction = connectionLostAction(connectionLostResult, withOrderHint)

export const shouldRevalidate = isNewData

export function meta() {
  return [{ title: `${m.dash_parent_title()} - ${m.brand_name()}` }]
}

/** The family's tick. Says in a word what it did. */
function useTick() {
  const toast = useToast()
  return useSharedFetcher('tick', ({ values }) => {
    const [title, text] =
      values.parentTick === 'true'
        ? [m.dash_ticked(), m.dash_ticked_text()]
        : [m.dash_unticked(), m.dash_unticked_text()]
    toast({ title, text })
  })
}

export default function StudentPage({ loaderData: { viewer, family } }: Route.ComponentProps) {
  const now = useNow(family?.now ?? 0)
  const tick = useTick()
  if (!family) return <WrongRole viewer={viewer} wanted="student" />
  return <FamilyDashboard name={viewer.name} roles={viewer.roles} {...family} now={now} tick={tick} />
}
