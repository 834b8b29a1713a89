import { useState } from 'react'
import { maxCallNote } from '#contract/support/limits.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { AdminForm } from '../kit/admin-form.tsx'
import type { ShownCall } from '../kit/call-labels.server.ts'
import { emptyCell } from '../kit/row-panel.tsx'

type Props = {
  call: ShownCall
  onTyped: (id: string, isTyped: boolean) => void
  onUndo: (values: Record<string, string>) => void
  /** Only the number, as in the row. */
  isShort?: boolean
}

/** Of the form in the row; the choice of a status is in another column. */
export const callFormId = (id: string): string => `call-${id}`

/** Form of one request. Changes by others while typing are shown as a conflict before saving. */
export function CallForm({ call, onTyped, onUndo, isShort = false }: Props) {
  const { _id: id, name, version, mentorPhone, note, status, statuses, owner } = call
  const isFinal = statuses.length === 1
  const hasStatus = !isShort && !isFinal
  const [isTyping, setTyping] = useState(false)
  const isFolded = isShort && isFinal && !isTyping
  const type = (isTyped: boolean) => {
    setTyping(isTyped)
    onTyped(id, isTyped)
  }
  return (
    <AdminForm
      intent={`call ${id}`}
      {...(isShort && { id: callFormId(id) })}
      resetKey={JSON.stringify([mentorPhone, note, status, owner])}
      version={version}
      className="grid grow gap-2"
      onInput={() => type(true)}
      onDone={() => type(false)}
      onUndo={onUndo}
    >
      {({ field, busy, result }) => (
        <>
          <input type="hidden" name="call" value={id} />
          <input type="hidden" name="before" value={mentorPhone} />
          {/* The panel has the form of a finished call. */}
          {isFolded && !result && (
            <p className={`tabular-nums ${mentorPhone === '' ? 'max-lg:hidden' : ''}`}>
              <span className="text-muted text-small lg:hidden">{m.calls_number_short()}:</span>{' '}
              {mentorPhone === '' ? emptyCell : mentorPhone}
            </p>
          )}
          <div className={`call-fields ${isFolded && !result ? 'hidden!' : ''}`} data-short={isShort || undefined}>
            {isShort && (
              <span className="text-small text-muted lg:hidden" aria-hidden="true">
                {m.calls_number_short()}
              </span>
            )}
            <TextField
              {...field('mentorPhone', mentorPhone)}
              label={m.calls_number_for({ name })}
              hideLabel
              data-main
              type="tel"
              inputMode="tel"
              autoComplete="off"
              maxLength={20}
              placeholder={m.calls_enter()}
              className="tabular-nums"
            />
            {hasStatus && (
              <SelectField
                {...field('status', status)}
                label={m.calls_status_for({ name })}
                hideLabel
                options={statuses}
              />
            )}
            <Button
              type="submit"
              look={isShort ? 'outline' : 'filled'}
              loading={busy}
              className={`whitespace-nowrap ${isShort && !isTyping ? 'text-muted!' : ''}`}
            >
              {m.calls_save()}
              <span className="sr-only"> {name}</span>
            </Button>
          </div>
          {!isShort && isFinal && <p className="text-small text-muted">{m.calls_final()}</p>}
          {!isShort && (
            <div className="flex items-start gap-x-3">
              <details className="grow" open={note !== '' || result?.fields.note !== undefined}>
                <summary className="text-link flex min-h-11 w-fit items-center text-small">
                  {note === '' ? m.calls_note_add() : m.calls_note()}
                </summary>
                <TextArea
                  label={m.calls_note()}
                  hideLabel
                  error={result?.fields.note}
                  name="note"
                  rows={2}
                  maxLength={maxCallNote}
                  defaultValue={result?.values.note ?? note}
                />
              </details>
              {hasStatus && (
                <button
                  type="submit"
                  name="ownerId"
                  value="me"
                  aria-label={m.admin_for({ action: m.calls_take(), name })}
                  className="text-link min-h-11 whitespace-nowrap text-small"
                >
                  {m.calls_take()}
                </button>
              )}
            </div>
          )}
        </>
      )}
    </AdminForm>
  )
}
