import { Form } from 'react-router'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { PreviewResult, RuleInput } from '../kit/timetable.server.ts'
import { DayChoice, LengthChoice } from './rule-fields.tsx'

type Props = {
  rule: RuleInput
  fields: PreviewResult['fields']
  /** A timetable already exists. */
  isChange: boolean
  isLoading: boolean
  now: number
}

/** Weekly days, time, length and location. A GET form, so that it works without scripts and can be bookmarked. */
export function RuleForm({ rule, fields, isChange, isLoading, now }: Props) {
  const first = (
    <TextField
      label={isChange ? m.timetable_from_date() : m.timetable_first()}
      name="from"
      type="date"
      min={dateInIndia(new Date(now))}
      required={!isChange}
      defaultValue={rule.scope === 'from' ? rule.from : ''}
      error={fields.from}
    />
  )
  return (
    <Form method="get" preventScrollReset className="card grid gap-4">
      <DayChoice days={rule.weekdays} error={fields.weekdays} />
      <div className="grid items-start gap-3 min-[340px]:grid-cols-2 [&_.control]:px-2.5 [&_.field]:grid-cols-1">
        <TextField
          label={m.dash_time()}
          name="time"
          type="time"
          required
          defaultValue={rule.time}
          error={fields.time}
        />
        <LengthChoice minutes={rule.minutes} error={fields.minutes} />
      </div>
      {isChange ? (
        <fieldset className="choice-group">
          <legend className="field-label">{m.timetable_which()}</legend>
          <label className="choice">
            <input type="radio" name="scope" value="all" defaultChecked={rule.scope === 'all'} />
            <span>{m.timetable_all()}</span>
          </label>
          <label className="choice">
            <input type="radio" name="scope" value="from" defaultChecked={rule.scope === 'from'} />
            <span>{m.timetable_from()}</span>
          </label>
          {first}
        </fieldset>
      ) : (
        first
      )}
      <TextField
        label={m.timetable_place()}
        name="place"
        maxLength={120}
        autoComplete="off"
        defaultValue={rule.place}
        help={m.timetable_place_help()}
        error={fields.place}
      />
      {rule.leave.map((date) => (
        <input key={date} type="hidden" name="leave" value={date} />
      ))}
      <Button type="submit" look="outline" wide loading={isLoading} loadingText={m.timetable_looking()}>
        {m.timetable_show()}
      </Button>
    </Form>
  )
}
