import { data } from 'react-router'
import { endMentorLink, mentorLinks } from '#contract/mentors/mentor-links.ts'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { serverContext } from '../../api.ts'
import { intentOf, readForm, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { type Column, DataTable, ListFilter } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { fileHref } from '../kit/list-address.ts'
import { MentorTabs } from '../kit/section-tabs.tsx'
import type { Route } from './+types/links-page.ts'
import { EndLink } from './end-link.tsx'
import { type ShownLink, shownLink } from './links.server.ts'
import { ShareLink } from './share-link.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await signedIn(context, url, '/admin/login')
  const { list, state } = await readList(context, request, mentorLinks)
  const { publicUrl } = context.get(serverContext)
  const rows = list.data.map((link) => shownLink(link, publicUrl))
  return {
    rows,
    state,
    made: rows.find(({ _id }) => _id === url.searchParams.get('made')) ?? null,
    leftOut: Number(url.searchParams.get('out')) || 0,
  }
}

/** Ends a link. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  intentOf(form)
  const reply = await sendForm(context, endMentorLink, form, { params: { id: textOf(form, 'link') } })
  return reply.ok ? { problem: null } : data({ problem: reply.error.message }, { status: reply.status })
}

export function meta() {
  return [{ title: `${m.admin_tab_links()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

const linkDone = ({ name, mentors }: { name: string; mentors: number }) =>
  mentors === 1 ? m.admin_link_done_one({ name }) : m.admin_link_done_text({ name, count: formatNumber(mentors) })

/** Links to chosen mentors. */
export default function LinksPage({ loaderData: { rows, state, made, leftOut }, actionData }: Route.ComponentProps) {
  const columns: Column<ShownLink>[] = [
    {
      key: 'name',
      label: m.admin_people_name(),
      isWide: true,
      cell: ({ name, path }) => (
        <LocalLink to={path} className="text-link wrap-anywhere">
          {name}
        </LocalLink>
      ),
    },
    { key: 'mentors', label: m.admin_link_mentors(), isNumber: true, cell: ({ mentors }) => formatNumber(mentors) },
    {
      key: 'opens',
      label: m.admin_link_opens(),
      sort: 'opens',
      isNumber: true,
      cell: ({ opens }) => formatNumber(opens),
    },
    {
      key: 'made',
      label: m.admin_link_made(),
      sort: 'made',
      cell: ({ made: day, madeBy }) => (
        <>
          {day} <span className="block text-muted text-small">{madeBy}</span>
        </>
      ),
    },
    { key: 'ends', label: m.admin_link_ends(), cell: (link) => <EndLink link={link} /> },
    {
      key: 'share',
      label: m.admin_link_share_it(),
      isWide: true,
      cell: (link) => !link.isOver && <ShareLink link={link} />,
    },
  ]
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_mentors()}</h1>
      <p className="text-muted">{m.admin_links_text()}</p>
      <MentorTabs />
      {actionData && (
        <div className="mt-4">
          {actionData.problem === null ? (
            <Notice tone="good">{m.admin_link_ended()}</Notice>
          ) : (
            <Notice tone="bad">{actionData.problem}</Notice>
          )}
        </div>
      )}
      {made && !made.isOver && (
        <section className="card my-5 grid gap-3" aria-label={m.admin_link_done()}>
          <Notice tone="good">{linkDone(made)}</Notice>
          {leftOut > 0 && <Notice tone="wait">{m.admin_link_left_out({ count: formatNumber(leftOut) })}</Notice>}
          <TextField
            label={m.admin_link_address()}
            readOnly
            value={made.address}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <ShareLink link={made} isLarge />
        </section>
      )}
      <ListFilter state={state}>
        <TextField label={m.admin_people_name()} name="q" type="search" maxLength={80} defaultValue={state.given.q} />
      </ListFilter>
      <DataTable
        label={m.admin_tab_links()}
        columns={columns}
        rows={rows}
        state={state}
        file={fileHref('/api/admin/mentor-links.csv', state.given)}
        none={{ title: m.admin_links_none(), text: m.admin_links_none_text() }}
      />
    </>
  )
}
