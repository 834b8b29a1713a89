import { type ReactNode, useId, useSyncExternalStore } from 'react'
import { Dialog } from '../ui/dialog.tsx'

const never = () => () => undefined

/** False on the server and before scripts run. */
export const useScripted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** A dialog the address opens. Before scripts it stands on the page as a card, so that its form still works. */
export function AddressDialog({
  open,
  title,
  onClose,
  children,
}: {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const titleId = useId()
  if (useScripted()) {
    return (
      <Dialog open={open} title={title} onClose={() => open && onClose()}>
        {children}
      </Dialog>
    )
  }
  return open ? (
    <section className="card mb-6 max-w-[520px]" aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-3 text-h3">
        {title}
      </h2>
      {children}
    </section>
  ) : null
}
