import { useState } from 'react'
import { m } from '#messages'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'

type Props = {
  label: string
  id?: string
  help?: string
  name: string
  min: number
  max: number
  step?: number
  initial?: number
  error?: string | undefined
  onValue?: (value: number) => void
}

/** A number field with − and + buttons. A typed number snaps to the nearest step when the field loses focus. */
export function NumberStepper({ label, id, help, name, min, max, step = 1, initial = min, error, onValue }: Props) {
  const [value, setValue] = useState(initial)
  const [text, setText] = useState(String(initial))
  const isStep = (one: number) => one >= min && one <= max && Number.isInteger((one - min) / step)
  const update = (next: number) => {
    setValue(next)
    if (next !== value) onValue?.(next)
  }
  const set = (next: number) => {
    const stepped = min + Math.round((next - min) / step) * step
    const clamped = Math.min(max, Math.max(min, stepped))
    setText(String(clamped))
    update(clamped)
  }
  const handleInput = (input: string) => {
    setText(input)
    // Reported while typing, as soon as the number is valid.
    if (input !== '' && isStep(Number(input))) update(Number(input))
  }
  const handleBlur = () => set(text === '' || Number.isNaN(Number(text)) ? value : Number(text))
  return (
    <Field label={label} help={help} error={error} {...(id && { id })}>
      {(wiring) => (
        <span className="flex items-center gap-2">
          <Button
            look="outline"
            square
            aria-label={m.ui_less()}
            disabled={value <= min}
            onClick={() => set(value - step)}
            icon={<Icon name="minus" size={20} />}
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
              value={text}
              onChange={(event) => handleInput(event.currentTarget.value)}
              onBlur={handleBlur}
              className="text-center tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
            />
          </span>
          <Button
            look="outline"
            square
            aria-label={m.ui_more()}
            disabled={value >= max}
            onClick={() => set(value + step)}
            icon={<Icon name="plus" size={20} />}
          />
        </span>
      )}
    </Field>
  )
}
