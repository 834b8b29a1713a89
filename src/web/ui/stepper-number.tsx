import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { m } from '#messages'
import { Button } from './button.tsx'
import { Field } from './field.tsx'

type Props = {
  label: string
  name: string
  min: number
  max: number
  step?: number
  initial?: number
  error?: string | undefined
  onValue?: (value: number) => void
}

/** A small number with − and + around it; typing works too. */
export function NumberStepper({ label, name, min, max, step = 1, initial = min, error, onValue }: Props) {
  const [value, setValue] = useState(initial)
  const change = (next: number) => {
    const kept = Math.min(max, Math.max(min, Number.isFinite(next) ? next : min))
    setValue(kept)
    onValue?.(kept)
  }
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <span className="flex items-center gap-2">
          <Button
            look="outline"
            square
            aria-label={m.ui_less()}
            disabled={value <= min}
            onClick={() => change(value - step)}
            icon={<Minus size={20} />}
          />
          <span className="control w-20">
            <input
              {...wiring}
              name={name}
              type="number"
              inputMode="decimal"
              min={min}
              max={max}
              step={step}
              value={value}
              onChange={(event) => change(event.currentTarget.valueAsNumber)}
              className="text-center tabular-nums"
            />
          </span>
          <Button
            look="outline"
            square
            aria-label={m.ui_more()}
            disabled={value >= max}
            onClick={() => change(value + step)}
            icon={<Plus size={20} />}
          />
        </span>
      )}
    </Field>
  )
}
