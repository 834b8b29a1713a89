import { useRef } from 'react'
import { lessonNote } from '#contract/classes/limits.ts'
import { ChipRow } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'

type Props = {
  label: string
  name: string
  defaultValue: string
  error: string | undefined
  phrases: readonly string[]
}

/** Short text field with phrases to insert. */
export function PhraseField({ label, name, defaultValue, error, phrases }: Props) {
  const words = useRef<HTMLTextAreaElement>(null)
  const add = (phrase: string) => {
    if (!words.current) return
    const before = words.current.value.trim()
    const after = before === '' ? phrase : `${before} ${phrase}`
    if (!before.includes(phrase) && after.length <= lessonNote.max) words.current.value = after
  }
  return (
    <div>
      <Field label={label} error={error}>
        {(wiring) => (
          <span className="control">
            <textarea
              {...wiring}
              ref={words}
              name={name}
              rows={2}
              maxLength={lessonNote.max}
              defaultValue={defaultValue}
            />
          </span>
        )}
      </Field>
      <ChipRow label={label}>
        {phrases.map((phrase) => (
          <li key={phrase}>
            <button type="button" className="chip" onClick={() => add(phrase)}>
              {phrase}
            </button>
          </li>
        ))}
      </ChipRow>
    </div>
  )
}
