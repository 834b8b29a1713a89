import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readForm } from '../../form.server.ts'
import { Notice } from '../../ui/error-state.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { DataTable } from '../kit/data-table.tsx'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import type { Route } from './+types/reviews-page.ts'
import { ReviewDetail, reviewColumns } from './review-cells.tsx'
import { changeReview, readReviews } from './reviews.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  return { ...(await readReviews(context, request)), canDecide: viewer.adminRole !== 'support' }
}

export async function action({ context, request }: Route.ActionArgs) {
  return await changeReview(context, await readForm(request))
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_nav_reviews())

const stars = ['5', '4', '3', '2', '1']

/** Reviews with their replies; admins can hide either. */
export default function ReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, rows, reported, states, canDecide } = loaderData
  const { query } = state
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_reviews()}</h1>
      <p className="text-muted">{m.admin_review_counts({ count: formatNumber(reported) })}</p>
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.admin_class_q(), type: 'search' },
          { name: 'state', label: m.admin_col_status(), options: states },
          { name: 'stars', label: m.admin_review_stars(), options: stars.map((value) => ({ value, label: value })) },
          { name: 'from', label: m.admin_list_from(), type: 'date' },
          { name: 'to', label: m.admin_list_to(), type: 'date' },
        ]}
      />
      <DataTable
        label={m.admin_nav_reviews()}
        columns={reviewColumns()}
        rows={rows}
        state={state}
        detail={(review) => (
          <ReviewDetail
            review={review}
            canDecide={canDecide}
            refused={actionData?.problem && actionData.id === review._id ? actionData : null}
          />
        )}
        csv={csvHref('/api/admin/reviews.csv', query)}
        notice={
          actionData && (
            <Notice tone={actionData.problem ? 'bad' : 'good'}>{actionData.problem ?? m.admin_review_done()}</Notice>
          )
        }
        searchHint={m.admin_search_hint()}
        empty={{ title: m.admin_review_none(), text: m.admin_review_none_text() }}
      />
    </>
  )
}
