import picture from '../../../generated/icons.svg?url'
import type { IconName } from './icon-names.ts'

/** `label` only if no text beside the icon says the same. */
type Props = { name: IconName; size?: number; className?: string; label?: string }

/** An icon from the sprite, which keeps pages and scripts small. */
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
