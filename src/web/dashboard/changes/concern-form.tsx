import { useFetcher } from 'react-router'
import { maxConcernLength } from '#contract/classes/limits.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Helplines } from '../../ui/helplines.tsx'
import { ClassHead, type Side } from '../kit/change-actions.tsx'
import type { DatedClass } from '../kit/classes.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { changeKey } from '../kit/use-change-result.ts'

/** Helplines, and a report to the safety team. Repeating is idempotent, so no key is needed. */
export function ConcernForm({ one, side }: { one: DatedClass; side: Side }) {
  const { booking, lesson } = one
  const fetcher = useFetcher<FormResult>({ key: changeKey })
  const result = useResult(fetcher, 'concern', lesson._id)
  const text = side === 'family' ? m.concern_text_family({ name: booking.mentor.fullName }) : m.concern_text_mentor()
  return (
    <div className="grid gap-5">
      <ClassHead one={one} side={side} />
      <Helplines />
      <DashboardForm fetcher={fetcher} intent="concern" of={lesson._id} result={result} className="grid gap-4">
        <p>{text}</p>
        <Field label={m.concern_words()} error={result?.fields.text}>
          {(wiring) => (
            <span className="control">
              <textarea
                {...wiring}
                name="text"
                rows={3}
                maxLength={maxConcernLength}
                defaultValue={result?.values.text}
              />
            </span>
          )}
        </Field>
        <Button type="submit" look="danger" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {m.concern_send()}
        </Button>
      </DashboardForm>
    </div>
  )
}
