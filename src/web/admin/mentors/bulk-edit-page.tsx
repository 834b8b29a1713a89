import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { applyBulkEdit, bulkEditRows, oneBulkEdit } from '#contract/mentors/listings.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { intentOf, readForm, sendForm } from '../../form.server.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { BackLink, MissingRow } from '../kit/admin-part.tsx'
import { answerForm } from '../kit/answer-form.server.ts'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { LinkCell } from '../kit/link-cell.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { PageForm } from '../kit/page-form.tsx'
import type { Route } from './+types/bulk-edit-page.ts'
import { type EditRow, toBulkEdit, toEditRow } from './bulk-edit.server.ts'
import { clearSelection } from './selected-mentors.ts'

const home = '/admin/mentors/listing'

export { clientAction } from '../kit/admin-result.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  const { data } = await readApi(context, oneBulkEdit, { params })
  // Rows may contain phone numbers.
  const table = viewer.adminRole === 'support' ? null : await readList(context, request, bulkEditRows, params)
  return {
    id: params.id,
    bulkEdit: toBulkEdit(data),
    table: table && { rows: table.list.data.map(toEditRow), state: table.state },
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const form = await readForm(request)
  intentOf(form, 'apply')
  const reply = await sendForm(context, applyBulkEdit, form, { params })
  const done = reply.ok ? toBulkEdit(reply.data.data).statusText : ''
  return await answerForm(form, Promise.resolve(reply), { done, bad: m.admin_change_failed() })
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_change_title())

const pollMs = 1_500

const columns = (): Column<EditRow>[] => [
  {
    key: 'mentor',
    label: m.admin_col_mentor(),
    isWide: true,
    cell: ({ mentor, given }) =>
      mentor ? (
        <LinkCell to={`/admin/mentors/${mentor._id}#listing`} name={mentor.fullName} note={mentor.number} />
      ) : (
        <span className="list-lines">{given}</span>
      ),
  },
  { key: 'line', label: m.admin_change_row_line(), sort: 'line', isNumber: true, cell: ({ line }) => line },
  { key: 'state', label: m.admin_col_status(), cell: ({ state, badge }) => <Badge kind={badge}>{state}</Badge> },
  {
    key: 'changes',
    label: m.admin_change_what(),
    isWide: true,
    cell: ({ changes }) => changes.length > 0 && <span className="list-lines">{changes.join(' · ')}</span>,
  },
  {
    key: 'problems',
    label: m.admin_change_problems(),
    isWide: true,
    cell: ({ problems }) => problems.length > 0 && <span className="list-lines text-error">{problems.join(' ')}</span>,
  },
]

/** One bulk edit: preview, apply and the result of each row. */
export default function BulkEditPage({ loaderData: { id, bulkEdit, table } }: Route.ComponentProps) {
  const { title, made, status, statusText, states, unread, left, isFile } = bulkEdit
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (status !== 'applying') return
    const timer = setInterval(() => void revalidate(), pollMs)
    return () => clearInterval(timer)
  }, [status, revalidate])
  return (
    <>
      <BackLink to={home}>{m.admin_tab_listing()}</BackLink>
      <h1 className="text-h1 wrap-anywhere">{title}</h1>
      <p className="text-muted">{made}</p>
      <section className="card my-4 grid gap-3" aria-label={m.admin_change_title()}>
        <p className="font-semibold text-ink" role="status">
          {status === 'applied' && `${statusText} · `}
          {states.map(({ label }) => label).join(', ')}
        </p>
        {status !== 'applied' && <p>{statusText}</p>}
        {unread.length > 0 && <p>{m.admin_change_unread({ columns: unread.join(', ') })}</p>}
        {/* Applying may have been interrupted; Apply resumes it. */}
        {table && left > 0 && status !== 'reading' && (
          <PageForm intent="apply" resetKey="">
            {({ busy }) => (
              <Button
                type="submit"
                loading={busy}
                className="justify-self-start"
                {...(!isFile && { onClick: clearSelection })}
              >
                {left === 1 ? m.admin_change_apply_one() : m.admin_change_apply({ count: formatNumber(left) })}
              </Button>
            )}
          </PageForm>
        )}
      </section>
      {table ? (
        <>
          <ListFilter state={table.state} fields={[{ name: 'state', label: m.admin_col_status(), options: states }]} />
          <DataTable
            label={m.admin_change_rows()}
            columns={columns()}
            rows={table.rows}
            state={table.state}
            csv={csvHref(`/api/admin/listing-changes/${id}/rows.csv`, table.state.query)}
            empty={{ title: m.admin_cat_none(), text: '' }}
          />
        </>
      ) : (
        <Notice>{m.admin_change_rows_hidden()}</Notice>
      )}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list={home} />
}
