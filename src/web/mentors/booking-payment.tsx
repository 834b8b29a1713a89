import { flushSync } from 'react-dom'
import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { ContinueAsFamily, UseAnotherNumber } from '../accounts/role-forms.tsx'
import { currentLocale } from '../locale.ts'
import { PriceLines } from '../price-lines.tsx'
import { useSite } from '../shell/site-state.ts'
import { Button } from '../ui/button.tsx'
import { ConsentItems } from '../ui/consent-items.tsx'
import { Notice } from '../ui/error-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { formatRupees } from '../ui/money.tsx'
import { choiceHref, isAtHome } from './booking-choice.ts'
import { focusInStep } from './booking-step.tsx'
import { houseField } from './class-address.tsx'
import { TimePicks } from './free-picks.tsx'
import type { ProfileData } from './profile-data.server.ts'
import type { Booking } from './use-booking.ts'

type Props = { form: string; booking: Booking; mentor: ProfileData; sheet?: boolean }

/** Amount, submit button and errors. */
export function BookingPayment({ form, booking, mentor, sheet = false }: Props) {
  const { amount, parts, problem, busy, conduct } = booking
  const pay = formatRupees(amount)
  const changed = problem?.code === 'price-changed' || isPolicyChanged(problem)
  return (
    <div className="grid gap-3">
      {mentor.closed && !problem && <Notice tone="bad">{mentor.closed}</Notice>}
      {mentor.timeGone && !booking.choice.at && !problem && <Notice>{mentor.timeGone}</Notice>}
      {problem && (
        <Notice tone={changed ? 'wait' : 'bad'}>
          {problem.code === 'not-allowed' ? (
            <OtherRole booking={booking} mentor={mentor} />
          ) : (
            <ProblemText form={form} booking={booking} mentor={mentor} />
          )}
        </Notice>
      )}
      <PriceLines amount={amount} parts={parts} />
      <Button
        type="submit"
        form={form}
        wide
        disabled={Boolean(mentor.closed)}
        loading={busy}
        loadingText={m.book_busy()}
        icon={sheet && <Icon name="lock" size={20} />}
      >
        {changed
          ? m.book_continue({ amount: pay })
          : sheet
            ? m.book_pay({ amount: pay })
            : m.book_now_for({ amount: pay })}
      </Button>
      {conduct && <ConductSentence form={form} text={conduct} />}
    </div>
  )
}

/** Booking accepts the code of conduct. */
function ConductSentence({ form, text }: { form: string; text: NonNullable<ProfileData['conduct']> }) {
  const fields = { 'conduct.version': text.version, 'conduct.language': currentLocale(), accepts: 'on' }
  return (
    <details className="conduct-sentence text-small text-muted">
      <summary>{text.sentence}</summary>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" form={form} name={name} value={value} />
      ))}
      <ConsentItems items={text.items} />
    </details>
  )
}

function ProblemText({ form, booking, mentor }: Props) {
  const { callingNo } = useSite()
  const { problem, amount } = booking
  if (problem?.code === 'price-changed')
    return m.book_not_begun({ reason: m.book_price_changed({ amount: formatRupees(amount) }) })
  if (problem?.code !== 'payment-start-failed')
    return (
      <>
        {m.book_not_begun({ reason: problem?.message ?? '' })}
        {problem?.instead && (
          <div className="mt-2 flex flex-wrap gap-2">
            <TimePicks form={form} booking={booking} picks={problem.instead} />
          </div>
        )}
        {problem?.code === 'address-out-of-reach' && <ReachOptions form={form} booking={booking} mentor={mentor} />}
      </>
    )
  return (
    <>
      <p>{m.book_payment_failed()}</p>
      <p className="font-normal">
        {problem.message}{' '}
        <a href={telHref(callingNo)} className="inline-block py-2 underline">
          {callingNo}
        </a>
      </p>
    </>
  )
}

/** Alternatives when the address is out of the mentor's reach: another address, or an online class. */
function ReachOptions({ form, booking, mentor }: Props) {
  const other = mentor.options.modes.filter(({ value }) => !isAtHome(value))
  const rewrite = () => {
    // Deferred, because the fields may be rendered only now.
    flushSync(() => booking.change({ address: booking.address }))
    focusInStep(document.getElementById(houseField(form)))
  }
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button look="outline" onClick={rewrite}>
        {m.address_change()}
      </Button>
      {other.map(({ value, label }) => (
        <Button key={value} look="outline" onClick={() => booking.change({ mode: value })}>
          {label}
        </Button>
      ))}
    </div>
  )
}

/** Ways to continue for a viewer whose login cannot book. */
function OtherRole({ booking, mentor }: Pick<Props, 'booking' | 'mentor'>) {
  const isMentor = useSite().viewer?.userType === 'mentor'
  return (
    <div className="grid gap-3">
      <p>{booking.problem?.message}</p>
      {isMentor && (
        <ContinueAsFamily next={choiceHref(`/mentors/${mentor.slug}`, booking.choice)}>
          {m.book_as_family()}
        </ContinueAsFamily>
      )}
      <UseAnotherNumber />
    </div>
  )
}

const isPolicyChanged = (problem: Booking['problem']) => problem?.code === 'policy-changed'

/** The guarantee, and what cancelling costs either side. */
export function Guarantee({ booking, mentor: { texts, cancellation } }: Pick<Props, 'booking' | 'mentor'>) {
  return (
    <details className="guarantee text-small text-muted" open={isPolicyChanged(booking.problem)}>
      <summary className="flex min-h-11 cursor-pointer gap-2">
        <Icon name="shield-check" size={20} className="flex-none text-tick" />
        <span>
          {texts.guarantee} <span className="underline">{m.book_cancelling()}</span>
        </span>
      </summary>
      <ul className="mt-2 grid list-disc gap-1 ps-5">
        {cancellation.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}
