import { type RouterContextProvider, redirect } from 'react-router'
import { changeMentor, replacements, useGuarantee } from '#contract/money/replacements.ts'
import { readApi } from '../../api.ts'
import { byIntent, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { localHref } from '../../locale.ts'
import { formResult } from '../kit/form-result.ts'

type Context = Readonly<RouterContextProvider>

/** Loads what a replacement takes over, with the guaranteed first-lesson fee if the URL asks for it. */
export async function loadChoice(context: Context, booking: string, url: URL) {
  const query = { guarantee: url.searchParams.has('first') ? ('yes' as const) : ('no' as const) }
  const { data } = await readApi(context, replacements, { params: { id: booking }, query })
  const chosen = data.mentors.find(({ _id }) => _id === url.searchParams.get('with'))
  return { choice: data, chosen: chosen ?? null }
}

/** Replaces the mentor or refunds the first lesson, then redirects to the dashboard. */
export async function changeBooking(context: Context, booking: string, form: FormData) {
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
