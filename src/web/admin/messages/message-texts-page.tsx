import { messageTexts } from '#contract/notifications/message-texts.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { adminMeta } from '../kit/admin-meta.ts'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { LinkCell } from '../kit/link-cell.tsx'
import { wholeList } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { SettingsHead } from '../kit/section-tabs.tsx'
import { TwoLineCell } from '../kit/session-cells.tsx'
import type { Route } from './+types/message-texts-page.ts'
import { messageKindNames } from './message-labels.server.ts'
import { textRows } from './message-texts.server.ts'
import { TextState } from './text-state.tsx'

const home = '/admin/settings/messages'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await requireViewer(context, url, '/admin/login')
  const q = (url.searchParams.get('q') ?? '').trim().slice(0, 80)
  const kinds = Object.entries(messageKindNames).map(([value, label]) => ({ value, label: label() }))
  const kind = kinds.find(({ value }) => value === url.searchParams.get('kind'))?.value ?? ''
  const rows = textRows((await readApi(context, messageTexts)).data, q, kind)
  return { rows, kinds, state: wholeList(home, rows, { ...(q && { q }), ...(kind && { kind }) }) }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_set_messages())

type Row = Route.ComponentProps['loaderData']['rows'][number]
const columns = (isAnyEdited: boolean): Column<Row>[] => [
  {
    key: 'name',
    label: m.admin_message_about(),
    isWide: true,
    cell: ({ _id, name }) => <LinkCell to={`${home}/${_id}`} name={name} />,
  },
  { key: 'kind', label: m.admin_text_topic(), cell: ({ kind }) => kind },
  { key: 'to', label: m.admin_message_to(), cell: ({ to }) => to },
  {
    key: 'text',
    label: m.admin_message_text(),
    isText: true,
    cell: ({ title, rest }) => (
      <TwoLineCell first={<b className="font-semibold text-[14px]">{title}</b>} second={rest} />
    ),
  },
  ...(isAnyEdited ? [{ key: 'state', label: m.admin_col_status(), cell: TextState }] : []),
]

/** The list of notification templates. */
export default function MessageTextsPage({ loaderData: { rows, kinds, state } }: Route.ComponentProps) {
  return (
    <>
      <SettingsHead text={m.admin_set_messages_text()} />
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.admin_text_search(), type: 'search' },
          { name: 'kind', label: m.admin_text_topic(), options: kinds },
        ]}
      />
      <DataTable
        label={m.admin_set_messages()}
        columns={columns(rows.some(({ state: of }) => of !== 'usual'))}
        rows={rows}
        state={state}
        empty={{ title: m.admin_list_none_found(), text: m.admin_list_none_found_text() }}
      />
    </>
  )
}
