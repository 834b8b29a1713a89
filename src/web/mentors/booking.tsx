import { lazy, type MouseEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { demoPriceRupees } from '#contract/classes/plans.ts'
import { m } from '#messages'
import { CallButton } from '../shell/call-button.tsx'
import { useSite } from '../shell/site-state.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { formatRupees, Money } from '../ui/money.tsx'
import { useFittingTop } from '../ui/use-fitting-top.ts'
import { priceOf } from './booking-choice.ts'
import { BookingForm } from './booking-form.tsx'
import { BookingPayment, Guarantee } from './booking-payment.tsx'
import type { ProfileData } from './profile-data.server.ts'
import type { Booking } from './use-booking.ts'

// Loaded on demand: few readers of a profile log in there.
const LoginDialog = lazy(async () => ({ default: (await import('../accounts/login-dialog.tsx')).LoginDialog }))

type Props = { booking: Booking; mentor: ProfileData }

/** Sticky card beside the profile on wide screens. */
export function BookingCard({ booking, mentor }: Props) {
  const form = useId()
  const column = useFittingTop<HTMLElement>()
  return (
    <aside ref={column} id="book" className="profile-book" aria-label={m.book_title()}>
      <div className="hanging grid gap-4">
        <h2 className="text-h3">{m.book_title()}</h2>
        {mentor.options.modes.length === 0 ? (
          <p className="text-muted">{mentor.bookNot}</p>
        ) : (
          <>
            <BookingForm id={form} booking={booking} mentor={mentor} steps />
            <div>
              <BookingPayment form={form} booking={booking} mentor={mentor} />
            </div>
          </>
        )}
        <Guarantee booking={booking} mentor={mentor} />
      </div>
    </aside>
  )
}

/** Buttons to message or call. */
export function ContactButtons({ mentor }: { mentor: ProfileData }) {
  const { callingNo } = useSite()
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink
        look="outline"
        to={`/chat/${mentor.slug}`}
        icon={<Icon name="message-circle" size={20} />}
        className="max-lg:grow"
      >
        {m.profile_send()}
      </ButtonLink>
      <CallButton mentor={mentor}>
        {m.profile_call()}
        <span className="sr-only"> {callingNo}</span>
      </CallButton>
    </div>
  )
}

/** Bar on phones with price and Book Now; the options are in a sheet. */
export function BookingBar({ booking, mentor }: Props) {
  const form = useId()
  const [open, setOpen] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  // A link to the booking opens the sheet where the card is hidden.
  useEffect(() => {
    if (hash === '#book' && key && bar.current?.getClientRects().length) setOpen(true)
  }, [hash, key])
  const hasCredit = booking.promotion > booking.credit && booking.choice.plan === 'monthly'
  const show = (plan?: 'demo') => (event: MouseEvent) => {
    event.preventDefault()
    if (plan) booking.change({ plan })
    setOpen(true)
  }
  if (mentor.options.modes.length === 0) return null
  return (
    <>
      <div ref={bar} className="book-bar">
        <p>
          {hasCredit ? (
            <>
              <Money rupees={booking.amount} className="text-[22px]" />{' '}
              <span className="text-small text-muted">{m.book_first_month()}</span>
            </>
          ) : (
            <>
              <Money rupees={priceOf(mentor.options, { ...booking.choice, plan: 'monthly' })} className="text-[22px]" />{' '}
              <span className="text-small text-muted">{m.ui_a_month()}</span>
              <Link
                to="?plan=demo#book"
                onClick={show('demo')}
                className="text-link flex min-h-11 items-center text-small underline"
              >
                {m.book_or_demo({ amount: formatRupees(demoPriceRupees) })}
              </Link>
            </>
          )}
        </p>
        <ButtonLink
          look="outline"
          square
          to={`/chat/${mentor.slug}`}
          aria-label={m.profile_send()}
          icon={<Icon name="message-circle" size={22} />}
        />
        <ButtonLink href="#book" onClick={show()}>
          {m.book_now()}
        </ButtonLink>
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.book_title()}
        action={<BookingPayment form={form} booking={booking} mentor={mentor} sheet />}
      >
        <div className="grid gap-4">
          <p className="-mb-1 text-muted">{m.book_with({ name: mentor.name })}</p>
          <BookingForm id={form} booking={booking} mentor={mentor} />
          <Guarantee booking={booking} mentor={mentor} />
        </div>
      </Dialog>
    </>
  )
}

export function BookingLogin({ login, title }: { login: Booking['login']; title: string }) {
  return (
    <Suspense fallback={null}>
      {login.open && (
        <LoginDialog open onClose={login.onClose} onDone={login.onDone} title={title} userType="student" />
      )}
    </Suspense>
  )
}
