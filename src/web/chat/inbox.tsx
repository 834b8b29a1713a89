import { useState } from 'react'
import { m } from '#messages'
import { Button, ButtonLink } from '../ui/button.tsx'
import { formatDay, formatTime } from '../ui/dates.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Portrait } from '../ui/photo.tsx'
import { chatPath, dayLabel, type InboxRow, isSameDay, type Me, nameOf, previewOf } from './conversations.ts'
import { Ticks } from './ticks.tsx'
import { useInbox } from './use-inbox.ts'

/** `open`: id of the other party of the open conversation. */
type Props = { me: Me; rows: InboxRow[]; nextCursor: string | null; now: number; open: string | null }

/** Conversations, latest first, updated live. */
export function Inbox({ me, now, open, ...first }: Props) {
  const { rows, nextCursor, more } = useInbox(me, open, first)
  const [isLoading, setLoading] = useState(false)
  const Heading = open === null ? 'h1' : 'h2'
  const load = async () => {
    setLoading(true)
    await more().catch(() => {})
    setLoading(false)
  }
  return (
    <section className="chat-inbox" aria-labelledby="inbox-title">
      <Heading id="inbox-title" className={`chat-inbox-title ${rows.length === 0 ? 'text-h1' : ''}`}>
        {m.shell_messages()}
      </Heading>
      {rows.length === 0 && (
        <EmptyState
          drawing="lamp"
          title={m.chat_none()}
          text={me.side === 'family' ? m.chat_none_family() : m.chat_none_mentor()}
          action={
            me.side === 'family' ? (
              <ButtonLink to="/mentors">{m.chat_find_mentor()}</ButtonLink>
            ) : (
              <ButtonLink to="/dashboard/mentor/profile">{m.dash_see_profile()}</ButtonLink>
            )
          }
        />
      )}
      <ul>
        {rows.map((row) => (
          <li key={row._id}>
            <Row row={row} me={me} now={now} isOpen={open === row.other._id} />
          </li>
        ))}
      </ul>
      {nextCursor !== null && (
        <Button look="outline" wide loading={isLoading} onClick={load} className="mt-3">
          {m.chat_more()}
        </Button>
      )}
    </section>
  )
}

function Row({ row, me, now, isOpen }: { row: InboxRow; me: Me; now: number; isOpen: boolean }) {
  const { other, last, lastAt, unread, theirs, isOnline, students } = row
  const name = nameOf(other)
  const isOwn = last?.sender === me.id
  const state = !last ? 'sent' : last.seq <= theirs.read ? 'read' : last.seq <= theirs.delivered ? 'delivered' : 'sent'
  const isToday = isSameDay(lastAt, new Date(now).toISOString())
  const words = dayLabel(lastAt, now)
  return (
    <LocalLink to={chatPath(row)} className="inbox-row" aria-current={isOpen ? 'page' : undefined}>
      <span aria-hidden="true" className="relative flex-none">
        <Portrait src={other.photo} name={name} width={52} />
        {isOnline && <span className="online-dot" />}
      </span>
      <span className="min-w-0 grow">
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 grow truncate font-semibold text-ink">{name}</span>
          <time
            dateTime={lastAt}
            className={`flex-none text-caption ${unread > 0 ? 'font-semibold text-primary' : 'text-muted'}`}
          >
            {isToday ? formatTime(lastAt) : words === m.chat_yesterday() ? words : formatDay(lastAt)}
          </time>
        </span>
        <span className="block truncate text-caption text-muted">
          {students.join(', ') || (other.side === 'mentor' ? m.chat_mentor() : m.chat_family())}
        </span>
        <span className="flex items-center gap-3">
          <span className={`inbox-line ${unread > 0 ? 'font-semibold text-text' : 'text-muted'}`}>
            {isOwn && <Ticks state={state} isNamed={false} />}
            {last && (
              <span className="truncate">{isOwn ? m.chat_you_said({ text: previewOf(last) }) : previewOf(last)}</span>
            )}
          </span>
          {unread > 0 && (
            <span className="count" role="img" aria-label={m.shell_unread({ count: unread })}>
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </span>
        {isOnline && <span className="sr-only">{m.chat_online()}</span>}
      </span>
    </LocalLink>
  )
}
