import { m } from '#messages'
import { Icon } from './icon.tsx'

/** Closes a popover by its id, without scripts too. */
export const ClosePopover = ({ of, className = '' }: { of: string; className?: string }) => (
  <button
    type="button"
    popoverTarget={of}
    popoverTargetAction="hide"
    aria-label={m.ui_close()}
    className={`target grid place-items-center ${className}`}
  >
    <Icon name="x" size={24} />
  </button>
)
