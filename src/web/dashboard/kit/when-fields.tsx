import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { TextField } from '../../ui/field.tsx'
import { fieldsOf } from './form-fields.ts'
import type { FormResult } from './form-result.ts'

type Props = { result: FormResult | undefined; date: string; time: string; now: number }

/** Date and time of one lesson. */
export function WhenFields({ result, date, time, now }: Props) {
  const field = fieldsOf(result)
  return (
    <div className="grid items-start gap-3 min-[340px]:grid-cols-2 [&_.control]:px-2.5 [&_.field]:grid-cols-1">
      <TextField label={m.dash_date()} type="date" min={dateInIndia(new Date(now))} {...field('date', date)} />
      <TextField label={m.dash_time()} type="time" {...field('time', time)} />
    </div>
  )
}
