import { endMentorLink, type MentorLink, mentorLinks } from '#contract/mentors/mentor-links.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { serverContext } from '../../api.ts'
import { intentOf, readForm, sendForm } from '../../form.server.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatDay } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { answerForm } from '../kit/answer-form.server.ts'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { PageForm, ResultNotice } from '../kit/page-form.tsx'
import { MentorHead } from '../kit/section-tabs.tsx'
import { NameLink } from '../kit/session-cells.tsx'
import type { Route } from './+types/links-page.ts'

export { clientAction } from '../kit/admin-result.ts'

/** A mentor link with its share URLs. */
function toLinkRow({ ids, ...link }: MentorLink, site: string) {
  const path = `/selected-mentors?id=${link.token}`
  const text = [
    m.admin_link_share({ address: `${site}${path}` }, { locale: 'en' }),
    m.admin_link_share({ address: `${site}/hi${path}` }, { locale: 'hi' }),
  ].join('\n\n')
  return {
    ...link,
    path,
    address: `${site}${path}`,
    longAddress: ids && `${site}/selected-mentors?id=${ids.join(',')}`,
    whatsapp: `https://wa.me/?${new URLSearchParams({ text })}`,
    made: formatDay(link.madeAt, { year: true }),
    until: link.endsAt ? m.admin_link_until({ day: formatDay(link.endsAt, { year: true }) }) : m.admin_link_no_end(),
  }
}
type LinkRow = ReturnType<typeof toLinkRow>

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await requireViewer(context, url, '/admin/login')
  const { list, state } = await readList(context, request, mentorLinks)
  const { publicUrl } = context.get(serverContext)
  const rows = list.data.map((link) => toLinkRow(link, publicUrl))
  return {
    rows,
    state,
    made: rows.find(({ _id }) => _id === url.searchParams.get('made')),
    skipped: Number(url.searchParams.get('out')) || 0,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  intentOf(form, 'end')
  const messages = { done: m.admin_link_ended(), bad: m.admin_link_over() }
  return await answerForm(form, sendForm(context, endMentorLink, form), messages)
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export function meta() {
  return [{ title: `${m.admin_tab_links()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

const columns = (): Column<LinkRow>[] => [
  {
    key: 'name',
    label: m.admin_people_name(),
    isWide: true,
    cell: ({ name, path }) => <NameLink to={path}>{name}</NameLink>,
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
    cell: ({ made, madeBy }) => (
      <>
        {made} <span className="block text-muted text-small">{madeBy}</span>
      </>
    ),
  },
  {
    key: 'ends',
    label: m.admin_link_ends(),
    cell: ({ isOver, until }) => (isOver ? <b className="text-ink">{m.admin_link_over()}</b> : until),
  },
  {
    key: 'copy',
    label: m.admin_col_actions(),
    isActions: true,
    isRowOnly: true,
    cell: (link) => !link.isOver && <CopyButton name={link.name} text={link.address} label={m.calendar_copy()} />,
  },
]

const createdText = ({ name, mentors }: LinkRow) =>
  mentors === 1 ? m.admin_link_done_one({ name }) : m.admin_link_done_text({ name, count: formatNumber(mentors) })

/** Share links to selected mentors. */
export default function LinksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, state, made, skipped } = loaderData
  return (
    <>
      <MentorHead
        text={m.admin_links_text()}
        action={<ButtonLink to="/admin/mentors/listing">{m.admin_link_make()}</ButtonLink>}
      />
      <div className="mt-4 grid gap-3">
        <ResultNotice result={actionData} />
        {made && !made.isOver && <Notice tone="good">{createdText(made)}</Notice>}
        {skipped > 0 && <Notice tone="wait">{m.admin_link_left_out({ count: formatNumber(skipped) })}</Notice>}
      </div>
      <ListFilter state={state} fields={[{ name: 'q', label: m.admin_people_name(), type: 'search' }]} />
      <DataTable
        label={m.admin_tab_links()}
        columns={columns()}
        rows={rows}
        state={state}
        detail={(link) => !link.isOver && <OpenLink link={link} />}
        csv={csvHref('/api/admin/mentor-links.csv', state.query)}
        empty={{ title: m.admin_links_none(), text: m.admin_links_none_text() }}
      />
    </>
  )
}

function CopyButton({ name, text, label }: { name: string; text: string; label: string }) {
  const toast = useToast()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ title: m.calendar_copied() }),
      () => toast({ title: m.calendar_not_copied(), tone: 'error' }),
    )
  if (!useScripts()) return null
  return (
    <Button look="outline" onClick={copy} aria-label={m.admin_for({ action: label, name })}>
      {label}
    </Button>
  )
}

/** Shares a link in either language, or ends it now. */
function OpenLink({ link: { _id, name, address, longAddress, whatsapp } }: { link: LinkRow }) {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <CopyButton name={name} text={address} label={m.calendar_copy()} />
        <ButtonLink
          href={whatsapp}
          target="_blank"
          rel="noopener noreferrer"
          look="plain"
          aria-label={m.admin_for({ action: m.admin_link_whatsapp(), name })}
        >
          {m.admin_link_whatsapp()}
        </ButtonLink>
        {longAddress && <CopyButton name={name} text={longAddress} label={m.admin_link_copy_ids()} />}
      </div>
      <details>
        <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">
          {m.admin_link_end()}
          <span className="sr-only">: {name}</span>
        </summary>
        <PageForm intent={`end ${_id}`} resetKey="" className="grid gap-2">
          {({ busy }) => (
            <>
              <input type="hidden" name="of" value={_id} />
              <p className="max-w-[32ch] text-muted text-small">{m.admin_link_end_text()}</p>
              <Button
                type="submit"
                look="outline"
                loading={busy}
                aria-label={m.admin_for({ action: m.admin_link_end_now(), name })}
              >
                {m.admin_link_end_now()}
              </Button>
            </>
          )}
        </PageForm>
      </details>
    </>
  )
}
