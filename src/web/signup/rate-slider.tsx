import { useEffect, useRef } from 'react'
import { monthlyPrice } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import { FieldError } from '../ui/field.tsx'
import { formatRupees, Money } from '../ui/money.tsx'

const { min, max, step } = monthlyPrice

type Props = {
  name: string
  /** Teaching mode, for the accessible label. */
  of: string
  value: number
  onValue: (rupees: number) => void
  error: string | undefined
}

/** Monthly fee slider with its value and limits. */
export function RateSlider({ name, of, value, onValue, error }: Props) {
  const line = useRef<HTMLDivElement>(null)
  // Set by script, because the content security policy forbids inline styles.
  useEffect(() => {
    line.current?.style.setProperty('--to', String((value - min) / (max - min)))
  }, [value])
  return (
    <div>
      <div className="flex items-end justify-between gap-3">
        <label htmlFor={name} className="field-label">
          {m.apply_label_price()} <span className="sr-only">{of}</span>
        </label>
        <Money rupees={value} className="text-[24px]" />
      </div>
      <div ref={line} className="slider">
        <input
          id={name}
          type="range"
          name={name}
          min={min}
          max={max}
          step={step}
          value={value}
          onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
          aria-valuetext={formatRupees(value)}
          aria-describedby={error && `${name}-error`}
          className="pointer-events-auto!"
        />
      </div>
      <p className="flex justify-between text-muted text-small tabular-nums" aria-hidden="true">
        <span>{formatRupees(min)}</span>
        <span>{formatRupees(max)}</span>
      </p>
      <FieldError id={`${name}-error`} error={error} />
    </div>
  )
}
