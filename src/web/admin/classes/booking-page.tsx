import type { ClassAddress } from '#contract/classes/addresses.ts'
import { adminBooking, type BookingClass } from '#contract/classes/admin-bookings.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { addressLine } from '#contract/wire/address-line.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { currentLocale } from '../../locale.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { planTitle } from '../../plan-name.ts'
import { Notice } from '../../ui/error-state.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { BackLink, Facts, MissingRow, Part } from '../kit/admin-part.tsx'
import { fullTime } from '../kit/full-time.ts'
import { ResultNotice } from '../kit/page-form.tsx'
import { StatusOf } from '../kit/session-cells.tsx'
import { modeWord, owedText, usedText } from '../kit/session-labels.ts'
import { Timeline } from '../kit/timeline.tsx'
import { toShownEvent } from '../kit/timeline-labels.ts'
import type { Route } from './+types/booking-page.ts'
import { actOnBooking } from './booking-actions.server.ts'
import { CancelBooking } from './cancel-booking.tsx'
import { ClassActions } from './class-actions.tsx'

export { clientAction } from '../kit/admin-result.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  const [{ data }] = await Promise.all([
    readApi(context, adminBooking, { params: { id: params.booking } }),
    knownAreas(context),
  ])
  const { timeline, subject, address, ...booking } = data
  return {
    booking,
    address: address && addressLine({ ...address, ...namesOf(address) }),
    newId: crypto.randomUUID(),
    title: m.admin_booking_title({
      subject: subjectIn(subject, currentLocale()),
      learner: booking.learner ?? booking.family.name ?? booking.family.phone,
    }),
    events: timeline.map(toShownEvent),
    canDecide: viewer.adminRole !== 'support',
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  return await actOnBooking(context, params.booking, await readForm(request))
}

export const meta = ({ loaderData }: Route.MetaArgs) => adminMeta(loaderData?.title ?? '')

const lowerFirst = (words: string) => words.replace(/^./u, (first) => first.toLowerCase())

const namesOf = ({ area, city }: ClassAddress) => ({ area: placeNames.area(area), city: placeNames.city(city) })

/** Next lesson and the number of later ones. */
function nextClassText(classes: readonly BookingClass[]): string | null {
  const [next, ...more] = classes.filter(
    ({ status, startsAt }) => status === 'scheduled' && new Date(startsAt) > new Date(),
  )
  if (!next) return null
  const at = fullTime(next.startsAt)
  return more.length > 0 ? m.admin_booking_next_more({ at, count: more.length }) : at
}

export default function BookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, address, newId, title, events, canDecide } = loaderData
  const { mentor, family, order } = booking
  const link = (to: string, words: string) => (
    <LocalLink to={to} className="text-link inline-flex min-h-11 items-center">
      {words}
    </LocalLink>
  )
  return (
    <>
      <BackLink to="/admin/sessions/bookings">{m.admin_booking_all()}</BackLink>
      <div className="mt-1 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h1 wrap-anywhere">{title}</h1>
        <StatusOf status={booking.status} />
        {booking.isDisputed && <StatusOf status="disputed" />}
      </div>
      {booking.needsAddress && <Notice tone="wait">{m.admin_booking_no_address()}</Notice>}
      {booking.isAgainstWish && <Notice tone="wait">{m.admin_booking_against_wish()}</Notice>}
      <ResultNotice result={actionData} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Part id="facts" title={m.admin_booking_facts()}>
          <Facts
            facts={[
              [m.admin_col_mentor(), link(`/admin/mentors/${mentor._id}`, mentor.name)],
              [
                m.admin_class_family(),
                <>
                  {link(`/admin/users/${family._id}`, family.name ?? family.phone)}
                  {booking.learner && <span className="block wrap-anywhere">{booking.learner}</span>}
                </>,
              ],
              [m.admin_class_plan(), `${planTitle(booking.plan)}, ${lowerFirst(modeWord(booking.mode))}`],
              [m.admin_booking_address(), address],
              [m.admin_booking_next(), nextClassText(booking.classes)],
              [m.admin_tab_classes(), [usedText(booking), owedText(booking)].filter(Boolean).join(', ')],
              [m.admin_class_price(), formatRupees(booking.price)],
              [m.admin_booking_refunded(), booking.refunded > 0 ? formatRupees(booking.refunded) : null],
              [m.admin_booking_order(), link(`/admin/search?q=${order}`, order)],
              [m.admin_class_booked(), fullTime(booking.bookedAt)],
            ]}
          />
        </Part>
        <Part id="actions" title={m.admin_col_actions()}>
          {canDecide ? (
            <>
              <ClassActions classes={booking.classes} />
              {booking.cancel && <CancelBooking id={newId} {...booking.cancel} />}
            </>
          ) : (
            <p className="text-muted">{m.admin_read_only()}</p>
          )}
          <p className="mt-3 flex flex-wrap gap-x-5 border-t border-line pt-2">
            {link(`/admin/refunds?q=${order}`, m.admin_booking_refund())}
            {link(`/admin/disputes?q=${order}`, m.admin_booking_correct())}
            {link('/admin/payouts', m.admin_nav_payouts())}
          </p>
        </Part>
      </div>
      <Timeline events={events} isCut={booking.isCut} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list="/admin/sessions/bookings" />
}
