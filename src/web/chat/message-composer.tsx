import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { Form } from 'react-router'
import { maxMessageLength } from '#contract/chat/chat-limits.ts'
import type { ChatMessage } from '#contract/wire/live.ts'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { ChipRow } from '../ui/chip.tsx'
import { FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { formatNumber } from '../ui/money.tsx'
import { AttachButton, type Attachment, AttachmentStrip } from './attachment.tsx'
import { savedDraft } from './chat-storage.ts'
import { type Me, previewOf } from './conversations.ts'

type Props = {
  me: Me
  otherId: string
  /** Whether this side has written in the conversation. */
  hasWritten: boolean
  /** Client id for sending without JavaScript. */
  clientId: string
  /** Error of a message sent without JavaScript. */
  refused: { error: string; message: string } | undefined
  input: RefObject<HTMLTextAreaElement | null>
  replyTo: { message: ChatMessage; title: string } | null
  onCancelReply: () => void
  attachment: Attachment
  onSend: ((given: { message: string; file: string | null }) => void) | null
  typing: () => void
}

const showRemainingFrom = maxMessageLength - 400

/** Message input with quoted reply, attachment and quick phrases. */
export function MessageComposer(props: Props) {
  const { me, otherId, hasWritten, clientId, refused, input, replyTo, onCancelReply, attachment, onSend, typing } =
    props
  const [text, setText] = useState(refused?.message ?? '')
  const [isPending, setPending] = useState(false)
  const errorId = useId()
  const draft = savedDraft(me.id, otherId)
  const isTooLong = text.trim().length > maxMessageLength

  useEffect(() => {
    if (!input.current) return
    // Text typed before hydration wins over the saved draft.
    if (input.current.value === '') input.current.value = savedDraft(me.id, otherId).read()
    setText(input.current.value)
  }, [input, me.id, otherId])

  const write = (value: string) => {
    setText(value)
    draft.write(value)
  }
  const put = (value: string) => {
    if (input.current) input.current.value = value
    write(value)
    input.current?.focus()
  }
  const send = (event?: FormEvent) => {
    if (!onSend) return
    event?.preventDefault()
    const message = (input.current?.value ?? '').trim()
    if (message.length > maxMessageLength) return
    // The message goes out as soon as its file is uploaded.
    if (attachment.isSending) return setPending(true)
    if (message === '' && !attachment.address) return
    onSend({ message, file: attachment.address })
    attachment.clear()
    put('')
  }
  useEffect(() => {
    if (!isPending || attachment.isSending) return
    setPending(false)
    if (attachment.address) send()
  })
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && replyTo) onCancelReply()
    // Transliterating keyboards commit a word with Enter.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !onSend) return
    event.preventDefault()
    send()
  }
  return (
    <Form method="post" className="chat-writing" onSubmit={send}>
      {replyTo && (
        <div className="chat-reply">
          <span className="min-w-0 grow">
            <span className="block font-semibold">{replyTo.title}</span>
            <span className="line-clamp-2">{previewOf(replyTo.message)}</span>
          </span>
          <Button
            look="plain"
            square
            onClick={onCancelReply}
            aria-label={m.chat_no_reply()}
            icon={<Icon name="x" size={20} />}
          />
        </div>
      )}
      <AttachmentStrip attachment={attachment} />
      {text === '' && onSend && !attachment.isThere && (
        <ChipRow label={m.chat_phrases()}>
          {phrases[me.side][hasWritten ? 1 : 0].map((phrase) => (
            <li key={phrase()}>
              <button type="button" className="chip" onClick={() => put(phrase())}>
                {phrase()}
              </button>
            </li>
          ))}
        </ChipRow>
      )}
      <div className="chat-input-row">
        <AttachButton attachment={attachment} />
        <textarea
          ref={input}
          name="message"
          rows={1}
          defaultValue={refused?.message ?? ''}
          placeholder={m.chat_placeholder()}
          aria-label={m.chat_placeholder()}
          aria-describedby={errorId}
          aria-invalid={isTooLong || undefined}
          enterKeyHint="send"
          className="chat-input"
          onChange={(event) => {
            write(event.currentTarget.value)
            if (event.currentTarget.value !== '') typing()
          }}
          onKeyDown={press}
        />
        <input type="hidden" name="clientId" value={clientId} />
        <Button
          type="submit"
          square
          className="chat-send"
          loading={isPending}
          aria-label={m.chat_send()}
          // Keeps the phone's keyboard open.
          onPointerDown={(event) => event.preventDefault()}
          icon={<Icon name="send-horizontal" size={22} />}
        />
      </div>
      <FieldError
        id={errorId}
        error={
          isTooLong
            ? m.chat_too_long({
                most: formatNumber(maxMessageLength),
                over: formatNumber(text.trim().length - maxMessageLength),
              })
            : text === refused?.message
              ? refused?.error
              : undefined
        }
      />
      {text.length >= showRemainingFrom && !isTooLong && (
        <p className="text-right text-muted text-small tabular-nums">
          {m.chat_left({ count: maxMessageLength - text.length })}
        </p>
      )}
    </Form>
  )
}

/** Quick phrases of a side before its first message, and later. */
const phrases = {
  family: [
    [m.chat_say_free, m.chat_say_demo, m.chat_say_area, m.chat_say_exam],
    [m.chat_say_thanks, m.chat_say_days],
  ],
  mentor: [
    [m.chat_say_grade, m.chat_say_when, m.chat_say_fits, m.chat_say_book],
    [m.chat_say_fits, m.chat_say_late],
  ],
} as const
