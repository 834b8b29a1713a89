import { useFetcher } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import type { MarkedClass } from '../kit/classes.ts'
import { markedTime } from '../kit/confirm-card.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { CodeField } from './code-field.tsx'

/** Enters the visit code of a lesson that is already marked. */
export function CodeForm({ one, onDone }: { one: MarkedClass; onDone: () => void }) {
  const { booking, record } = one
  const fetcher = useFetcher<FormResult>()
  const result = useResult(fetcher, 'code', record._id)
  return (
    <DashboardForm
      fetcher={fetcher}
      intent="code"
      of={record._id}
      result={result}
      onDone={onDone}
      className="grid gap-4"
    >
      <div>
        <p className="font-semibold text-ink">{markedTime(one)}</p>
        <p className="text-muted">{[booking.student, booking.subjectName].join(', ')}</p>
      </div>
      <CodeField required defaultValue={result?.values.code ?? ''} error={result?.fields.code} />
      <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
        {m.code_check()}
      </Button>
    </DashboardForm>
  )
}
