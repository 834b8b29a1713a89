import { useEffect, useId, useState } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { adminMentors, decideMentor, statusFilters } from '#contract/verification.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi, writeApi } from '../api.ts'
import { localHref } from '../locale.ts'
import { knownAreas, placeNames } from '../mentors/places.server.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/error-state.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { formatNumber } from '../ui/money.tsx'
import { useScripts } from '../ui/use-scripts.ts'
import type { Route } from './+types/mentors-page.ts'
import { MentorTable } from './mentor-table.tsx'
import { rowOf } from './mentor-words.server.ts'
import { MentorTabs } from './section-tabs.tsx'

const filterWords: Record<(typeof statusFilters)[number], () => string> = {
  all: m.admin_filter_all,
  verified: m.admin_filter_verified,
  pending: m.admin_filter_pending,
  recheck: m.admin_recheck,
  rejected: m.admin_filter_rejected,
  suspended: m.admin_filter_suspended,
}

/** Reads the address: what makes no sense in it is as good as nothing. */
function readAddress(url: URL) {
  const { shape } = adminMentors.schema.querystring
  const get = (name: string) => url.searchParams.get(name)?.trim() || undefined
  return {
    q: shape.q.safeParse(get('q')).data,
    status: shape.status.safeParse(get('status')).data ?? ('all' as const),
    cursor: shape.cursor.safeParse(get('cursor')).data,
  }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await signedIn(context, url, '/admin/login')
  await knownAreas(context)
  const { q, status, cursor } = readAddress(url)
  const addressWith = (next: string | null) => {
    const given = { q, status: status === 'all' ? undefined : status, cursor: next ?? undefined }
    const params = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return `/admin/mentors${params.length > 0 ? `?${new URLSearchParams(params)}` : ''}`
  }
  const query = { status, limit: 20, ...(q && { q }), ...(cursor && { cursor }) }
  const list = await readApi(context, adminMentors, { query }).catch((error: unknown) => {
    // A place in a list that is another one by now.
    if (cursor) throw redirect(localHref(addressWith(null)))
    throw error
  })
  return {
    q: q ?? '',
    status,
    filters: statusFilters.map((value) => ({ value: value as string, label: filterWords[value]() })),
    rows: list.data.map((row) => rowOf(row, placeNames)),
    total: list.total,
    previous: list.previousCursor && addressWith(list.previousCursor),
    next: list.nextCursor && addressWith(list.nextCursor),
    canDecide: viewer.name !== 'support',
  }
}

/** Starts the review of the ticked mentors. */
export async function action({ context, request }: Route.ActionArgs) {
  const picks = (await request.formData()).getAll('pick').slice(0, 50)
  let started = 0
  for (const pick of picks) {
    const [id = '', version] = String(pick).split(' ')
    const body = { decision: 'start_review' as const, version: Number(version) }
    const reply = await writeApi(context, decideMentor, { params: { id }, body })
    if (reply.ok) started++
    else if (reply.status === 401 || reply.status === 403)
      return data({ problem: reply.error.message }, { status: reply.status })
  }
  return { started, skipped: picks.length - started }
}

export function meta() {
  return [{ title: `${m.admin_nav_mentors()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** The table of all mentors: those who wait first. */
export default function MentorsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { q, status, filters, rows, total, previous, next, canDecide } = loaderData
  const isFiltered = q !== '' || status !== 'all'
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_mentors()}</h1>
      <MentorTabs />
      <Form
        method="get"
        action={localHref('/admin/mentors')}
        role="search"
        key={`${q} ${status}`}
        className="my-5 grid items-end gap-3 md:grid-cols-[minmax(0,1fr)_220px_auto]"
      >
        <TextField
          label={m.admin_search()}
          name="q"
          type="search"
          defaultValue={q}
          maxLength={80}
          icon={<Icon name="search" size={20} />}
        />
        <SelectField
          label={m.admin_filter()}
          name="status"
          defaultValue={status}
          options={filters}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        />
        <Button type="submit">{m.admin_search_button()}</Button>
      </Form>
      {actionData && <Started result={actionData} />}
      <div className="card p-0! lg:p-0!">
        {rows.length === 0 ? (
          <EmptyState
            title={isFiltered ? m.admin_none_found() : m.admin_requests_none()}
            text={isFiltered ? m.admin_none_found_text() : m.admin_requests_none_text()}
            action={isFiltered && <ButtonLink to="/admin/mentors">{m.admin_show_all()}</ButtonLink>}
          />
        ) : (
          <Rows key={rows.map(({ id, version }) => id + version).join()} rows={rows} canDecide={canDecide} />
        )}
      </div>
      <nav
        aria-label={m.admin_list_pages({ list: m.admin_tab_mentors() })}
        className="mt-4 flex flex-wrap items-center gap-3"
      >
        <p className="grow text-muted">
          {m.admin_showing({ shown: formatNumber(rows.length), total: formatNumber(total) })}
        </p>
        <Turn to={previous}>{m.admin_previous()}</Turn>
        <Turn to={next}>{m.admin_next_page()}</Turn>
      </nav>
    </>
  )
}

function Turn({ to, children }: { to: string | null; children: string }) {
  return to ? (
    <ButtonLink to={to} look="outline">
      {children}
    </ButtonLink>
  ) : (
    <Button look="outline" disabled>
      {children}
    </Button>
  )
}

function Started({ result }: { result: { started: number; skipped: number } | { problem: string } }) {
  if ('problem' in result)
    return (
      <div className="mb-4">
        <Notice tone="bad">{result.problem}</Notice>
      </div>
    )
  const { started, skipped } = result
  const words = [
    started > 0 && m.admin_started_count({ count: started }),
    skipped > 0 && m.admin_started_skipped({ count: skipped }),
    started + skipped === 0 && m.admin_none_selected(),
  ]
  return (
    <div className="mb-4">
      <Notice tone={started > 0 ? 'good' : 'wait'}>{words.filter(Boolean).join(' ')}</Notice>
    </div>
  )
}

type Row = Route.ComponentProps['loaderData']['rows'][number]

function Rows({ rows, canDecide }: { rows: readonly Row[]; canDecide: boolean }) {
  const form = useId()
  const isScripted = useScripts()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const { state, formMethod } = useNavigation()
  // Ticked before the scripts ran.
  useEffect(() => {
    const boxes = document.querySelectorAll<HTMLInputElement>('input[name=pick]:checked')
    if (boxes.length > 0) setPicked(new Set([...boxes].map((box) => box.value.split(' ')[0] ?? '')))
  }, [])
  const pick = (id: string, isPicked: boolean) =>
    setPicked((now) => new Set(isPicked ? [...now, id] : [...now].filter((one) => one !== id)))
  return (
    <>
      <Form
        method="post"
        id={form}
        className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2"
      >
        {isScripted && (
          <label className="choice">
            <input
              type="checkbox"
              checked={picked.size === rows.length}
              onChange={(event) => setPicked(new Set(event.currentTarget.checked ? rows.map((row) => row.id) : []))}
            />
            <span>{m.admin_select_all()}</span>
          </label>
        )}
        {picked.size > 0 && <span role="status">{m.admin_selected({ count: picked.size })}</span>}
        {canDecide && (
          <Button
            type="submit"
            look="plain"
            disabled={isScripted && picked.size === 0}
            loading={state !== 'idle' && formMethod === 'POST'}
          >
            {m.admin_start_selected()}
          </Button>
        )}
      </Form>
      <div className="px-3">
        <MentorTable rows={rows} form={form} picked={picked} onPick={pick} />
      </div>
    </>
  )
}
