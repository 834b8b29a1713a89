import { useFetcher } from 'react-router'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ClassHead, type Side } from '../kit/change-actions.tsx'
import type { DatedClass } from '../kit/classes.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import { fieldsOf } from '../kit/form-fields.ts'
import type { FormResult } from '../kit/form-result.ts'
import { StickyAction } from '../kit/sticky-action.tsx'
import { changeKey } from '../kit/use-change-result.ts'

/** Proposes another time for one lesson. */
export function ProposeForm({ one, side, now }: { one: DatedClass; side: Side; now: number }) {
  const { lesson } = one
  const fetcher = useFetcher<FormResult>({ key: changeKey })
  const result = useResult(fetcher, 'propose', lesson._id)
  const field = fieldsOf(result)
  const at = new Date(lesson.startsAt)
  return (
    <DashboardForm fetcher={fetcher} intent="propose" of={lesson._id} result={result} className="grid gap-4">
      <ClassHead one={one} side={side} />
      <div className="grid items-start gap-3 min-[340px]:grid-cols-2 [&_.control]:px-2.5 [&_.field]:grid-cols-1">
        <TextField
          label={m.dash_date()}
          type="date"
          min={dateInIndia(new Date(now))}
          {...field('date', dateInIndia(at))}
        />
        <TextField label={m.dash_time()} type="time" {...field('time', timeInIndia(at))} />
      </div>
      <p>{side === 'family' ? m.change_propose_text_family() : m.change_propose_text_mentor()}</p>
      <StickyAction>
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {m.change_propose_send()}
        </Button>
      </StickyAction>
    </DashboardForm>
  )
}
