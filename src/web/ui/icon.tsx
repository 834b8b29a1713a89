import picture from '../../../generated/icons.svg?url'
import type { IconName } from './icon-names.ts'

/** `label` only where no word beside the icon says the same. */
type Props = { name: IconName; size?: number; className?: string; label?: string }

/** A line icon, out of the one picture that holds them all: they cost pages and scripts a few letters each. */
export function Icon({ name, size = 24, className = '', label }: Props) {
  const line = <use href={`${picture}#${name}`} />
  const given = { width: size, height: size, className: `icon ${className}` }
  if (label === undefined) {
    return (
      <svg {...given} aria-hidden="true">
        {line}
      </svg>
    )
  }
  return (
    <svg {...given} role="img" aria-label={label}>
      {line}
    </svg>
  )
}
