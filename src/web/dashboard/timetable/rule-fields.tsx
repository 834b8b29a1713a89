import { lessonLengths } from '#contract/classes/limits.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { ChoiceGroup } from '../../ui/choice.tsx'
import { formatWeekday } from '../../ui/dates.tsx'
import { SelectField } from '../../ui/field.tsx'

const week = [1, 2, 3, 4, 5, 6, 7]
const lengths = [30, 45, 60, 75, 90, 100, 120, 150, 180, lessonLengths.max]

type DayProps = {
  days: readonly number[]
  name?: string
  legend?: string
  error?: string | undefined
  help?: string
}

/** Weekday checkboxes. */
export function DayChoice({ days, name = 'day', legend = m.timetable_days(), error, help }: DayProps) {
  return (
    <ChoiceGroup legend={legend} error={error}>
      {help && <p className="field-help">{help}</p>}
      <div className="flex flex-wrap gap-x-5">
        {week.map((nth) => (
          <label key={nth} className="choice">
            <input type="checkbox" name={name} value={nth} defaultChecked={days.includes(nth)} />
            <span>{formatWeekday(nth)}</span>
          </label>
        ))}
      </div>
    </ChoiceGroup>
  )
}

/** Lesson length. */
export function LengthChoice({ minutes, error }: { minutes: string; error?: string | undefined }) {
  const known = Number(minutes)
  const options = [...new Set(known > 0 ? [...lengths, known] : lengths)].sort((a, b) => a - b)
  return (
    <SelectField
      label={m.dash_length()}
      name="minutes"
      options={options.map((one) => ({ value: String(one), label: minutesText(one) }))}
      defaultValue={minutes}
      error={error}
    />
  )
}
