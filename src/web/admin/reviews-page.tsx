import { data, Form, redirect } from 'react-router'
import { adminReviews, decideReview, reviewStates } from '#contract/review-moderation.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi, writeApi } from '../api.ts'
import { localHref } from '../locale.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/error-state.tsx'
import { SelectField } from '../ui/field.tsx'
import { formatNumber } from '../ui/money.tsx'
import type { Route } from './+types/reviews-page.ts'
import { ReviewRow } from './review-row.tsx'

const home = '/admin/reviews'
const stateNames: Record<(typeof reviewStates)[number], () => string> = {
  all: m.admin_review_all,
  reported: m.admin_review_reported,
  hidden: m.admin_review_hidden,
  waiting: m.admin_review_waiting,
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await signedIn(context, url, '/admin/login')
  const { shape } = adminReviews.schema.querystring
  const state = shape.state.safeParse(url.searchParams.get('state') || undefined).data ?? 'all'
  const cursor = shape.cursor.safeParse(url.searchParams.get('cursor') ?? undefined).data
  const addressWith = (next: string | null) =>
    `${home}?${new URLSearchParams({ state, ...(next && { cursor: next }) })}`
  const list = await readApi(context, adminReviews, { query: { state, ...(cursor && { cursor }) } }).catch(
    (error: unknown) => {
      // A place in a list that is another one by now.
      if (cursor) throw redirect(localHref(addressWith(null)))
      throw error
    },
  )
  return {
    state,
    reviews: list.data,
    total: list.total,
    reported: list.reported,
    next: list.nextCursor && addressWith(list.nextCursor),
    canDecide: viewer.name !== 'support',
  }
}

/** Hides one review or reply, or shows it again. Can be repeated, so a page sent twice does one thing. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
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

export function meta() {
  return [{ title: `${m.admin_nav_reviews()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Everything families and mentors wrote in public, and the way to take it away. */
export default function ReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, reviews, total, reported, next, canDecide } = loaderData
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_reviews()}</h1>
      <p className="text-muted">{m.admin_review_counts({ count: formatNumber(reported) })}</p>
      <Form
        method="get"
        action={localHref(home)}
        key={state}
        className="my-5 grid items-end gap-3 sm:grid-cols-[260px_auto] sm:justify-start"
      >
        <SelectField
          label={m.admin_filter()}
          name="state"
          defaultValue={state}
          options={reviewStates.map((one) => ({ value: one, label: stateNames[one]() }))}
        />
        <Button type="submit">{m.admin_search_button()}</Button>
      </Form>
      {actionData && (
        <div className="mb-4">
          <Notice tone={actionData.problem ? 'bad' : 'good'}>{actionData.problem ?? m.admin_review_done()}</Notice>
        </div>
      )}
      {reviews.length === 0 ? (
        <div className="card">
          <EmptyState heading="h2" title={m.admin_review_none()} text={m.admin_review_none_text()} />
        </div>
      ) : (
        <ul className="grid gap-3">
          {reviews.map((one) => (
            <ReviewRow
              key={one._id}
              one={one}
              canDecide={canDecide}
              typed={actionData?.problem && actionData.id === one._id ? actionData : null}
            />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <p className="grow text-muted">
          {m.admin_review_showing({ shown: formatNumber(reviews.length), total: formatNumber(total) })}
        </p>
        {next && (
          <ButtonLink to={next} look="outline">
            {m.admin_next_page()}
          </ButtonLink>
        )}
      </div>
    </>
  )
}
