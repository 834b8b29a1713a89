import { useState } from 'react'
import type { Conversation } from '#contract/chat/chat.ts'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { callApi } from './chat-api.ts'

type Props = {
  open: boolean
  onClose: () => void
  conversation: Conversation
  name: string
  onChanged: (now: Conversation) => void
}

/** Mutes a conversation after explaining the effect, or unmutes it. */
export function BlockDialog({ open, onClose, conversation, name, onChanged }: Props) {
  const { _id, isBlockedByMe } = conversation
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const close = () => {
    setError('')
    onClose()
  }
  const change = async () => {
    setBusy(true)
    try {
      const path = `/api/chat/conversations/${_id}/blocked`
      const answer = await callApi<{ data: Conversation }>('PUT', path, { blocked: !isBlockedByMe })
      if (answer.ok) onChanged(answer.data.data)
      if (answer.ok) close()
      else setError(answer.error.message)
    } catch {
      setError(m.failure_connection())
    }
    setBusy(false)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={isBlockedByMe ? m.chat_unblock_title({ name }) : m.chat_block_title({ name })}
      action={
        <div className="grid gap-3 sm:grid-cols-2">
          <Button look="outline" onClick={close}>
            {m.chat_block_not()}
          </Button>
          <Button look={isBlockedByMe ? 'filled' : 'danger'} loading={isBusy} onClick={change}>
            {isBlockedByMe ? m.chat_unblock() : m.chat_block()}
          </Button>
        </div>
      }
    >
      <p>{isBlockedByMe ? m.chat_unblock_text({ name }) : m.chat_block_text({ name })}</p>
      <p role="alert" className={error ? 'field-error' : 'sr-only'}>
        {error}
      </p>
    </Dialog>
  )
}
