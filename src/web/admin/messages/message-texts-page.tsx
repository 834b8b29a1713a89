import { messageTexts } from '#contract/notifications/message-texts.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { LocalLink } from '../../ui/link.tsx'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { wholeList } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { SettingCard } from '../settings/setting-card.tsx'
import { actOnSetting, readSettings } from '../settings/settings.server.ts'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import type { Route } from './+types/message-texts-page.ts'
import { textRows } from './message-texts.server.ts'
import { TextState } from './text-state.tsx'

const home = '/admin/settings/messages'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await requireViewer(context, url, '/admin/login')
  const q = (url.searchParams.get('q') ?? '').trim().slice(0, 80)
  const [settings, texts] = await Promise.all([readSettings(context, ['quietHours']), readApi(context, messageTexts)])
  const rows = textRows(texts.data, q)
  return { ...settings, rows, state: wholeList(home, rows, q ? { q } : {}), isDone: url.searchParams.has('done') }
}

export async function action({ context, request }: Route.ActionArgs) {
  return await actOnSetting(context, await readForm(request), home)
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export function meta() {
  return [{ title: `${m.admin_set_messages()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

type Row = Route.ComponentProps['loaderData']['rows'][number]
const columns = (): Column<Row>[] => [
  {
    key: 'name',
    label: m.admin_message_about(),
    isWide: true,
    cell: ({ _id, name }) => (
      <LocalLink to={`${home}/${_id}`} className="text-link -my-2.5 block py-2.5">
        <span className="list-lines">{name}</span>
      </LocalLink>
    ),
  },
  { key: 'kind', label: m.admin_text_topic(), cell: ({ kind }) => kind },
  { key: 'to', label: m.admin_message_to(), cell: ({ to }) => to },
  {
    key: 'text',
    label: m.admin_message_text(),
    isText: true,
    cell: ({ text }) => <span className="list-lines text-small">{text}</span>,
  },
  { key: 'state', label: m.admin_col_status(), cell: ({ state }) => state !== 'usual' && <TextState state={state} /> },
]

/** Quiet hours, and the list of notification templates. */
export default function MessageTextsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, mayChange, rows, state, isDone } = loaderData
  return (
    <SettingsFrame text={m.admin_set_messages_text()} mayChange={mayChange} isDone={isDone && !actionData}>
      <div className="mt-4">
        {settings.map((found) => (
          <SettingCard key={found.name} setting={found} mayChange={mayChange} result={actionData} />
        ))}
      </div>
      <ListFilter state={state} fields={[{ name: 'q', label: m.admin_text_search(), type: 'search' }]} />
      <DataTable
        label={m.admin_text_all()}
        columns={columns()}
        rows={rows}
        state={state}
        empty={{ title: m.admin_list_none_found(), text: m.admin_list_none_found_text() }}
      />
    </SettingsFrame>
  )
}
