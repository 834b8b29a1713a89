import { changeAddress } from '#contract/classes/addresses.ts'
import { tickAttendance } from '#contract/classes/bookings.ts'
import { openDispute, withdrawDispute } from '#contract/classes/disputes.ts'
import { askRefund } from '#contract/money/refunds.ts'
import type { LoaderContext } from '../api.ts'
import { byIntent, fromForm, readForm, sendForm } from '../form.server.ts'
import { textOf } from '../form.ts'
import { localHref } from '../locale.ts'
import { classForms, concernText } from './changes/changes.server.ts'
import { addressAfter } from './kit/dashboard-address.ts'
import { formResult } from './kit/form-result.ts'
import { renew } from './kit/renewals.server.ts'
import { reviewIntents } from './reviews/reviews.server.ts'

/** The `action` of every page with a family's bookings: its forms and what each of them sends. */
export async function familyAction(context: LoaderContext, request: Request) {
  const form = await readForm(request)
  const back = addressAfter(request)
  if (textOf(form, 'intent') === 'renew') return await renew(context, form, back)
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
  return formResult(form, reply, localHref(back), concernText(form, reply))
}
