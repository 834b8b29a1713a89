import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { m } from '#messages'
import { formatRupees } from './money.tsx'

type Props = {
  label: string
  min: number
  max: number
  step: number
  /** Selected bounds from the URL. Use them as `key` too, so that the back button moves the thumbs. */
  from: number
  to: number
  unit?: string
  nameMin?: string
  nameMax?: string
  /** Called on every movement. */
  onChange?: (from: number, to: number) => void
  /** Called when a thumb is released. */
  onCommit?: (from: number, to: number) => void
}

/** Two native range inputs on one track, sent as `min` and `max`. The end of the track has no upper limit. */
export function PriceRange({
  label,
  min,
  max,
  step,
  from,
  to,
  unit = m.ui_a_month(),
  nameMin = 'min',
  nameMax = 'max',
  onChange,
  onCommit,
}: Props) {
  const [low, setLow] = useState(from)
  const [high, setHigh] = useState(to)
  const set = (nextLow: number, nextHigh: number) => {
    setLow(nextLow)
    setHigh(nextHigh)
    onChange?.(nextLow, nextHigh)
    return [nextLow, nextHigh] as const
  }
  const moveLow = (value: number) => set(Math.min(value, high), high)
  const moveHigh = (value: number) => set(low, Math.max(value, low))
  // A tap on the track moves the nearer thumb.
  const tap = (event: PointerEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return
    const box = event.currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (event.clientX - box.left - 12) / (box.width - 24)))
    const value = Math.round((min + share * (max - min)) / step) * step
    const isLow = Math.abs(value - low) <= Math.abs(value - high) && value < high
    const [nextLow, nextHigh] = isLow ? moveLow(value) : moveHigh(value)
    onCommit?.(nextLow, nextHigh)
  }
  const rangeText =
    high < max
      ? `${m.ui_range({ from: formatRupees(low), to: formatRupees(high) })} ${unit}`
      : low > min
        ? `${m.ui_from({ from: formatRupees(low) })} ${unit}`
        : m.ui_any_price()
  const line = useRef<HTMLDivElement>(null)
  // Set by script, because the content security policy forbids style attributes.
  useEffect(() => {
    line.current?.style.setProperty('--from', String((low - min) / (max - min)))
    line.current?.style.setProperty('--to', String((high - min) / (max - min)))
  }, [low, high, min, max])
  const common = {
    min,
    max,
    step,
    onPointerUp: () => onCommit?.(low, high),
    onKeyUp: () => onCommit?.(low, high),
  } as const
  return (
    <fieldset className="price-range">
      <legend className="field-label">{label}</legend>
      <p className="text-small text-muted tabular-nums" aria-hidden="true">
        {rangeText}
      </p>
      <div ref={line} className="slider" onPointerDown={tap}>
        <input
          type="range"
          {...common}
          name={nameMin}
          value={low}
          onChange={(event) => moveLow(event.currentTarget.valueAsNumber)}
          aria-label={m.ui_price_from({ label })}
          aria-valuetext={formatRupees(low)}
          data-top={low - min > (max - min) / 2 || undefined}
        />
        <input
          type="range"
          {...common}
          name={nameMax}
          value={high}
          onChange={(event) => moveHigh(event.currentTarget.valueAsNumber)}
          aria-label={m.ui_price_to({ label })}
          aria-valuetext={high < max ? formatRupees(high) : m.ui_any_price()}
        />
      </div>
    </fieldset>
  )
}
