import { endMentorLink, type MentorLink, mentorLinks } from '#contract/mentors/mentor-links.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { serverContext } from '../../api.ts'
import { intentOf, readForm, sendForm } from '../../form.server.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatDay } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { Disclosure } from '../kit/admin-part.tsx'
import { answerForm } from '../kit/answer-form.server.ts'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { fullDay } from '../kit/full-time.ts'
import { LinkCell } from '../kit/link-cell.tsx'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { PageForm, ResultNotice } from '../kit/page-form.tsx'
import { MentorHead } from '../kit/section-tabs.tsx'
import type { Route } from './+types/links-page.ts'

export { clientAction } from '../kit/admin-result.ts'

/** A mentor link with what is shared. */
function toLinkRow(link: MentorLink, site: string) {
  const path = `/selected-mentors?id=${link.token}`
  const text = [
    m.admin_link_share({ address: `${site}${path}` }, { locale: 'en' }),
    m.admin_link_share({ address: `${site}/hi${path}` }, { locale: 'hi' }),
  ].join('\n\n')
  return {
    ...link,
    path,
    address: `${site}${path}`,
    whatsapp: `https://wa.me/?${new URLSearchParams({ text })}`,
    made: fullDay(link.madeAt),
    until: link.endsAt ? m.admin_link_until({ day: formatDay(link.endsAt, { year: true }) }) : m.admin_link_no_end(),
  }
}
type LinkRow = ReturnType<typeof toLinkRow>

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await requireViewer(context, url, '/admin/login')
  const { list, state } = await readList(context, request, mentorLinks)
  const { publicUrl } = context.get(serverContext)
  return {
    rows: list.data.map((link) => toLinkRow(link, publicUrl)),
    state,
    skipped: Number(url.searchParams.get('out')) || 0,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  intentOf(form, 'end')
  const messages = { done: m.admin_link_ended(), bad: m.admin_link_over_already() }
  return await answerForm(form, sendForm(context, endMentorLink, form), messages)
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_tab_links())

const columns = (): Column<LinkRow>[] => [
  {
    key: 'name',
    label: m.admin_people_name(),
    isWide: true,
    cell: ({ name, path }) => <LinkCell to={path} name={name} />,
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
    cell: ({ made }) => made,
  },
  {
    key: 'ends',
    label: m.admin_link_ends(),
    cell: ({ isOver, until }) => (isOver ? <b className="text-ink">{m.admin_link_over()}</b> : until),
  },
]

/** Share links to selected mentors. */
export default function LinksPage({ loaderData: { rows, state, skipped }, actionData }: Route.ComponentProps) {
  return (
    <>
      <MentorHead
        text={m.admin_links_text()}
        action={<ButtonLink to="/admin/mentors/listing">{m.admin_link_make()}</ButtonLink>}
      />
      <ResultNotice result={actionData} />
      {skipped > 0 && <Notice tone="wait">{m.admin_link_left_out({ count: formatNumber(skipped) })}</Notice>}
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

/** Shares a link in both languages, or ends it now. */
const OpenLink = ({ link: { _id, address, whatsapp } }: { link: LinkRow }) => (
  <>
    <TextField
      label={m.admin_link_address()}
      readOnly
      value={address}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
    <ButtonLink href={whatsapp} target="_blank" rel="noopener noreferrer" className="justify-self-start">
      {m.admin_link_whatsapp()}
    </ButtonLink>
    <Disclosure title={m.admin_link_end()}>
      <PageForm intent={`end ${_id}`} resetKey="">
        {({ busy }) => (
          <>
            <input type="hidden" name="of" value={_id} />
            <p className="text-muted text-small">{m.admin_link_end_text()}</p>
            <Button type="submit" look="outline" loading={busy} className="justify-self-start">
              {m.admin_link_end_now()}
            </Button>
          </>
        )}
      </PageForm>
    </Disclosure>
  </>
)
