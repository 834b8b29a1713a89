import { type FormEvent, useState } from 'react'
import { maxSearchHits, minSearchLength } from '#contract/chat/chat-limits.ts'
import type { ChatMessage } from '#contract/wire/live.ts'
import { m } from '#messages'
import { textOf } from '../form.ts'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.tsx'
import { TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { callApi } from './chat-api.ts'
import { previewOf } from './conversations.ts'

type Props = {
  conversation: string
  writerOf: (one: ChatMessage) => string
  onJump: (seq: number) => Promise<void>
  onClose: () => void
}
type SearchState = { kind: 'idle' | 'busy' | 'failed' } | { kind: 'done'; hits: ChatMessage[] }

/** Searches a conversation; a hit scrolls to its message. */
export function SearchPanel({ conversation, writerOf, onJump, onClose }: Props) {
  const [state, setState] = useState<SearchState>({ kind: 'idle' })
  const [error, setError] = useState<string>()
  const search = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = textOf(new FormData(event.currentTarget), 'q')
    if (q.length < minSearchLength) return setError(m.chat_search_short({ least: minSearchLength }))
    setError(undefined)
    setState({ kind: 'busy' })
    try {
      const query = new URLSearchParams({ q })
      const answer = await callApi<{ data: ChatMessage[] }>(
        'GET',
        `/api/chat/conversations/${conversation}/search?${query}`,
      )
      setState(answer.ok ? { kind: 'done', hits: answer.data.data } : { kind: 'failed' })
      if (!answer.ok) setError(answer.error.message)
    } catch {
      setState({ kind: 'failed' })
      setError(m.failure_connection())
    }
  }
  const hits = state.kind === 'done' ? state.hits : []
  return (
    <search className="chat-search">
      <form onSubmit={search} className="flex items-start gap-2">
        <div className="grow">
          <TextField
            label={m.chat_search()}
            hideLabel
            name="q"
            type="search"
            placeholder={m.chat_search_placeholder()}
            autoFocus
            autoComplete="off"
            maxLength={100}
            error={error}
            onKeyDown={(event) => event.key === 'Escape' && onClose()}
          />
        </div>
        <Button
          type="submit"
          look="outline"
          square
          loading={state.kind === 'busy'}
          aria-label={m.chat_search()}
          icon={<Icon name="search" size={20} />}
        />
        <Button
          look="plain"
          square
          onClick={onClose}
          aria-label={m.chat_search_close()}
          icon={<Icon name="x" size={22} />}
        />
      </form>
      <p role="status" className="text-muted text-small">
        {state.kind === 'done' &&
          (hits.length === 0
            ? m.chat_search_none()
            : hits.length < maxSearchHits
              ? m.chat_search_found({ count: hits.length })
              : m.chat_search_newest({ count: hits.length }))}
      </p>
      {hits.length > 0 && (
        <ul className="chat-hits">
          {hits.map((one) => (
            <li key={one.seq}>
              <button type="button" onClick={() => onJump(one.seq)}>
                <span className="text-muted text-small">
                  {writerOf(one)}, {formatDateTime(one.sentAt)}
                </span>
                <span className="line-clamp-2">{previewOf(one)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
