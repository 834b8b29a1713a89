import { redirectDocument } from 'react-router'
import { policyName } from '#contract/classes/limits.ts'
import { callingNumber, quote, renewBooking } from '#contract/money/payments.ts'
import { subjectFrom } from '#contract/reference/catalogue.ts'
import { defaultPhone } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { checkoutHref } from '../../accounts/login-hints.ts'
import { type LoaderContext, readApi } from '../../api.ts'
import { cancellationLines } from '../../cancellation-lines.ts'
import { sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { localHref } from '../../locale.ts'
import { readSite } from '../../site-facts.ts'
import { formatRupees } from '../../ui/money.tsx'
import type { ShownBooking } from './classes.ts'
import { formResult } from './form-result.ts'

const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'init' in error && (error.init as ResponseInit | null)?.status === 409

/** Today's price of a renewal; null when the mentor no longer offers it. */
export async function priceToday(context: LoaderContext, { mentor, plan, mode, subject, learner }: ShownBooking) {
  const query = { mentorId: mentor._id, plan, mode, subject: subjectFrom(subject) ?? undefined, learnerId: learner._id }
  try {
    return (await readApi(context, quote, { query })).data
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

/** Price and cancellation policy of a renewal today; undefined for a booking that can't be renewed. */
export async function renewalToday(context: LoaderContext, booking: ShownBooking) {
  if (!booking.canRenew) return undefined
  const [price, { policy }] = await Promise.all([priceToday(context, booking), readSite(context)])
  const cancellation = { title: m.book_cancelling(), lines: cancellationLines(policy, 'family') }
  return price && { ...price, policy: policyName(policy), cancellation }
}
export type RenewalToday = NonNullable<Awaited<ReturnType<typeof renewalToday>>> | null

/** Creates a renewal order and redirects to checkout, or returns the error. */
export async function renew(context: LoaderContext, form: FormData, back: string) {
  const reply = await sendForm(context, renewBooking, form, { body: { booking: textOf(form, 'of') } })
  if (reply.ok) return redirectDocument(checkoutHref(reply.data), 303)
  const { code, details, message } = reply.error
  const call = async () => (await readApi(context, callingNumber)).data[0]?.callingNo ?? defaultPhone
  const words =
    code === 'price-changed' && typeof details?.amount === 'number'
      ? m.book_not_begun({ reason: m.book_price_changed({ amount: formatRupees(details.amount) }) })
      : code === 'payment-start-failed'
        ? m.dash_joined({ first: m.book_payment_failed(), second: m.renew_not_started({ number: await call() }) })
        : m.book_not_begun({ reason: message })
  return formResult(form, { ...reply, error: { ...reply.error, message: words } }, localHref(back))
}
