import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readForm } from '../../form.server.ts'
import { Notice } from '../../ui/error-state.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { DataTable } from '../kit/data-table.tsx'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { messageColumns } from '../kit/message-cells.tsx'
import type { Route } from './+types/messages-page.ts'
import { readMessages, sendAgain } from './messages.server.ts'
import { MessagesDay } from './messages-day.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  return await readMessages(context, request)
}

export async function action({ context, request }: Route.ActionArgs) {
  return await sendAgain(context, await readForm(request))
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_nav_messages())

/** Messages that could not be delivered. */
export default function MessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, rows, lastDay, states, channels } = loaderData
  const { query } = state
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_messages()}</h1>
      <p className="text-muted">{m.admin_message_lead()}</p>
      <MessagesDay days={lastDay} />
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.admin_message_q(), type: 'search' },
          { name: 'state', label: m.admin_col_status(), options: states, defaultValue: states[0]?.value ?? '' },
          { name: 'channel', label: m.admin_message_channel(), options: channels },
        ]}
      />
      <DataTable
        label={m.admin_nav_messages()}
        columns={messageColumns()}
        rows={rows}
        state={state}
        csv={csvHref('/api/admin/messages.csv', query)}
        notice={
          actionData && (
            <Notice tone={actionData.problem ? 'bad' : 'good'}>
              {actionData.problem ?? m.admin_message_again_done()}
            </Notice>
          )
        }
        empty={{ title: m.admin_message_none(), text: m.admin_message_none_text(), isGood: true }}
      />
    </>
  )
}
