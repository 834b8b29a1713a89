import { familyPayments } from '#contract/apps/booking-pages.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readApi } from '../api.ts'
import { currentLocale } from '../locale.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { knownAreas, placeNames } from '../mentors/places.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/payments-page.ts'
import { familyAction } from './family-forms.server.ts'
import { pagesIn, toBookingsPage } from './kit/bookings.server.ts'
import { isNewData } from './kit/dashboard-address.ts'
import { DoneNotice } from './kit/done-notice.tsx'
import { connectionLostResult } from './kit/lost-result.ts'
import { useNow } from './kit/use-now.ts'
import { WrongRole } from './kit/wrong-role.tsx'
import { OpenPayments } from './money/open-payments.tsx'
import { PaymentsList } from './money/payments-list.tsx'
import { RefundList } from './money/refund-list.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url)
  if (viewer.userType !== 'student' || viewer._id === null) return { viewer, own: null }
  await knownAreas(context)
  const pages = pagesIn(url)
  const { data } = await readApi(context, familyPayments, { query: { pages } })
  const given = { pages, locale: currentLocale(), areaName: placeNames.area }
  const { cards, reported, morePages } = toBookingsPage(data.bookings, given)
  const inLanguage = <T extends { subject: string }>(one: T) => ({
    ...one,
    subject: subjectIn(one.subject, currentLocale()),
  })
  const own = {
    bookings: cards,
    reported,
    morePages,
    orders: data.orders.map(inLanguage),
    refunds: data.refunds.map(inLanguage),
    money: data.money,
    now: Date.now(),
  }
  return { viewer, own }
}

export const action = ({ context, request }: Route.ActionArgs) => familyAction(context, request)

export const clientAction = connectionLostAction(connectionLostResult)

export const shouldRevalidate = isNewData

export function meta() {
  return [{ title: `${m.dash_payments()} - ${m.brand_name()}` }]
}

/** A family's balance, payments, receipts and refunds. */
export default function PaymentsPage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  const now = useNow(own?.now ?? 0)
  if (!own) return <WrongRole viewer={viewer} wanted="student" />
  return (
    <main className="page-width pb-12">
      <PageHeading title={m.dash_payments()} />
      <DoneNotice />
      <div>
        {own.bookings.length > 0 ? (
          <PaymentsList {...own} now={now} />
        ) : (
          <>
            <OpenPayments orders={own.orders} />
            <RefundList refunds={own.refunds} />
            <EmptyState
              title={m.dash_payments_none()}
              text={m.dash_payments_none_text()}
              action={<ButtonLink to="/mentors">{m.dash_book_a_class()}</ButtonLink>}
            />
          </>
        )}
      </div>
    </main>
  )
}
