import { redirect } from 'react-router'
import { changeMentor, replacements, useGuarantee } from '#contract/money/replacements.ts'
import { m } from '#messages'
import { type LoaderContext, readApi } from '../../api.ts'
import { byIntent, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { localHref } from '../../locale.ts'
import { moneyParts } from '../kit/booking-money.ts'
import type { ShownBooking } from '../kit/classes.ts'
import { formResult } from '../kit/form-result.ts'

/** Loads what a replacement takes over, with the guaranteed first-lesson fee if the URL asks for it. */
export async function loadChoice(context: LoaderContext, booking: string, url: URL) {
  const query = { guarantee: url.searchParams.has('first') ? ('yes' as const) : ('no' as const) }
  const { data } = await readApi(context, replacements, { params: { id: booking }, query })
  const chosen = data.mentors.find(({ _id }) => _id === url.searchParams.get('with'))
  return { choice: data, chosen: chosen ?? null }
}

/** What a booking's classes cost so far, in rupees, as on the payments page. */
export const usedParts = (booking: ShownBooking): (readonly [string, number])[] =>
  moneyParts(booking).flatMap(([name, rupees]) =>
    name === m.dash_money_completed() || name === m.dash_money_charged() ? [[name, rupees] as const] : [],
  )

/** Replaces the mentor or refunds the first lesson, then redirects to the dashboard. */
export async function changeBooking(context: LoaderContext, booking: string, form: FormData) {
  const reply = await byIntent(form, {
    replace: () =>
      sendForm(context, changeMentor, form, { params: { id: booking }, body: { mentor: textOf(form, 'of') } }),
    'first-back': () => sendForm(context, useGuarantee, form),
  })
  if (!reply.ok) return formResult(form, reply, localHref('/dashboard/student'))
  return redirect(
    localHref(`/dashboard/student?done=${textOf(form, 'intent') === 'replace' ? 'mentor' : 'first-back'}`),
  )
}
