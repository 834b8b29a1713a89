import { ChoiceGroup } from '../../ui/choice.tsx'
import type { Option } from '../../ui/field.tsx'

type Props = {
  label: string
  name: string
  options: readonly Option[]
  defaultValue: string
  error: string | undefined
}

/** One of a few options, chosen with one tap. */
export function ChoiceChips({ label, name, options, defaultValue, error }: Props) {
  return (
    <ChoiceGroup legend={label} error={error}>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label: text }, i) => (
          <label key={value} className="chip choice-chip">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              aria-invalid={(i === 0 && error !== undefined) || undefined}
            />
            {text}
          </label>
        ))}
      </div>
    </ChoiceGroup>
  )
}
