import { useFetcher } from 'react-router'
import { maxConcernLength } from '#contract/classes/limits.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/dates.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Helplines } from '../../ui/helplines.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { ClassHead, type Side } from '../kit/change-actions.tsx'
import type { DatedClass } from '../kit/classes.ts'
import { useDialogAddress } from '../kit/dashboard-address.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { changeKey } from '../kit/use-change-result.ts'

/** Helplines, and a report to the safety team. Repeating is idempotent, so no key is needed. */
export function ConcernForm({ one, side }: { one: DatedClass; side: Side }) {
  const { booking, lesson } = one
  const { to } = useDialogAddress()
  const others = booking.lessons.filter(({ _id, status }) => _id !== lesson._id && status !== 'cancelled').reverse()
  const fetcher = useFetcher<FormResult>({ key: changeKey })
  const result = useResult(fetcher, 'concern', lesson._id)
  const text = side === 'family' ? m.concern_text_family({ name: booking.mentor.fullName }) : m.concern_text_mentor()
  return (
    <div className="grid gap-5">
      <div>
        <ClassHead one={one} side={side} />
        {others.length > 0 && (
          <details>
            <summary className="text-link min-h-11">{m.concern_other_class()}</summary>
            <ul className="grid grid-cols-2 gap-x-4">
              {others.map(({ _id, startsAt }) => (
                <li key={_id}>
                  <LocalLink
                    to={to('concern', _id)}
                    replace
                    preventScrollReset
                    className="text-link inline-flex min-h-11 items-center"
                  >
                    {formatDate(startsAt)}
                  </LocalLink>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <Helplines />
      <DashboardForm fetcher={fetcher} intent="concern" of={lesson._id} result={result} className="grid gap-4">
        <p>{text}</p>
        <TextArea
          label={m.concern_words()}
          error={result?.fields.text}
          name="text"
          rows={3}
          maxLength={maxConcernLength}
          defaultValue={result?.values.text}
        />
        <Button type="submit" look="danger" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {m.concern_send()}
        </Button>
      </DashboardForm>
    </div>
  )
}
