import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { listingFile } from '#contract/mentors/limits.ts'
import { bulkEdits } from '#contract/mentors/listings.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { localHref } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { Facts } from '../kit/admin-part.tsx'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { MentorHead } from '../kit/section-tabs.tsx'
import type { Route } from './+types/bulk-edits-page.ts'
import { type BulkEditSummary, toBulkEditSummary } from './bulk-edit-labels.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  const { list, state } = await readList(context, request, bulkEdits)
  return { rows: list.data.map(toBulkEditSummary), state, canDecide: viewer.adminRole !== 'support' }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export function meta() {
  return [{ title: `${m.admin_tab_imports()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

const columns = (): Column<BulkEditSummary>[] => [
  {
    key: 'made',
    label: m.admin_change_made(),
    sort: 'made',
    isWide: true,
    cell: ({ _id, title, made }) => (
      <>
        <LocalLink to={`/admin/mentors/changes/${_id}`} className="text-link -my-2.5 block py-2.5">
          <span className="list-lines">{title}</span>
        </LocalLink>
        <span className="block text-muted text-small">{made}</span>
      </>
    ),
  },
  {
    key: 'status',
    label: m.admin_col_status(),
    cell: ({ statusName, done }) => (
      <>
        {statusName}
        <span className="block text-muted text-small">{done}</span>
      </>
    ),
  },
  { key: 'good', label: m.admin_change_good(), isNumber: true, cell: ({ good }) => formatNumber(good) },
  { key: 'applied', label: m.admin_change_done(), isNumber: true, cell: ({ applied }) => formatNumber(applied) },
  { key: 'skipped', label: m.admin_change_bad(), isNumber: true, cell: ({ skipped }) => formatNumber(skipped) },
]

/** CSV import and history of bulk edits. */
export default function BulkEditsPage({ loaderData: { rows, state, canDecide } }: Route.ComponentProps) {
  return (
    <>
      <MentorHead text={m.admin_import_text()} />
      <div className="my-5">{canDecide && <FileImport />}</div>
      <DataTable
        label={m.admin_tab_imports()}
        columns={columns()}
        rows={rows}
        state={state}
        csv={csvHref('/api/admin/listing-changes.csv', state.query)}
        empty={{ title: m.admin_import_none(), text: m.admin_import_none_text() }}
      />
    </>
  )
}

function FileImport() {
  const isScripted = useScripts()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const file = event.currentTarget.querySelector<HTMLInputElement>('[type=file]')?.files?.[0]
    if (!file) return setProblem(m.admin_import_choose())
    setBusy(true)
    const found = await previewOf(file)
    setBusy(false)
    setProblem(found.problem)
    if (found.id) await navigate(localHref(`/admin/mentors/changes/${found.id}`))
  }
  const size = { lines: formatNumber(listingFile.lines), megabytes: listingFile.bytes / 1024 ** 2 }
  return (
    <section className="card grid gap-4 lg:grid-cols-2" aria-labelledby="import">
      <form onSubmit={send} className="grid content-start gap-4" noValidate>
        <h2 id="import" className="text-h3">
          {m.admin_import()}
        </h2>
        <Field label={m.admin_import_file()} help={m.admin_import_help(size)} error={problem}>
          {(wiring) => <input {...wiring} type="file" accept=".csv,text/csv" className="csv-file" />}
        </Field>
        <Button
          type="submit"
          loading={isBusy}
          loadingText={m.admin_import_reading()}
          disabled={!isScripted}
          className="justify-self-start"
        >
          {m.admin_import_read()}
        </Button>
        <p className="text-muted text-small">{m.admin_import_dry()}</p>
      </form>
      <div>
        <h3 className="mb-2 font-semibold text-ink">{m.admin_import_columns()}</h3>
        <Facts
          facts={[
            ['id, number, phone', m.admin_import_col_key()],
            ['ranking', m.admin_import_col_ranking()],
            ['tier', m.admin_import_col_tier()],
            ['brief', m.admin_import_col_brief()],
            ['brief visible, shown', m.admin_import_col_flags()],
            ['city', m.admin_import_col_city()],
          ]}
        />
      </div>
    </section>
  )
}

/** Uploads a file; returns the id of its preview or the problem. */
async function previewOf(file: File): Promise<{ id?: string; problem?: string }> {
  const query = new URLSearchParams({ name: file.name.slice(0, 200) })
  try {
    const reply = await fetch(`/api/admin/listing-changes/file?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'accept-language': document.documentElement.lang },
      body: file,
    })
    const { data, message }: { data?: { _id: string }; message?: string } = await reply.json()
    return data ? { id: data._id } : { problem: message ?? m.admin_import_failed() }
  } catch {
    return { problem: m.admin_import_failed() }
  }
}
