import { useId, useState } from 'react'
import { freeTimeWindow } from '#contract/classes/limits.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatDateTime, formatTime } from '../../ui/dates.tsx'
import { FieldError } from '../../ui/field.tsx'
import { dayText, whenText } from './labels.ts'

type Props = {
  times: readonly string[]
  /** What the family asked for: offered first, even where the mentor is not free. */
  wished?: string | null
  chosen: string | undefined
  onChoose: (startsAt: string) => void
  error: string | undefined
  now: number
}

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** Whether free times are known so far ahead. */
const isKnown = (at: string, now: number) => Date.parse(at) - now < (freeTimeWindow.days - 1) * dayMs

/** A week of free start times as radio buttons by day, with a button to the next one. */
export function SlotWeek({ times, wished = null, chosen, onChoose, error, now }: Props) {
  const id = useId()
  // Begins with the first week that has a free time.
  const weekOf = (at: string) =>
    Math.floor((Date.parse(dateInIndia(new Date(at))) - Date.parse(dateInIndia(new Date(now)))) / weekMs)
  const weeks = [...new Set(times.map(weekOf))]
  const [wanted, setWeek] = useState<number>()
  const week = wanted !== undefined && weeks.includes(wanted) ? wanted : weeks[0]
  // The last free day may be in a third week; after it the first one comes again.
  const other = week === undefined || weeks.length < 2 ? undefined : (weeks[weeks.indexOf(week) + 1] ?? weeks[0])
  const days = [
    ...Map.groupBy(
      times.filter((at) => weekOf(at) === week && at !== wished),
      (at) => dateInIndia(new Date(at)),
    ),
  ]
  const slot = (at: string, label: string) => (
    <label key={at} className="slot">
      <input
        type="radio"
        name="slot"
        value={at}
        checked={at === chosen}
        onChange={() => onChoose(at)}
        aria-label={formatDateTime(at)}
      />
      <span aria-hidden="true">{label}</span>
    </label>
  )
  return (
    <fieldset className="grid gap-3" aria-describedby={error && `${id}-error`}>
      <legend className="field-label">{m.free_times()}</legend>
      <div className={error ? '' : 'sr-only'} tabIndex={-1} data-problem={error ? true : undefined}>
        <FieldError id={`${id}-error`} error={error} />
      </div>
      {wished && (
        <fieldset>
          <legend className="mb-1 font-semibold text-small">{m.slot_wished()}</legend>
          <div className="grid justify-start [&_.slot]:px-4">{slot(wished, whenText(wished, now))}</div>
          {!times.includes(wished) && isKnown(wished, now) && (
            <p className="mt-1 text-muted text-small">{m.slot_wished_busy()}</p>
          )}
        </fieldset>
      )}
      {days.map(([day, those]) => (
        <fieldset key={day}>
          <legend className="mb-1 font-semibold text-small">{dayText(day, now)}</legend>
          <div className="slots">{those.map((at) => slot(at, formatTime(at)))}</div>
        </fieldset>
      ))}
      {other !== undefined && week !== undefined && (
        <Button look="outline" className="justify-self-start" onClick={() => setWeek(other)}>
          {other > week ? m.slot_later() : m.slot_earlier()}
        </Button>
      )}
    </fieldset>
  )
}
