import { useEffect, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { auditNames } from '#contract/admin/audit.ts'
import { callFilters, callRequests } from '#contract/support/calls.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { useLive } from '../../realtime.ts'
import { Notice } from '../../ui/error-state.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAnswerOnce } from '../../ui/use-answer-once.ts'
import type { AdminResult } from '../kit/admin-result.ts'
import { callRow, callStatusLabels, type ShownCall } from '../kit/call-labels.server.ts'
import { DataTable } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref, type ListState } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { useOpenRow } from '../kit/row-panel.tsx'
import { useTypedRows } from '../kit/typed-rows.ts'
import type { Route } from './+types/call-admin-page.ts'
import { actOnCall, callDoneText } from './call-actions.server.ts'
import { callColumns } from './call-cells.tsx'
import { CallForm } from './call-form.tsx'

export { clientAction } from '../kit/admin-result.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await requireViewer(context, url, '/admin/login')
  const [{ list, state, before }, names] = await Promise.all([
    readList(context, request, callRequests),
    readApi(context, auditNames),
  ])
  return {
    state,
    rows: (isNewestFirst(state) ? list.toReversed() : list).map((call, i) => callRow(call, before + i + 1)),
    filters: callFilters.map((value) => ({ value: value as string, label: filterLabels[value]() })),
    owners: [
      { value: 'me', label: m.calls_filter_me() },
      ...names.data.admins.map(({ _id, name }) => ({ value: _id, label: name })),
    ],
    done: callDoneText(url.searchParams.get('done')),
  }
}

/** The API returns these pages oldest first. */
const isNewestFirst = ({ sort }: ListState) => sort.by === 'date' && sort.order === 'desc'

const filterLabels: Record<(typeof callFilters)[number], () => string> = {
  all: m.calls_filter_all,
  waiting: m.calls_filter_waiting,
  ...callStatusLabels,
}

export async function action({ context, request }: Route.ActionArgs) {
  return await actOnCall(context, new URL(request.url), await readForm(request))
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export function meta() {
  return [{ title: `${m.calls_title()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Call requests, with the number an admin connects them by. */
export default function CallAdminPage({ loaderData }: Route.ComponentProps) {
  const { state, rows, filters, owners, done } = loaderData
  const { query } = state
  const list = JSON.stringify(query)
  const arrived = useArrivalAnnouncement(list, rows)
  const { openId } = useOpenRow(state.path)
  const { shown, onTyped } = useTypedRows(list, rows)
  const onUndo = useUndo()
  return (
    <>
      <h1 className="text-h1">{m.calls_title()}</h1>
      <p className="text-muted">{m.calls_lead()}</p>
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.calls_search(), type: 'search' },
          { name: 'status', label: m.admin_filter(), options: filters, defaultValue: 'all' },
          { name: 'owner', label: m.calls_filter_owner(), options: owners },
        ]}
      />
      {done && (
        <div className="mb-4">
          <Notice tone="good">{done}</Notice>
        </div>
      )}
      <p role="status" className="sr-only">
        {arrived}
      </p>
      <DataTable
        label={m.calls_title()}
        columns={callColumns({ openId, onTyped, onUndo })}
        rows={shown}
        state={state}
        detail={(call) => <CallForm call={call} onTyped={onTyped} onUndo={onUndo} />}
        csv={csvHref('/api/mentor-call.csv', query)}
        empty={{ title: m.calls_none(), text: m.calls_none_text() }}
      />
    </>
  )
}

/** Takes an outcome back. It has a fetcher of its own, because the row's form may have gone. */
function useUndo() {
  const { submit, data } = useFetcher<AdminResult>()
  const toast = useToast()
  useAnswerOnce(data, ({ done, problem, conflict }) =>
    toast(done ? { title: done.title } : { tone: 'error', title: problem ?? conflict?.text ?? m.calls_conflict() }),
  )
  return (values: Record<string, string>) => void submit(values, { method: 'post' })
}

/** Reloads the list on changes. @returns screen reader text for a request that arrived since */
function useArrivalAnnouncement(list: string, rows: readonly ShownCall[]): string {
  const { revalidate } = useRevalidator()
  // Revalidating offline would show the error page.
  const read = () => void (navigator.onLine && revalidate())
  useLive(true, 'calls-changed', read, read)
  const newest = rows.reduce<ShownCall | undefined>(
    (found, one) => (found && found.requestTime >= one.requestTime ? found : one),
    undefined,
  )
  const seen = useRef({ list, at: newest?.requestTime ?? '' })
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const at = newest?.requestTime ?? ''
    // A different filter has a different newest request.
    const isNew = seen.current.list === list && at > seen.current.at
    if (newest && isNew) setAnnouncement(m.calls_arrived({ name: newest.name }))
    seen.current = { list, at }
  }, [list, newest])
  return announcement
}
