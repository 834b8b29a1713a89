import { intentOf, readForm, sendForm } from '../form.server.ts'
import { textOf } from '../form.ts'
import '../inner.css'
import './chat.css'
import { redirect } from 'react-router'
import { chatSend, inbox } from '#contract/chat/chat.ts'
import { m } from '#messages'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readApi } from '../api.ts'
import { WrongRole } from '../dashboard/kit/wrong-role.tsx'
import { disabledText } from '../disabled-features.server.ts'
import { localHref } from '../locale.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/chat-page.ts'
import { loadConversation, meOf, pathForPhone } from './chat-data.server.ts'
import { Conversation } from './conversation.tsx'
import { nameOf } from './conversations.ts'
import { Inbox } from './inbox.tsx'

const rowsPerPage = 20

export async function loader({ context, params: { party }, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url)
  if (party && /^\d{10}$/.test(party)) throw redirect(localHref(await pathForPhone(context, viewer, party)))
  const me = meOf(viewer)
  if (!me) return { viewer, closed: null, own: null }
  const cursor = url.searchParams.get('cursor')
  const [conversation, list, closed] = await Promise.all([
    party ? loadConversation(context, me, party) : null,
    readApi(context, inbox, { query: { limit: rowsPerPage, ...(cursor && { cursor }) } }),
    disabledText(context, 'chat'),
  ])
  return { viewer, closed, own: { me, conversation, rows: list.data, nextCursor: list.nextCursor, now: Date.now() } }
}

/** Sends a message without JavaScript. */
export async function action({ context, params: { party = '' }, request }: Route.ActionArgs) {
  const form = await readForm(request)
  intentOf(form)
  const reply = await sendForm(context, chatSend, form, { body: { receiver: party } })
  if (!reply.ok) return { error: reply.error.message, message: textOf(form, 'message') }
  throw redirect(localHref(`/chat/${encodeURIComponent(party)}`), 303)
}

/** Conversations update themselves over the socket. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname

export function meta({ loaderData }: Route.MetaArgs) {
  const conversation = loaderData?.own?.conversation
  return [
    { title: `${conversation ? nameOf(conversation.other) : m.shell_messages()} - ${m.brand_name()}` },
    { name: 'robots', content: 'noindex' },
    // On phones the keyboard shrinks the page instead of covering the input.
    {
      name: 'viewport',
      content: 'width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content',
    },
  ]
}

/** Inbox and open conversation: side by side on wide screens, one at a time on phones. */
export default function ChatPage({ loaderData: { viewer, closed, own }, actionData }: Route.ComponentProps) {
  if (!own) return <WrongRole viewer={viewer} wanted={viewer.userType === 'mentor' ? 'mentor' : 'student'} />
  const { conversation, ...list } = own
  return (
    <main className="chat" data-open={conversation !== null || undefined}>
      <Inbox {...list} open={conversation?.other._id ?? null} />
      <div className="chat-pane">
        {conversation ? (
          <Conversation
            key={conversation.other._id}
            {...conversation}
            me={own.me}
            now={own.now}
            refused={actionData}
            closed={closed}
          />
        ) : (
          own.rows.length > 0 && (
            <EmptyState
              drawing="lamp"
              title={m.chat_choose()}
              text={own.me.side === 'family' ? m.chat_choose_mentor() : m.chat_choose_family()}
            />
          )
        )}
      </div>
    </main>
  )
}
