import { useState } from 'react'
import { freeTimeWindow } from '#contract/classes/limits.ts'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { TextField } from '../../ui/field.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import type { FormResult } from './form-result.ts'
import { whenText } from './labels.ts'
import { SlotWeek } from './slot-week.tsx'
import { useFreeTimes } from './use-free-times.ts'

type Props = {
  result: FormResult | undefined
  /** Initial values. */
  date: string
  time: string
  /** Whose free times are offered, and for how long a class. */
  mentor: string
  minutes: number
  now: number
  /** Booking that the mentor schedules, and the time its family asked for. */
  booking?: string
  wished?: string | null
  names?: readonly [date: string, time: string]
  labels?: readonly [date: string, time: string]
}

/** The time of one class: a tap on a free time of the mentor, or typed. Without scripts it is typed. */
export function WhenFields({ result, mentor, minutes, now, booking, names = ['date', 'time'], ...given }: Props) {
  const [dateName, timeName] = names
  const [dateLabel, timeLabel] = given.labels ?? [m.dash_date(), m.dash_time()]
  const scripted = useScripts()
  const times = useFreeTimes(mentor, minutes, result?.nextKey ?? '', booking)
  const [date, setDate] = useState(result?.values[dateName] ?? given.date)
  const [time, setTime] = useState(result?.values[timeName] ?? given.time)
  const [isTyping, setTyping] = useState(false)
  const wished = given.wished ?? null
  const hasNone = times?.length === 0
  const isTyped = !scripted || hasNone || isTyping
  const error = (name: string) => (isTyped ? result?.fields[name] : undefined)
  const fields = (
    <div className="grid items-start gap-3 min-[340px]:grid-cols-2 [&_.control]:px-2.5 [&_.field]:grid-cols-1">
      <TextField
        label={dateLabel}
        type="date"
        name={dateName}
        min={dateInIndia(new Date(now))}
        required={isTyped}
        value={date}
        onChange={(event) => setDate(event.target.value)}
        error={error(dateName)}
      />
      <TextField
        label={timeLabel}
        type="time"
        name={timeName}
        required={isTyped}
        value={time}
        onChange={(event) => setTime(event.target.value)}
        error={error(timeName)}
      />
    </div>
  )
  if (!scripted || hasNone)
    return (
      <>
        {wished && <p className="font-semibold text-ink">{m.slot_wished_at({ when: whenText(wished, now) })}</p>}
        {hasNone && <p className="text-muted">{m.slot_none({ days: freeTimeWindow.days })}</p>}
        {fields}
      </>
    )
  return (
    <>
      {times ? (
        <SlotWeek
          times={times}
          wished={wished}
          chosen={[...times, wished ?? '']
            .filter(Boolean)
            .find((at) => dateInIndia(new Date(at)) === date && timeInIndia(new Date(at)) === time)}
          onChoose={(at) => {
            setDate(dateInIndia(new Date(at)))
            setTime(timeInIndia(new Date(at)))
          }}
          error={isTyped ? undefined : (result?.fields[dateName] ?? result?.fields[timeName])}
          now={now}
        />
      ) : (
        <Loading label={m.slot_loading()} />
      )}
      <details open={isTyping} onToggle={(event) => setTyping(event.currentTarget.open)}>
        <summary className="text-link min-h-11 py-2.5">{m.slot_type()}</summary>
        {fields}
      </details>
    </>
  )
}
