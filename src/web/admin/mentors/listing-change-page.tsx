import { useEffect } from 'react'
import { data, Form, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { applyBulkEdit, bulkEditRows, oneBulkEdit } from '#contract/mentors/listings.ts'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { readApi, writeApi } from '../../api.ts'
import { intentOf, readForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { currentLocale } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { BackLink, MissingRow } from '../kit/admin-part.tsx'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { fileHref, type ListState, listHref } from '../kit/list-address.ts'
import type { Route } from './+types/listing-change-page.ts'
import { changeOf, changeRowOf, type ShownChange, type ShownChangeRow } from './listing-labels.server.ts'
import { useSpentTicks } from './picked-mentors.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url), '/admin/login')
  const change = await readApi(context, oneBulkEdit, { params: { id: params.id } })
  // Its rows may name phones.
  const canDecide = viewer.adminRole !== 'support'
  const read = canDecide && (await readList(context, request, bulkEditRows, { id: params.id }))
  return {
    change: changeOf(change.data),
    table: read ? { rows: read.list.data.map(changeRowOf), state: read.state } : null,
    canDecide,
    language: currentLocale(),
    formKey: crypto.randomUUID(),
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const form = await readForm(request)
  intentOf(form)
  const options = { idempotencyKey: textOf(form, 'formKey') }
  const reply = await writeApi(context, applyBulkEdit, { params: { id: params.id } }, options)
  return reply.ok ? { problem: null } : data({ problem: reply.error.message }, { status: reply.status })
}

export function meta() {
  return [{ title: `${m.admin_change_title()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

const lookMs = 1_500

/** What many mentors would become, and what became of it. */
export default function ListingChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const { change, table, canDecide, language, formKey } = loaderData
  const { revalidate } = useRevalidator()
  const [asked] = useSearchParams()
  useSpentTicks(change._id, { isNew: asked.has('ticked'), isApplied: change.status === 'applied' })
  useEffect(() => {
    if (change.status !== 'applying') return
    const timer = setInterval(() => void revalidate(), lookMs)
    return () => clearInterval(timer)
  }, [change.status, revalidate])
  return (
    <>
      <BackLink to={change.fileName === null ? '/admin/mentors/listing' : '/admin/mentors/imports'}>
        {change.fileName === null ? m.admin_tab_listing() : m.admin_tab_imports()}
      </BackLink>
      <h1 className="text-h1 wrap-anywhere">{change.title}</h1>
      <p className="text-muted">{change.made}</p>
      {actionData?.problem && (
        <div className="mt-4">
          <Notice tone="bad">{actionData.problem}</Notice>
        </div>
      )}
      <Result change={change} canDecide={canDecide} formKey={formKey} />
      {table ? (
        <Rows change={change} language={language} {...table} />
      ) : (
        <Notice>{m.admin_change_rows_hidden()}</Notice>
      )}
    </>
  )
}

type Table = { change: ShownChange; rows: ShownChangeRow[]; state: ListState; language: string }
/** Its rows, for whoever decides. */
function Rows({ change, rows, state, language }: Table) {
  const columns: Column<ShownChangeRow>[] = [
    { key: 'line', label: m.admin_change_row_line(), sort: 'line', isNumber: true, cell: ({ line }) => line },
    {
      key: 'mentor',
      label: m.admin_col_mentor(),
      isWide: true,
      cell: ({ mentor, given }) =>
        mentor ? (
          <>
            <LocalLink to={`/admin/mentors/${mentor._id}#listing`} className="text-link wrap-anywhere">
              {mentor.fullName}
            </LocalLink>
            <span className="block text-muted text-small">{mentor.number}</span>
          </>
        ) : (
          <span className="wrap-anywhere">{given}</span>
        ),
    },
    { key: 'what', label: m.admin_change_what(), isWide: true, cell: (row) => <What row={row} /> },
  ]
  const left = change.bad + change.refused
  return (
    <>
      <nav aria-label={m.admin_change_rows()} className="my-4 flex flex-wrap gap-x-5 gap-y-1">
        {partsOf(change).map(({ value, label, count }) => (
          <LocalLink
            key={value}
            to={listHref(state.path, state.given, { state: value || null })}
            aria-current={(state.given.state ?? '') === value ? 'true' : undefined}
            className="text-link inline-flex min-h-11 items-center aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {label} ({formatNumber(count)})
          </LocalLink>
        ))}
        {left > 0 && (
          <a
            href={`/api/admin/listing-changes/${change._id}/problems.csv?language=${language}`}
            download
            className="text-link inline-flex min-h-11 items-center gap-2"
          >
            <Icon name="download" size={20} />
            {m.admin_change_problems_file()}
          </a>
        )}
      </nav>
      <DataTable
        label={m.admin_change_rows()}
        columns={columns}
        rows={rows}
        state={state}
        file={fileHref(`/api/admin/listing-changes/${change._id}/rows.csv`, state.given)}
        none={{ title: m.admin_list_none_found(), text: m.admin_list_none_found_text() }}
      />
    </>
  )
}

/** The kinds of rows there are, each as a filter of the list. */
function partsOf({ good, same, bad, applied, refused }: ShownChange) {
  const waiting = good - applied - refused
  return [
    { value: '', label: m.admin_list_all(), count: good + same + bad },
    { value: 'good', label: m.admin_change_good(), count: waiting },
    { value: 'applied', label: m.admin_change_done(), count: applied },
    { value: 'refused', label: m.admin_change_refused(), count: refused },
    { value: 'bad', label: m.admin_change_bad(), count: bad },
    { value: 'same', label: m.admin_change_same(), count: same },
  ].filter(({ value, count }) => value === '' || count > 0)
}

function Result({ change, canDecide, formKey }: { change: ShownChange; canDecide: boolean; formKey: string }) {
  const { status, good, bad, applied, refused, unread, done } = change
  const { state } = useNavigation()
  const count = (n: number) => formatNumber(n)
  const left = good - applied - refused
  const apply = canDecide && (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="formKey" value={formKey} />
      <Button type="submit" loading={state !== 'idle'}>
        {left === 1 ? m.admin_change_apply_one() : m.admin_change_apply({ count: count(left) })}
      </Button>
    </Form>
  )
  return (
    <div className="my-4 grid gap-3">
      {unread.length > 0 && <Notice>{m.admin_change_unread({ columns: unread.join(', ') })}</Notice>}
      {status === 'ready' && (
        <section className="card flex flex-wrap items-center gap-x-5 gap-y-3" aria-label={m.admin_change_title()}>
          <p className="grow">
            <b className="text-ink">
              {good === 1 ? m.admin_change_would_one() : m.admin_change_would({ count: count(good) })}
            </b>{' '}
            {bad === 1 && m.admin_change_left_one()}
            {bad > 1 && m.admin_change_left({ count: count(bad) })} {m.admin_change_nothing_yet()}
          </p>
          {good > 0 && apply}
        </section>
      )}
      {status === 'reading' && <Notice>{m.admin_change_reading_text()}</Notice>}
      {status === 'applying' && (
        <>
          <Notice>{m.admin_change_applying_text({ done: count(applied + refused), count: count(good) })}</Notice>
          {/* For one that stopped on the way; of one that goes on it changes nothing. */}
          {apply}
        </>
      )}
      {status === 'applied' && (
        <Notice tone="good">
          {applied === 1 ? m.admin_change_applied_one() : m.admin_change_applied_text({ count: count(applied) })} {done}
        </Notice>
      )}
      {refused > 0 && <Notice tone="wait">{m.admin_change_refused_text({ count: count(refused) })}</Notice>}
    </div>
  )
}

function What({ row: { changes, problems, state } }: { row: ShownChangeRow }) {
  return (
    <>
      <ul className="grid gap-1">
        {changes.map(({ name, from, to }) => (
          <li key={name} className="wrap-anywhere">
            <span className="text-muted">{name}:</span>{' '}
            {from !== '' && <del className="line-clamp-2 text-muted">{from}</del>}{' '}
            <ins className="line-clamp-3 whitespace-pre-line font-semibold text-ink no-underline">{to}</ins>
          </li>
        ))}
        {problems.map((words) => (
          <li key={words} className="flex gap-2 text-error wrap-anywhere">
            <Icon name="circle-exclamation-point" size={20} className="flex-none" />
            {words}
          </li>
        ))}
      </ul>
      {state === 'same' && <span className="text-muted">{m.admin_change_same()}</span>}
      {state === 'applied' && <span className="font-semibold text-small text-tick">{m.admin_change_done()}</span>}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list="/admin/mentors/imports" />
}
