import { useState } from 'react'
import { hoursRange } from '#contract/mentors/application-sections.ts'
import { weekdays } from '#contract/reference/catalogue.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { dayNames, labelOf } from '../application-labels.ts'
import { TextField } from '../ui/field.tsx'
import { NumberStepper } from '../ui/number-stepper.tsx'
import { ChoiceSet, RadioSet } from './choice-fields.tsx'
import type { FieldsProps } from './field-binding.ts'
import { listAt, textAt } from './form-answers.ts'

const shortcuts = { weekdays: weekdays.slice(0, 5), weekend: weekdays.slice(5) }

export function AvailabilityFields({ bind, answers, error, changed }: FieldsProps) {
  const given = listAt(answers, 'availableDays')
  const [days, setDays] = useState<readonly string[]>(() =>
    weekdays.filter((day, i) => given.includes(day) || given.includes(i < 5 ? 'weekdays' : 'weekend')),
  )
  const change = (next: readonly string[]) => {
    setDays(next)
    changed()
  }
  const shortcut = (of: readonly string[], name: string) => {
    const isOn = of.every((day) => days.includes(day))
    const rest = days.filter((day) => !of.includes(day))
    return (
      <button
        type="button"
        aria-pressed={isOn}
        data-on={isOn || undefined}
        onClick={() => change(isOn ? rest : [...rest, ...of])}
        className="chip min-h-10! pr-4!"
      >
        {name}
      </button>
    )
  }
  return (
    <>
      <ChoiceSet id="availableDays" legend={labelOf('availableDays')} error={error('availableDays')}>
        <div className="flex flex-wrap gap-2">
          {shortcut(shortcuts.weekdays, m.apply_weekdays())}
          {shortcut(shortcuts.weekend, m.apply_weekend())}
        </div>
        <div className="option-row">
          {weekdays.map((day) => (
            <label key={day} className="option">
              <input
                type="checkbox"
                name="availableDays"
                value={day}
                checked={days.includes(day)}
                onChange={(event) => {
                  const { checked } = event.currentTarget
                  setDays(checked ? [...days, day] : days.filter((one) => one !== day))
                }}
              />
              {dayNames[day]()}
            </label>
          ))}
        </div>
      </ChoiceSet>
      <NumberStepper
        id="dailyHours"
        name="dailyHours"
        label={labelOf('dailyHours')}
        help={m.apply_hours_help()}
        {...hoursRange}
        initial={Number(textAt(answers, 'dailyHours')) || hoursRange.start}
        error={error('dailyHours')}
        onValue={changed}
      />
      <div className="reveal-later">
        <RadioSet
          {...bind('startImmediately')}
          legend={labelOf('startImmediately')}
          options={[
            { value: 'yes', label: m.apply_yes() },
            { value: 'no', label: m.apply_no() },
          ]}
        />
        <div className="later mt-4">
          <TextField
            {...bind('startDate')}
            label={labelOf('startDate')}
            type="date"
            min={dateInIndia(new Date())}
            className="short"
          />
        </div>
      </div>
    </>
  )
}
