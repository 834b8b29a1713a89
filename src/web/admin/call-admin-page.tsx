import { useEffect, useRef, useState } from 'react'
import { Form, redirect, useRevalidator } from 'react-router'
import { callFilters, callRequests } from '#contract/calls.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readList } from '../api.ts'
import { localHref } from '../locale.ts'
import { orLost } from '../lost-connection.ts'
import { useLive } from '../realtime.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/error-state.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Route } from './+types/call-admin-page.ts'
import { emptyResult } from './admin-result.ts'
import { actOnCall, wordsOfCallDone } from './call-actions.server.ts'
import { CallTable } from './call-table.tsx'
import { callRow, callStatusWords, type ShownCall } from './call-words.server.ts'
import { FileLink } from './data-table.tsx'
import { fileHref } from './list-address.ts'

const home = '/call-admin'

/** Reads the address: what makes no sense in it is as good as nothing. */
function readAddress({ searchParams }: URL) {
  const { shape } = callRequests.schema.querystring
  const get = (name: string) => searchParams.get(name)?.trim() || undefined
  const { q, mentor, owner, cursor } = {
    q: shape.q.safeParse(get('q')).data,
    mentor: shape.mentor.safeParse(get('mentor')).data,
    owner: shape.owner.safeParse(get('owner')).data,
    cursor: shape.cursor.safeParse(get('cursor')).data,
  }
  const before = Number(get('before'))
  return {
    filter: {
      status: shape.status.safeParse(get('status')).data ?? ('all' as const),
      ...(q && { q }),
      ...(mentor && { mentor }),
      ...(owner && { owner }),
    },
    cursor,
    /** How many are on the pages before this one. */
    before: cursor && Number.isSafeInteger(before) && before > 0 ? before : 0,
  }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await signedIn(context, url, '/admin/login')
  const { filter, cursor, before } = readAddress(url)
  const { status, ...rest } = filter
  const given = { ...rest, ...(status !== 'all' && { status }) }
  const addressWith = (more: Record<string, string>) => {
    const params = new URLSearchParams({ ...given, ...more })
    return params.size > 0 ? `${home}?${params}` : home
  }
  const { data, next } = await readList(context, callRequests, {
    query: { ...filter, ...(cursor && { cursor }) },
  }).catch((error: unknown) => {
    // A place in a list that is another one by now.
    if (cursor) throw redirect(localHref(addressWith({})))
    throw error
  })
  return {
    ...filter,
    isFiltered: Object.keys(given).length > 0,
    filters: callFilters.map((value) => ({ value: value as string, label: filterWords[value]() })),
    rows: data.map((call, i) => callRow(call, before + i + 1)),
    file: fileHref('/api/mentor-call.csv', given),
    newest: cursor ? addressWith({}) : null,
    next: next && addressWith({ cursor: next, before: String(before + data.length) }),
    done: wordsOfCallDone(url.searchParams.get('done')),
  }
}

const filterWords: Record<(typeof callFilters)[number], () => string> = {
  all: m.calls_filter_all,
  waiting: m.calls_filter_waiting,
  ...callStatusWords,
}

export async function action({ context, request }: Route.ActionArgs) {
  return await actOnCall(context, new URL(request.url), await request.formData())
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return await orLost(serverAction, () => ({ ...emptyResult(form), problem: m.failure_connection() }))
}

export function meta() {
  return [{ title: `${m.calls_title()} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

/** Who wants to be connected, and the number by which an admin does it. */
export default function CallAdminPage({ loaderData }: Route.ComponentProps) {
  const { status, q = '', owner = '', mentor = '', isFiltered, filters, rows, file, newest, next, done } = loaderData
  const list = [status, q, owner, mentor, newest].join()
  const arrived = useArrivals(list, rows)
  return (
    <>
      <h1 className="text-h1">{m.calls_title()}</h1>
      <p className="text-muted">{m.calls_lead()}</p>
      <Form
        method="get"
        action={localHref(home)}
        role="search"
        key={list}
        className="my-5 grid items-end gap-3 md:grid-cols-[minmax(0,1fr)_220px_160px_auto]"
      >
        {mentor && <input type="hidden" name="mentor" value={mentor} />}
        <TextField
          label={m.calls_search()}
          name="q"
          type="search"
          defaultValue={q}
          maxLength={80}
          icon={<Icon name="search" size={20} />}
        />
        <SelectField label={m.admin_filter()} name="status" defaultValue={status} options={filters} />
        <SelectField
          label={m.calls_filter_owner()}
          name="owner"
          defaultValue={owner}
          empty={m.calls_filter_anybody()}
          options={[{ value: 'me', label: m.calls_filter_me() }]}
        />
        <Button type="submit">{m.admin_search_button()}</Button>
      </Form>
      {done && (
        <div className="mb-4">
          <Notice tone="good">{done}</Notice>
        </div>
      )}
      <p role="status" className="sr-only">
        {arrived}
      </p>
      <div className="card">
        {rows.length > 0 ? (
          <CallTable rows={rows} />
        ) : isFiltered ? (
          <EmptyState
            heading="h2"
            title={m.calls_none_found()}
            text={m.admin_none_found_text()}
            action={<ButtonLink to={home}>{m.calls_show_all()}</ButtonLink>}
          />
        ) : (
          <EmptyState heading="h2" title={m.calls_none()} text={m.calls_none_text()} />
        )}
      </div>
      <p className="mt-3 text-small text-muted">{m.calls_told()}</p>
      {rows.length > 0 && (
        <nav aria-label={m.calls_title()} className="mt-4 flex flex-wrap items-center justify-end gap-3">
          <FileLink to={file} />
          {newest && (
            <ButtonLink to={newest} look="outline">
              {m.calls_newest()}
            </ButtonLink>
          )}
          {next && (
            <ButtonLink to={next} look="outline">
              {m.admin_next_page()}
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  )
}

/** Reads the list again when something happened. Answers words about the newest request that came while somebody looks at it. */
function useArrivals(list: string, rows: readonly ShownCall[]): string {
  const { revalidate } = useRevalidator()
  // Without network the page would become one that failed.
  const read = () => void (navigator.onLine && revalidate())
  useLive(true, 'calls-changed', read, read)
  const [first] = rows
  const seen = useRef({ list, at: first?.requestTime ?? '' })
  const [words, setWords] = useState('')
  useEffect(() => {
    const at = first?.requestTime ?? ''
    // Another list is another newest one.
    const isNew = seen.current.list === list && at > seen.current.at
    if (first && isNew) setWords(m.calls_arrived({ name: first.name }))
    seen.current = { list, at }
  }, [list, first])
  return words
}
