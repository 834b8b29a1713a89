import { useFetcher } from 'react-router'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { ClassHead, type Side } from '../kit/change-actions.tsx'
import type { DatedClass } from '../kit/classes.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { StickyAction } from '../kit/sticky-action.tsx'
import { changeKey } from '../kit/use-change-result.ts'
import { WhenFields } from '../kit/when-fields.tsx'

/** Proposes another time for one lesson. */
export function ProposeForm({ one, side, now }: { one: DatedClass; side: Side; now: number }) {
  const { lesson, booking } = one
  const { proposal } = lesson
  const fetcher = useFetcher<FormResult>({ key: changeKey })
  const result = useResult(fetcher, 'propose', lesson._id)
  const at = new Date(lesson.startsAt)
  return (
    <DashboardForm fetcher={fetcher} intent="propose" of={lesson._id} result={result} noValidate className="grid gap-4">
      <ClassHead one={one} side={side} />
      {proposal && (
        <Notice tone="wait">
          {proposal.by === side
            ? m.change_replaces_own({ when: formatDateTime(proposal.startsAt) })
            : side === 'family'
              ? m.change_replaces_theirs({ name: booking.mentor.fullName, when: formatDateTime(proposal.startsAt) })
              : m.change_replaces_theirs_family({ name: booking.student, when: formatDateTime(proposal.startsAt) })}
        </Notice>
      )}
      <WhenFields
        result={result}
        date={dateInIndia(at)}
        time={timeInIndia(at)}
        mentor={booking.mentor._id}
        minutes={lesson.minutes}
        now={now}
      />
      <p>{side === 'family' ? m.change_propose_text_family() : m.change_propose_text_mentor()}</p>
      <StickyAction>
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {m.change_propose_send()}
        </Button>
      </StickyAction>
    </DashboardForm>
  )
}
