import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { m } from '#messages'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Stays at the bottom while the content scrolls. */
  action?: ReactNode
  /** Shows a back button. */
  onBack?: (() => void) | undefined
  /** Beside the close button, for example Reset. */
  extra?: ReactNode
  wide?: boolean
}

/**
 * A native dialog: a sheet on phones, centred from 640 px. Focus stays inside and returns to the opener, because every way out
 * calls the element's `close`, which reports to `onClose`.
 */
export function Dialog({ open, onClose, title, children, action, onBack, extra, wide }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = element.current
    if (open && dialog && !dialog.open) {
      dialog.showModal()
      // Focuses the title, unless a field inside asks for focus.
      const first = dialog.querySelector<HTMLElement>('[data-first]') ?? dialog.querySelector<HTMLElement>('h2')
      first?.focus()
    }
    if (!open && dialog?.open) dialog.close()
  }, [open])
  // Closes an unmounting dialog first, so that focus returns.
  useLayoutEffect(() => {
    const dialog = element.current
    return () => dialog?.close()
  }, [])
  const close = () => element.current?.close()
  const outside = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target !== event.currentTarget) return
    const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect()
    const { clientX: x, clientY: y } = event
    if (x < left || x > right || y < top || y > bottom) close()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Esc and the close button
    <dialog
      ref={element}
      aria-labelledby={titleId}
      // React's development remount reopens the dialog before this event arrives.
      onClose={(event) => !event.currentTarget.open && onClose()}
      onClick={outside}
      className={`dialog ${wide ? 'dialog-wide' : ''}`}
    >
      <div className="flex items-start gap-2 px-2 pt-2">
        {onBack && (
          <Button
            look="plain"
            square
            onClick={onBack}
            aria-label={m.ui_back()}
            icon={<Icon name="arrow-left" size={24} />}
          />
        )}
        <h2 id={titleId} tabIndex={-1} className={`grow text-h3 py-3 outline-none ${onBack ? '' : 'pl-3'}`}>
          {title}
        </h2>
        {extra}
        <Button look="plain" square onClick={close} aria-label={m.ui_close()} icon={<Icon name="x" size={24} />} />
      </div>
      <div className="dialog-body">{open && children}</div>
      {action && open && <div className="dialog-action">{action}</div>}
    </dialog>
  )
}
