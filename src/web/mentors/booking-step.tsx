import { type ReactNode, useState } from 'react'
import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'

type Props = {
  /** Where to open it; null shows the fields as they are. */
  id: string | null
  group: string
  title: string
  /** What is chosen, shown while the step is closed. */
  choice: string
  children: ReactNode
}

/** A part of the booking form that takes the card's place while it is open. */
export function BookingStep({ id, group, title, choice, children }: Props) {
  if (id === null) return children
  return (
    <details
      id={id}
      name={group}
      className="book-step"
      // Browsers silently block submission when they cannot focus a hidden field. One step with such a field is open.
      onInvalidCapture={(event) => {
        const step = event.currentTarget
        if (!step.open && step.closest('form')?.querySelector('.book-step[open] :invalid')) event.preventDefault()
        else step.open = true
      }}
    >
      <summary>
        <span>{title}</span>
        <b>{choice}</b>
        <Icon name="chevron-down" size={20} className="flex-none" />
      </summary>
      <div className="book-fields">{children}</div>
    </details>
  )
}

type ChosenProps = { isOpen: boolean; title: string; choice: string; children: ReactNode }

/** What was chosen before, on one line until it is changed. */
export function ChosenPart({ isOpen, title, choice, children }: ChosenProps) {
  // Stays open while the first choice is made.
  const [isShown] = useState(isOpen)
  if (isShown) return children
  return (
    <details
      className="chosen-part"
      // Its summary disappears; both parts are of radio buttons.
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) currentTarget.querySelector<HTMLElement>('input:checked')?.focus()
      }}
    >
      <summary>
        <span>
          <span className="block text-small text-muted">{title}</span>
          <b>{choice}</b>
        </span>
        <span className="text-link">{m.settings_change()}</span>
      </summary>
      <div className="book-fields">{children}</div>
    </details>
  )
}

/** Opens the closed step around a field and focuses the field. */
export function focusInStep(field: HTMLElement | null): void {
  const step = field?.closest<HTMLDetailsElement>('.book-step, .chosen-part')
  if (step) step.open = true
  field?.focus()
}
