import { Form, useNavigation } from 'react-router'
import { type DeadJob, deadJobs } from '#contract/admin/jobs.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readForm } from '../../form.server.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { fullTime } from '../kit/full-time.ts'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { RowFacts } from '../kit/row-facts.tsx'
import type { Route } from './+types/jobs-page.ts'
import { runAgain } from './jobs.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  const { list, state } = await readList(context, request, deadJobs)
  return { rows: list.data, state }
}

export async function action({ context, request }: Route.ActionArgs) {
  return await runAgain(context, await readForm(request))
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_nav_jobs())

const columns = (): readonly Column<DeadJob>[] => [
  { key: 'job', label: m.admin_job_queue(), cell: ({ job }) => <span className="wrap-anywhere">{job}</span> },
  { key: 'date', label: m.admin_job_failed(), sort: 'date', cell: ({ failedAt }) => fullTime(failedAt) },
  {
    key: 'error',
    label: m.admin_job_error(),
    isText: true,
    cell: ({ error }) => <span className="list-lines block wrap-anywhere">{error || '-'}</span>,
  },
  {
    key: 'tries',
    label: m.admin_message_tries(),
    sort: 'tries',
    isNumber: true,
    cell: ({ tries }) => formatNumber(tries),
  },
  { key: 'again', label: m.admin_col_actions(), isActions: true, cell: (one) => <Again one={one} /> },
]

/** Background jobs that failed every retry. */
export default function JobsPage({ loaderData: { state, rows }, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_jobs()}</h1>
      <p className="text-muted">{m.admin_job_lead()}</p>
      <ListFilter state={state} fields={[{ name: 'q', label: m.admin_job_q(), type: 'search' }]} />
      <DataTable
        label={m.admin_nav_jobs()}
        columns={columns()}
        rows={rows}
        state={state}
        csv={csvHref('/api/admin/jobs.csv', state.query)}
        detail={(one) => <Details one={one} />}
        notice={
          actionData && (
            <Notice tone={actionData.problem ? 'bad' : 'good'}>{actionData.problem ?? m.admin_job_again_done()}</Notice>
          )
        }
        empty={{ title: m.admin_job_none(), text: m.admin_job_none_text(), isGood: true }}
      />
    </>
  )
}

function Details({ one: { _id, createdAt, about, requestId } }: { one: DeadJob }) {
  const parts = about.map(({ name, value }) => `${name}: ${value}`).join(' · ')
  const facts = [
    [m.admin_job_created(), fullTime(createdAt)],
    [m.admin_job_about(), parts],
    [m.admin_job_request(), requestId],
    ['ID', _id],
  ] as const
  return <RowFacts isOpen facts={facts} />
}

function Again({ one: { _id, job } }: { one: DeadJob }) {
  const isSending = useNavigation().formData?.get('id') === _id
  return (
    <Form method="post">
      <input type="hidden" name="id" value={_id} />
      <input type="hidden" name="job" value={job} />
      <Button type="submit" look="plain" loading={isSending} className="whitespace-nowrap">
        {m.admin_job_again()}
      </Button>
    </Form>
  )
}
