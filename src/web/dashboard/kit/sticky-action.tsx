import type { ReactNode } from 'react'

/** The button of a form in a dialog: stays at the bottom while the fields scroll. */
export function StickyAction({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 border-line border-t bg-surface px-5 pt-3 pb-[max(12px,env(safe-area-inset-bottom))]">
      {children}
    </div>
  )
}
