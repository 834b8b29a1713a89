import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Conversation as ConversationRow } from '#contract/chat/chat.ts'
import { demoPriceRupees } from '#contract/classes/plans.ts'
import type { ChatMessage } from '#contract/wire/live.ts'
import { m } from '#messages'
import { writeMentorNumber } from '../accounts/login-hints.ts'
import { plainPath } from '../locale.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { formatRupees, Money } from '../ui/money.tsx'
import { useAttachment } from './attachment.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { sendTyping } from './chat-api.ts'
import { ConversationHeader } from './conversation-header.tsx'
import { type ConversationAction, ConversationMenu } from './conversation-menu.tsx'
import { type Me, nameOf, type Other, previewOf } from './conversations.ts'
import { MessageComposer } from './message-composer.tsx'
import { MessageLog } from './message-log.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { scrollToMessage } from './scroll-to-message.ts'
import { SearchPanel } from './search-panel.tsx'
import { useConversation } from './use-conversation.ts'

type Props = {
  me: Me
  other: Other
  conversation: ConversationRow | null
  isBooked: boolean
  /** The mentor's lowest monthly fee in rupees. */
  fee: number | null
  first: { page: ChatMessage[]; isFirst: boolean }
  clientId: string
  now: number
  refused: { error: string; message: string } | undefined
  /** Reason the chat is closed for now. */
  closed: string | null
}

const typingThrottleMs = 2_500

export function Conversation({ me, other, conversation, isBooked, fee, first, clientId, now, refused, closed }: Props) {
  const { store, messages, outgoing, hasOlder, head, setHead, isLoggedOut, isTyping, setAtEnd } = useConversation({
    me,
    other,
    conversation,
    first,
  })
  const attachment = useAttachment()
  const isOnline = useIsOnline()
  const [action, setAction] = useState<ConversationAction | null>(null)
  const [reply, setReply] = useState<ChatMessage | null>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const typedAt = useRef(0)
  const clock = useClock(now)
  const [newFrom] = useState(() => {
    const read = conversation?.mine.read ?? 0
    return first.page.find(({ seq, sender }) => seq > read && sender === other._id)?.seq ?? null
  })
  const mentorId = me.side === 'mentor' ? me.id : other._id
  useEffect(() => writeMentorNumber(mentorId), [mentorId])
  const name = nameOf(other)
  const writerOf = ({ sender }: ChatMessage) => (sender === me.id ? m.chat_you() : name)
  const announced = useAnnouncement(messages, other, name)

  const typing = () => {
    if (!head || Date.now() - typedAt.current < typingThrottleMs) return
    typedAt.current = Date.now()
    sendTyping(head._id).catch(() => {})
  }
  const answer = (one: ChatMessage) => {
    setReply(one)
    input.current?.focus()
  }
  return (
    <section className="chat-talk" aria-label={name}>
      <ConversationHeader
        other={other}
        isTyping={isTyping}
        students={conversation?.students ?? []}
        isOnline={isOnline && (head?.isOnline ?? false)}
        menu={
          <ConversationMenu
            profile={other.slug && `/mentors/${other.slug}`}
            isStarted={head !== null}
            isBlockedByMe={head?.isBlockedByMe ?? false}
            onChoose={setAction}
          />
        }
      />
      {head && action === 'search' && (
        <SearchPanel
          conversation={head._id}
          writerOf={writerOf}
          onJump={(seq) => scrollToMessage(seq, store).catch(() => {})}
          onClose={() => setAction(null)}
        />
      )}
      {!head?.isEnded && other.slug && (
        <div className="chat-demo">
          <p className="min-w-0 flex-1 basis-40">
            <span className="block wrap-anywhere font-semibold text-ink">
              {isBooked ? (
                m.chat_book_title()
              ) : (
                <>
                  {m.chat_demo()} <Money rupees={demoPriceRupees} />
                </>
              )}
            </span>
            <span className="block text-muted text-small">
              {!isBooked ? m.chat_demo_text() : fee && m.chat_book_text({ amount: formatRupees(fee) })}
            </span>
          </p>
          <ButtonLink look="outline" to={`/mentors/${other.slug}${isBooked ? '' : '?plan=demo'}#book`}>
            {isBooked ? m.dash_book_a_class() : m.chat_demo_book()}
          </ButtonLink>
        </div>
      )}
      {closed && (
        <p role="status" className="chat-strip">
          {closed}
        </p>
      )}
      {!isOnline && (
        <p role="status" className="chat-strip">
          <Icon name="wifi-off" size={22} />
          {m.chat_offline()}
        </p>
      )}
      {isLoggedOut && (
        <div role="alert" className="chat-strip">
          <p className="grow">{m.chat_logged_out()}</p>
          <ButtonLink look="outline" to={`/login?next=${encodeURIComponent(plainPath(location.pathname))}`}>
            {m.shell_log_in()}
          </ButtonLink>
        </div>
      )}
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
      <MessageLog
        me={me}
        other={other}
        head={head}
        messages={messages}
        outgoing={outgoing}
        hasOlder={hasOlder}
        store={store}
        newFrom={newFrom}
        isTyping={isTyping}
        setAtEnd={setAtEnd}
        scroller={scroller}
        now={clock}
        onReply={store && !head?.isEnded ? answer : null}
      />
      {head?.isEnded ? (
        <div className="chat-ended">
          <p>{head.isBlockedByMe ? m.chat_blocked_by_me() : m.chat_ended({ name })}</p>
          {head.isBlockedByMe && (
            <Button look="outline" onClick={() => setAction('block')}>
              {m.chat_unblock()}
            </Button>
          )}
        </div>
      ) : (
        <MessageComposer
          me={me}
          clientId={clientId}
          refused={refused}
          input={input}
          attachment={attachment}
          typing={typing}
          otherId={other._id}
          hasWritten={messages.some(({ sender }) => sender === me.id)}
          replyTo={
            reply && {
              message: reply,
              title: reply.sender === me.id ? m.chat_answering_own() : m.chat_answering({ name }),
            }
          }
          onCancelReply={() => setReply(null)}
          onSend={
            store &&
            (({ message, file }) => {
              store.enqueue({ message, file, replyTo: reply?.seq ?? null })
              setReply(null)
              scroller.current?.scrollTo({ top: 0 })
            })
          }
        />
      )}
      {head && (
        <>
          <BlockDialog
            open={action === 'block'}
            onClose={() => setAction(null)}
            conversation={head}
            name={name}
            onChanged={setHead}
          />
          <ReportDialog
            key={action}
            open={action === 'report' || action === 'concern'}
            isConcern={action === 'concern'}
            onClose={() => setAction(null)}
            conversation={head._id}
            name={name}
          />
        </>
      )}
    </section>
  )
}

/** Current time to the minute, starting from the server's, so that "today" ends at midnight in an open window. */
function useClock(first: number): number {
  const [now, setNow] = useState(first)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Screen reader text for a message that arrived after the page opened. */
function useAnnouncement(messages: ChatMessage[], other: Other, name: string): string {
  const last = messages.at(-1)
  const seen = useRef(last?.seq ?? 0)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (!last || last.seq <= seen.current) return
    seen.current = last.seq
    if (last.sender === other._id) setAnnouncement(m.chat_from({ name, text: previewOf(last) }))
  }, [last, other._id, name])
  return announcement
}

function subscribeToNetwork(tell: () => void) {
  addEventListener('online', tell)
  addEventListener('offline', tell)
  return () => {
    removeEventListener('online', tell)
    removeEventListener('offline', tell)
  }
}

const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )
