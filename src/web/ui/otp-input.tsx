import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { FieldError } from './field.tsx'
import { useAnswerOnce } from './use-answer-once.ts'

type Props = {
  label: string
  name?: string
  error?: string | undefined
  /** Latest reply of the server; one with an error empties the boxes for the next try. */
  answer?: object
  autoFocus?: boolean
  /** Called on every change, with digits only. */
  onValue?: (digits: string) => void
  /** Called once all digits are entered. */
  onComplete?: (digits: string) => void
}
const length = 6
const places = [0, 1, 2, 3, 4, 5]

/** One input styled as six boxes, so that autofill, paste and screen readers work. Clear it with a new `key`. */
export function OtpInput({ label, name = 'otp', error, answer, autoFocus, onValue, onComplete }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [digits, setDigits] = useState('')
  const [drawn, setDrawn] = useState(false)

  const take = (text: string) => {
    const next = text.replace(/\D/g, '').slice(0, length)
    setDigits(next)
    onValue?.(next)
    if (next.length === length && next !== digits) onComplete?.(next)
  }
  const takeOver = useEffectEvent(() => {
    const typed = input.current?.value.replace(/\D/g, '').slice(0, length)
    if (!typed) return
    setDigits(typed)
    onValue?.(typed)
    if (typed.length === length) onComplete?.(typed)
  })
  // Takes over what was typed before hydration.
  useEffect(() => {
    setDrawn(true)
    takeOver()
    if (autoFocus) input.current?.focus()
  }, [autoFocus])

  useAnswerOnce(error ? answer : undefined, () => {
    setDigits('')
    onValue?.('')
    input.current?.focus()
  })

  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <span className="otp" data-drawn={drawn || undefined}>
        <input
          ref={input}
          id={id}
          name={name}
          data-first={autoFocus || undefined}
          value={digits}
          onChange={(event) => take(event.currentTarget.value)}
          // A tap on a box continues after the last digit, or replaces a full code.
          onClick={({ currentTarget: box }) =>
            box.setSelectionRange(box.value.length === length ? 0 : box.value.length, box.value.length)
          }
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {drawn && (
          <span className="otp-boxes" aria-hidden="true">
            {places.map((place) => (
              <span key={place} data-current={place === Math.min(digits.length, length - 1) || undefined}>
                {digits[place]}
              </span>
            ))}
          </span>
        )}
      </span>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
