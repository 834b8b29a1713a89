import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react'
import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { CallDialogProps } from './call-dialog.tsx'
import { useSite } from './site-state.ts'

type Props = {
  mentor?: { id: string; name: string }
  square?: boolean
  /** A row of a list instead of a button. */
  isRow?: boolean
  className?: string
  children?: ReactNode
}

/**
 * Calls us and records a call request. Without scripts or network it is a plain `tel:` link. A family's call starts at once;
 * visitors enter name and number first.
 */
export function CallButton({ mentor, square = false, isRow = false, className, children }: Props) {
  const { viewer, callingNo, off } = useSite()
  // Loaded on first use.
  const [Dialog, setDialog] = useState<ComponentType<CallDialogProps> | null>(null)
  const href = telHref(callingNo)
  const press = (event: MouseEvent) => {
    if (!navigator.onLine || off.includes('calls') || (viewer && viewer.userType !== 'student')) return
    if (!viewer) event.preventDefault()
    import('./call-dialog.tsx').then(
      ({ CallDialog }) => setDialog(() => CallDialog),
      () => viewer || window.location.assign(href),
    )
  }
  return (
    <>
      {isRow ? (
        <a href={href} onClick={press} className={className}>
          {children}
        </a>
      ) : (
        <ButtonLink
          look="outline"
          square={square}
          href={href}
          onClick={press}
          className={className}
          {...(square && mentor && { 'aria-label': m.card_call({ name: mentor.name }) })}
          icon={<Icon name="phone" size={square ? 22 : 20} />}
        >
          {children}
        </ButtonLink>
      )}
      {Dialog && <Dialog mentor={mentor} onClose={() => setDialog(null)} />}
    </>
  )
}
