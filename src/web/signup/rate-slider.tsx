import { useEffect, useRef } from 'react'
import { monthlyPrice } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import { FieldError } from '../ui/field.tsx'
import { formatRupees, Money } from '../ui/money.tsx'

const { min, max, step } = monthlyPrice

type Props = {
  name: string
  /** The way of teaching, for readers who only hear the slider. */
  of: string
  value: number
  onValue: (rupees: number) => void
  error: string | undefined
}

/** The fee of a month, with the amount above and both ends below. */
export function RateSlider({ name, of, value, onValue, error }: Props) {
  const line = useRef<HTMLDivElement>(null)
  // By script, because the page's policy forbids style attributes in the HTML.
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
