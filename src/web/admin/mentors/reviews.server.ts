import { data, type RouterContextProvider } from 'react-router'
import { adminReviews, decideReview, reviewStates } from '#contract/reviews/review-moderation.ts'
import { m } from '#messages'
import { writeApi } from '../../api.ts'
import { readList } from '../kit/list-address.server.ts'

type Context = Readonly<Pick<RouterContextProvider, 'get'>>
const stateNames: Record<(typeof reviewStates)[number], () => string> = {
  reported: m.admin_review_reported,
  hidden: m.admin_review_hidden,
  waiting: m.admin_review_waiting,
}

/** The list of reviews for its address. */
export async function readReviews(context: Context, request: Request) {
  const { list, state } = await readList(context, request, adminReviews)
  return {
    state,
    rows: list.data,
    reported: list.reported,
    states: reviewStates.map((value) => ({ value, label: stateNames[value]() })),
  }
}

/** Hides one review or reply, or shows it again. Can be repeated, so a page sent twice does one thing. */
export async function changeReview(context: Context, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const about = text('about') === 'reply' ? ('reply' as const) : ('review' as const)
  const [id, reason] = [text('id'), text('reason')]
  const body =
    text('decision') === 'hide'
      ? ({ decision: 'hide', about, reason } as const)
      : ({ decision: 'show', about } as const)
  const reply = await writeApi(context, decideReview, { params: { id }, body })
  if (reply.ok) return { id, about, reason: '', problem: null }
  const { code, message } = reply.error
  const problem = code === 'bad-request' ? m.admin_review_bad() : message
  return data({ id, about, reason, problem }, { status: reply.status })
}
