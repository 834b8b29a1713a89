import { useFetcher } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import type { MarkedClass } from '../kit/classes.ts'
import { markedTime } from '../kit/confirm-card.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { NoteFields } from '../kit/note-fields.tsx'
import { StickyAction } from '../kit/sticky-action.tsx'

type Props = { one: MarkedClass; onDone: () => void }

/** Mentor's note to the family about a marked lesson. */
export function NoteForm({ one, onDone }: Props) {
  const { booking, record } = one
  const fetcher = useFetcher<FormResult>()
  const result = useResult(fetcher, 'note', record._id)
  return (
    <DashboardForm
      fetcher={fetcher}
      intent="note"
      of={record._id}
      result={result}
      onDone={onDone}
      className="grid gap-4"
    >
      <div>
        <p className="font-semibold text-ink">{markedTime(one)}</p>
        <p className="text-muted">{[booking.student, booking.subjectName, record.topic].join(', ')}</p>
      </div>
      <NoteFields result={result} note={record.note} homework={record.homework} />
      <StickyAction>
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {m.note_save()}
        </Button>
      </StickyAction>
    </DashboardForm>
  )
}
