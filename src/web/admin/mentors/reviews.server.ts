import { data } from 'react-router'
import { adminReviews, decideReview, reviewStates } from '#contract/reviews/review-moderation.ts'
import { m } from '#messages'
import type { LoaderContext } from '../../api.ts'
import { intentOf, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { readList } from '../kit/list-address.server.ts'

const stateNames: Record<(typeof reviewStates)[number], () => string> = {
  reported: m.admin_review_reported,
  hidden: m.admin_review_hidden,
  waiting: m.admin_review_waiting,
}

/** The reviews for a URL's filters. */
export async function readReviews(context: LoaderContext, request: Request) {
  const { list, state } = await readList(context, request, adminReviews)
  return {
    state,
    rows: list.data,
    reported: list.reported,
    states: reviewStates.map((value) => ({ value, label: stateNames[value]() })),
  }
}

/** Hides or shows a review or reply. Idempotent, so it needs no key. */
export async function changeReview(context: LoaderContext, form: FormData) {
  intentOf(form)
  const params = { id: textOf(form, 'id') }
  const reply = await sendForm(context, decideReview, form, { params })
  const about = textOf(form, 'about') === 'reply' ? ('reply' as const) : ('review' as const)
  const submitted = { ...params, about }
  if (reply.ok) return { ...submitted, reason: '', problem: null }
  const { code, message } = reply.error
  const problem = code === 'bad-request' ? m.admin_review_bad() : message
  return data({ ...submitted, reason: textOf(form, 'reason'), problem }, { status: reply.status })
}
