import type { ReactNode } from 'react'
import type { ChatMessage } from '#contract/wire/live.ts'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { When } from '../ui/dates.tsx'
import { Icon } from '../ui/icon.tsx'
import { previewOf } from './conversations.ts'
import { MessageFile } from './message-file.tsx'
import type { Outgoing } from './message-store.ts'
import { type SentState, Ticks } from './ticks.tsx'

type Quoted = { message: ChatMessage; name: string; jump: () => void }

export function Bubble({
  message,
  isOwn,
  writer,
  state,
  isNewestOwn,
  quoted,
  onReply,
}: {
  message: ChatMessage
  isOwn: boolean
  writer: string
  state: SentState
  isNewestOwn: boolean
  quoted: Quoted | null
  onReply: (() => void) | null
}) {
  const { seq, message: text, file, sentAt } = message
  return (
    <Row isOwn={isOwn} writer={writer} id={`message-${seq}`}>
      <div className="bubble">
        {quoted && (
          <button type="button" className="bubble-quote" onClick={quoted.jump}>
            <span className="block font-semibold">{quoted.name}</span>
            <span className="line-clamp-2">{previewOf(quoted.message)}</span>
          </button>
        )}
        {file && <MessageFile file={file} />}
        {text !== '' && <p className="bubble-text">{text}</p>}
        <p className="bubble-foot">
          <When at={sentAt} show="time" />
          {isOwn && <Ticks state={state} isNamed={isNewestOwn && state === 'read'} />}
        </p>
      </div>
      {onReply && (
        <Button
          look="plain"
          square
          // Reached with the arrow keys: a tab stop per message would make the way to the input too long.
          tabIndex={-1}
          className="bubble-reply"
          onClick={onReply}
          aria-label={m.chat_reply_to({ text: previewOf(message).slice(0, 60) })}
          icon={<Icon name="reply" size={20} />}
        />
      )}
    </Row>
  )
}

/** An own message that is being sent, or that the server refused. */
export function OutgoingBubble({ one, onRetry, onDrop }: { one: Outgoing; onRetry: () => void; onDrop: () => void }) {
  const { message, file, writtenAt, error } = one
  return (
    <Row isOwn writer={m.chat_you()}>
      <div className="bubble" data-refused={error ? true : undefined}>
        {file !== null && (
          <p className="flex items-center gap-2">
            <Icon name="file-text" size={20} />
            {m.chat_file()}
          </p>
        )}
        {message !== '' && <p className="bubble-text">{message}</p>}
        <p className="bubble-foot">
          <When at={writtenAt} show="time" />
          {!error && <Ticks state="waiting" isNamed={false} />}
        </p>
      </div>
      {error && (
        <div role="alert" className="bubble-refused">
          <p>
            {m.chat_not_sent()} {error.message}
          </p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button look="outline" onClick={onRetry} icon={<Icon name="rotate-cw" size={20} />}>
              {m.chat_try_again()}
            </Button>
            <Button look="plain" onClick={onDrop}>
              {m.chat_delete()}
            </Button>
          </div>
        </div>
      )}
    </Row>
  )
}

function Row({ isOwn, writer, id, children }: { isOwn: boolean; writer: string; id?: string; children: ReactNode }) {
  return (
    <li className="bubble-row" data-own={isOwn || undefined} {...(id && { id, tabIndex: -1 })}>
      <span className="sr-only">{writer}</span>
      {children}
    </li>
  )
}
