import { type RouterContextProvider, redirect } from 'react-router'
import { changeMentor, replacements, useGuarantee } from '#contract/money/replacements.ts'
import { readApi, writeApi } from '../../api.ts'
import { localHref } from '../../locale.ts'
import { expectIntent, formResult, textOf } from '../kit/form-result.ts'

type Context = Readonly<RouterContextProvider>

/** What another mentor would take over of a booking, with the fee of the first class when the address asks for it. */
export async function loadChoice(context: Context, booking: string, url: URL) {
  const query = { guarantee: url.searchParams.has('first') ? ('yes' as const) : ('no' as const) }
  const { data } = await readApi(context, replacements, { params: { id: booking }, query })
  const chosen = data.mentors.find(({ _id }) => _id === url.searchParams.get('with'))
  return { choice: data, chosen: chosen ?? null }
}

/** Goes on with another mentor, or has the first class's fee sent back; then the dashboard says so. */
export async function changeBooking(context: Context, booking: string, form: FormData) {
  expectIntent(form, 'replace', 'first-back')
  const of = textOf(form, 'of')
  const amount = Number(textOf(form, 'balance'))
  const isBack = textOf(form, 'intent') === 'first-back'
  const reply = isBack
    ? await writeApi(context, useGuarantee, { params: { id: of }, body: { amount } })
    : await writeApi(context, changeMentor, {
        params: { id: booking },
        body: {
          ...{ mentor: of, balance: amount, minutes: Number(textOf(form, 'minutes')) },
          guarantee: textOf(form, 'first') === 'yes',
        },
      })
  if (reply.ok) return redirect(localHref(`/dashboard/student?done=${isBack ? 'first-back' : 'mentor'}`))
  return formResult(form, of, reply, localHref('/dashboard/student'))
}
