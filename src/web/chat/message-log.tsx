import { Fragment, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Conversation } from '#contract/chat/chat.ts'
import type { ChatMessage } from '#contract/wire/live.ts'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Bubble, OutgoingBubble } from './bubble.tsx'
import { dayLabel, isSameDay, type Me, nameOf, type Other } from './conversations.ts'
import type { MessageStore } from './message-store.ts'
import { scrollToMessage } from './scroll-to-message.ts'
import type { SentState } from './ticks.tsx'

type Props = {
  me: Me
  other: Other
  head: Conversation | null
  messages: ChatMessage[]
  outgoing: ReturnType<MessageStore['outgoing']>
  hasOlder: boolean
  store: MessageStore | null
  now: number
  /** First unread message when this window opened. */
  newFrom: number | null
  isTyping: boolean
  onReply: ((one: ChatMessage) => void) | null
  setAtEnd: (isAtEnd: boolean) => void
  scroller: RefObject<HTMLDivElement | null>
}

// Rendered from the bottom: starts there without JavaScript and keeps its scroll position when messages are added.
const endThresholdPx = 60

/** Messages of a conversation, oldest first, then the unsent ones. */
export function MessageLog({ me, other, head, messages, outgoing, hasOlder, store, now, newFrom, ...rest }: Props) {
  const { isTyping, onReply, setAtEnd, scroller } = rest
  const [isAtEnd, noteAtEnd] = useState(true)
  const [seen, setSeen] = useState(messages.at(-1)?.seq ?? 0)
  const [isLoading, setLoading] = useState(false)
  const newest = messages.at(-1)?.seq ?? 0
  const oldest = messages[0]?.seq ?? 1
  const newestOwn = messages.findLast(({ sender }) => sender === me.id)?.seq
  const bySeq = new Map(messages.map((one) => [one.seq, one]))
  const missed = isAtEnd ? 0 : messages.filter(({ seq, sender }) => seq > seen && sender !== me.id).length

  const older = async () => {
    if (isLoading || !store) return
    setLoading(true)
    await store.loadOlder().catch(() => {})
    setLoading(false)
  }
  const loadOlder = useRef(older)
  loadOlder.current = older
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Depends on `oldest`, because the top may still be visible after a page was loaded.
    if (!top.current || !hasOlder || oldest === 1) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadOlder.current(), {
      root: scroller.current,
      rootMargin: '300px 0px 0px',
    })
    watch.observe(top.current)
    return () => watch.disconnect()
  }, [hasOlder, scroller, oldest])

  const look = () => {
    const end = Math.abs(scroller.current?.scrollTop ?? 0) < endThresholdPx
    if (end) setSeen(newest)
    if (end !== isAtEnd) {
      noteAtEnd(end)
      if (!end) setSeen(newest)
      setAtEnd(end)
    }
  }
  const toEnd = () => scroller.current?.scrollTo({ top: 0, behavior: 'smooth' })
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const focused = messages.find(({ seq }) => event.target === document.getElementById(`message-${seq}`))
    if (event.key === 'Enter' && focused && onReply) {
      event.preventDefault()
      onReply(focused)
    }
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[id^="message-"]')]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const next = rows.at(
      at < 0 ? -1 : event.key === 'ArrowUp' ? Math.max(at - 1, 0) : Math.min(at + 1, rows.length - 1),
    )
    event.preventDefault()
    next?.focus()
  }
  const stateOf = (seq: number): SentState =>
    seq <= (head?.theirs.read ?? 0) ? 'read' : seq <= (head?.theirs.delivered ?? 0) ? 'delivered' : 'sent'

  return (
    <div className="chat-log-box">
      <div
        ref={scroller}
        role="log"
        // New messages are announced separately; older pages and own messages are not.
        aria-live="off"
        aria-label={m.chat_log({ name: nameOf(other) })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        className="chat-log"
        onScroll={look}
        onKeyDown={walk}
      >
        <div className="chat-log-inside">
          <div ref={top} />
          {hasOlder && store && (
            <Button look="plain" loading={isLoading} onClick={older} className="mx-auto">
              {m.chat_older()}
            </Button>
          )}
          {messages.length + outgoing.length === 0 && (
            <p className="chat-first">{m.chat_first({ name: nameOf(other) })}</p>
          )}
          <ol className="grid gap-2.5">
            {messages.map((one, index) => {
              const before = messages[index - 1]
              const after = messages[index + 1]
              const isOwn = one.sender === me.id
              const quoted = one.replyTo === null ? undefined : bySeq.get(one.replyTo)
              return (
                <Fragment key={one.seq}>
                  {(!before || !isSameDay(before.sentAt, one.sentAt)) && (
                    <li className="chat-day">{dayLabel(one.sentAt, now)}</li>
                  )}
                  {one.seq === newFrom && <li className="chat-new">{m.chat_new_below()}</li>}
                  <Bubble
                    message={one}
                    isOwn={isOwn}
                    writer={isOwn ? m.chat_you() : nameOf(other)}
                    state={stateOf(one.seq)}
                    isNewestOwn={one.seq === newestOwn}
                    quoted={
                      quoted
                        ? {
                            message: quoted,
                            name: quoted.sender === me.id ? m.chat_you() : nameOf(other),
                            jump: () => void scrollToMessage(quoted.seq, store),
                          }
                        : null
                    }
                    onReply={onReply && (() => onReply(one))}
                  />
                  {one.isMasked && !(after?.isMasked && isSameDay(after.sentAt, one.sentAt)) && (
                    <li className="chat-hidden-note">
                      <Icon name="lock" size={20} />
                      {m.chat_hidden()}
                    </li>
                  )}
                </Fragment>
              )
            })}
            {outgoing.map((one) => (
              <OutgoingBubble
                key={one.clientId}
                one={one}
                onRetry={() => store?.retry(one.clientId)}
                onDrop={() => store?.discard(one.clientId)}
              />
            ))}
            {isTyping && <li className="chat-typing">{m.chat_typing({ name: nameOf(other) })}</li>}
          </ol>
        </div>
      </div>
      {!isAtEnd && (
        <Button look="outline" className="chat-to-end" onClick={toEnd} icon={<Icon name="chevron-down" size={20} />}>
          {missed > 0 ? m.chat_new_messages({ count: missed }) : m.chat_to_end()}
        </Button>
      )}
    </div>
  )
}
