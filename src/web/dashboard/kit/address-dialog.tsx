import { type ReactNode, useId } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { useScripts } from '../../ui/use-scripts.ts'

/** A dialog opened by the URL. Without scripts it renders as a card, so that its form still works. */
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
  if (useScripts()) {
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
