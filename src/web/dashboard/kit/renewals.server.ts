import { type RouterContextProvider, redirectDocument } from 'react-router'
import { callingNumber, quote, renewBooking } from '#contract/money/payments.ts'
import { subjectFrom } from '#contract/reference/catalogue.ts'
import { defaultPhone } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { checkoutHref } from '../../accounts/login-hints.ts'
import { readApi } from '../../api.ts'
import { sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { localHref } from '../../locale.ts'
import { formatRupees } from '../../ui/money.tsx'
import type { ShownBooking } from './classes.ts'
import { formResult } from './form-result.ts'

type RequestContext = Readonly<RouterContextProvider>

const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'init' in error && (error.init as ResponseInit | null)?.status === 409

/** Today's price of a renewal; null when the mentor no longer offers it. */
export async function priceToday(context: RequestContext, { mentor, plan, mode, subject, learner }: ShownBooking) {
  const query = { mentorId: mentor._id, plan, mode, subject: subjectFrom(subject) ?? undefined, learnerId: learner._id }
  try {
    return (await readApi(context, quote, { query })).data
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}
export type TodaysPrice = Awaited<ReturnType<typeof priceToday>>

/** Today's prices of renewable bookings by id. */
export async function pricesToday(context: RequestContext, bookings: readonly ShownBooking[]) {
  const open = bookings.filter(({ canRenew }) => canRenew)
  const prices = await Promise.all(open.map(async (one) => [one._id, await priceToday(context, one)] as const))
  return Object.fromEntries<TodaysPrice>(prices)
}

/** Creates a renewal order and redirects to checkout, or returns the error. */
export async function renew(context: RequestContext, form: FormData, back: string) {
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
