import '../inner.css'
import './chat.css'
import { Outlet, useParams } from 'react-router'
import { inbox } from '#contract/chat.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi } from '../api.ts'
import { WrongRole } from '../dashboard/wrong-role.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/inbox-page.ts'
import { meOf } from './chat-data.server.ts'
import { Inbox } from './inbox.tsx'

const rowsAPage = 20

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await signedIn(context, url)
  const me = meOf(viewer)
  if (!me) return { viewer, own: null }
  const cursor = url.searchParams.get('cursor')
  const list = await readApi(context, inbox, { query: { limit: rowsAPage, ...(cursor && { cursor }) } })
  return { viewer, own: { me, rows: list.data, nextCursor: list.nextCursor, now: Date.now() } }
}

export function meta() {
  return [{ title: `${m.shell_messages()} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

/** All conversations, and the open one: side by side where there is room, one at a time on phones. */
export default function InboxPage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  const { party } = useParams()
  if (!own) return <WrongRole viewer={viewer} wanted={viewer.userType === 'mentor' ? 'mentor' : 'student'} />
  return (
    <main className="chat" data-open={party !== undefined || undefined}>
      <Inbox {...own} open={party ?? null} />
      <div className="chat-pane">
        {party === undefined && own.rows.length > 0 && (
          <EmptyState drawing="lamp" title={m.chat_choose()} text={m.chat_choose_text()} />
        )}
        <Outlet />
      </div>
    </main>
  )
}
