import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { m } from '#messages'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type Toast = {
  tone?: 'done' | 'error'
  title: string
  text?: string
  action?: { label: string; run: () => void }
}
type Shown = Toast & { id: number }

const shownMs = 6000
/** With something to undo. */
const undoMs = 10_000
const Show = createContext<(toast: Toast) => void>(() => undefined)

/** `const toast = useToast()`, then `toast({ title, text, tone, action })`. */
export const useToast = () => useContext(Show)

/** Shows toasts: top on phones, bottom left on wide screens. Errors stay until closed. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([])
  const last = useRef(0)
  const close = useCallback((id: number) => setToasts((now) => now.filter((toast) => toast.id !== id)), [])
  const show = useCallback(
    (toast: Toast) => {
      last.current += 1
      const id = last.current
      setToasts((now) => [...now, { ...toast, id }])
      if (toast.tone !== 'error') setTimeout(() => close(id), toast.action ? undoMs : shownMs)
    },
    [close],
  )
  return (
    <Show value={show}>
      {children}
      <div className="toasts" aria-live="polite">
        {toasts.map(({ id, tone = 'done', title, text, action }) => (
          <div key={id} role={tone === 'error' ? 'alert' : 'status'} className="toast">
            {tone === 'error' ? (
              <Icon name="circle-exclamation-point" size={22} className="text-error" />
            ) : (
              <Icon name="circle-check" size={22} className="text-tick" />
            )}
            <div className="grow">
              <p className="font-semibold text-ink">{title}</p>
              {text && <p className="text-small text-muted">{text}</p>}
              {action && (
                <button
                  type="button"
                  className="text-link min-h-11"
                  onClick={() => {
                    action.run()
                    close(id)
                  }}
                >
                  {action.label}
                </button>
              )}
            </div>
            <Button
              look="plain"
              square
              aria-label={m.ui_close()}
              onClick={() => close(id)}
              icon={<Icon name="x" size={20} />}
              className="-my-2"
            />
          </div>
        ))}
      </div>
    </Show>
  )
}
