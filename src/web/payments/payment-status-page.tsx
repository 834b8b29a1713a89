import { Suspense } from 'react'
import { Await, data, type ShouldRevalidateFunctionArgs, useLocation, useRevalidator } from 'react-router'
import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readForm } from '../form.server.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { useSite } from '../shell/site-state.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Drawing } from '../ui/drawing.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { KraftBand } from '../ui/kraft-band.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Route } from './+types/payment-status-page.ts'
import { emailReceipt } from './email-receipt.server.ts'
import { mailWhenOffline } from './email-receipt.tsx'
import { PaymentResult } from './payment-result.tsx'
import '../inner.css'
import './payment-status.css'
import { readPayment } from './read-payment.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url)
  const payment = await readPayment(context, url.searchParams.get('order_id'))
  const isFamily = viewer.userType === 'student'
  const viewerProps = {
    phoneEnding: isFamily ? viewer.phoneEnding : null,
    mailKey: isFamily ? crypto.randomUUID() : null,
  }
  if (payment === null) return data({ ...viewerProps, payment, late: null }, { status: 404 })
  return Array.isArray(payment)
    ? { ...viewerProps, payment: null, late: payment[0] ?? null }
    : { ...viewerProps, payment, late: null }
}

export async function action({ context, request }: Route.ActionArgs) {
  return await emailReceipt(context, await readForm(request))
}

export const clientAction = connectionLostAction(mailWhenOffline)

/** Emailing a receipt must not call the gateway again; the fetcher has the new address. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && defaultShouldRevalidate

export function meta() {
  return [{ title: `${m.pay_title()} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

export default function PaymentStatusPage({ loaderData: { payment, late, ...rest } }: Route.ComponentProps) {
  if (payment) return <PaymentResult payment={payment} {...rest} />
  if (!late) return <UnreadableAddress />
  return (
    <Suspense fallback={<Fetching />}>
      <Await resolve={late} errorElement={<Unavailable />}>
        {(payment) => <PaymentResult payment={payment} {...rest} />}
      </Await>
    </Suspense>
  )
}

function Fetching() {
  const { pathname, search } = useLocation()
  return (
    <main>
      <KraftBand className="py-16 text-center lg:py-24">
        <div role="status" className="grid justify-items-center gap-4 [&_.spinner]:size-14 [&_.spinner]:border-[5px]">
          <Spinner />
          <h1 className="text-h1">{m.pay_fetching()}</h1>
          <p>{m.pay_fetching_text()}</p>
        </div>
        <noscript>
          <a href={pathname + search} className="mt-4 inline-block py-2.5 font-semibold underline">
            {m.pay_check_again()}
          </a>
        </noscript>
      </KraftBand>
    </main>
  )
}

function Unavailable() {
  const { revalidate } = useRevalidator()
  return (
    <main className="page-width py-10">
      <ErrorState title={m.pay_unavailable()} text={m.pay_unavailable_text()} onRetry={() => void revalidate()} />
    </main>
  )
}

function UnreadableAddress() {
  const { callingNo, viewer } = useSite()
  const isMentor = viewer?.userType === 'mentor'
  return (
    <main className="page-width py-14 text-center lg:py-24">
      <Drawing name="empty" className="mx-auto w-[190px]" />
      <h1 className="mt-4 text-h1">{m.pay_bad_address()}</h1>
      <p className="mx-auto mt-2 max-w-[44ch] text-muted">
        {isMentor ? m.pay_bad_address_mentor() : m.pay_bad_address_text()}
      </p>
      <div className="mt-6 grid justify-center gap-3 sm:flex">
        {isMentor ? (
          <ButtonLink to="/dashboard/mentor/earnings">{m.pay_view_earnings()}</ButtonLink>
        ) : (
          <ButtonLink to="/dashboard/student/payments">{m.pay_view_payments()}</ButtonLink>
        )}
        <ButtonLink href={telHref(callingNo)} look="outline" icon={<Icon name="phone" size={20} />}>
          {m.dash_call_number({ number: callingNo })}
        </ButtonLink>
      </div>
    </main>
  )
}
