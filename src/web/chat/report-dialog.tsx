import { type FormEvent, useId, useState } from 'react'
import { maxReportLength, type ReportReason, reportReasons } from '#contract/chat/chat-limits.ts'
import { m } from '#messages'
import { textOf } from '../form.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceGroup } from '../ui/choice.tsx'
import { formatDateTime } from '../ui/dates.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextArea } from '../ui/field.tsx'
import { Helplines } from '../ui/helplines.tsx'
import { callApi } from './chat-api.ts'

type Props = {
  open: boolean
  /** A safety concern: helplines, and its reason chosen. */
  isConcern: boolean
  onClose: () => void
  conversation: string
  name: string
}
type Opened = { number: string; answerBy: string }

const reasons: Record<ReportReason, () => string> = {
  contact: m.chat_reason_contact,
  money: m.chat_reason_money,
  rude: m.chat_reason_rude,
  unsafe: m.chat_reason_unsafe,
  other: m.chat_reason_other,
}

/** Reports a conversation, or a safety concern about it, and shows the case number. */
export function ReportDialog({ open, isConcern, onClose, conversation, name }: Props) {
  const form = useId()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const close = () => {
    setOpened(null)
    setError('')
    onClose()
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const reason = textOf(given, 'reason')
    if (reason === '') return setError(m.chat_reason_missing())
    setBusy(true)
    try {
      const path = `/api/chat/conversations/${conversation}/report`
      const answer = await callApi<{ data: Opened }>('POST', path, { reason, text: textOf(given, 'text') })
      if (answer.ok) setOpened(answer.data.data)
      else setError(answer.error.message)
    } catch {
      setError(m.failure_connection())
    }
    setBusy(false)
  }
  const action = opened ? (
    <Button wide onClick={close}>
      {m.ui_close()}
    </Button>
  ) : (
    <Button type="submit" form={form} look={isConcern ? 'danger' : 'filled'} wide loading={isBusy}>
      {isConcern ? m.concern_send() : m.chat_report_send()}
    </Button>
  )
  return (
    <Dialog
      open={open}
      onClose={close}
      title={isConcern ? m.concern_title() : m.chat_report_title({ name })}
      action={action}
    >
      {opened ? (
        <div role="status" className="grid gap-2">
          <p>
            {m.contact_done_number()}: <b className="text-[20px] text-ink">{opened.number}</b>
          </p>
          <p>{m.chat_report_done({ time: formatDateTime(opened.answerBy) })}</p>
        </div>
      ) : (
        <form id={form} onSubmit={send} className="grid gap-4">
          {isConcern && <Helplines />}
          <p>{m.chat_report_text({ name })}</p>
          {isConcern ? (
            <input type="hidden" name="reason" value="unsafe" />
          ) : (
            <ChoiceGroup legend={m.chat_report_what()} error={error || undefined}>
              {reportReasons.map((one) => (
                <label key={one} className="choice">
                  <input type="radio" name="reason" value={one} />
                  <span>{reasons[one]()}</span>
                </label>
              ))}
            </ChoiceGroup>
          )}
          <TextArea
            label={isConcern ? m.concern_words() : m.chat_report_words()}
            error={(isConcern && error) || undefined}
            name="text"
            rows={3}
            maxLength={maxReportLength}
          />
        </form>
      )}
    </Dialog>
  )
}
