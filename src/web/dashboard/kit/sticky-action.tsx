import type { ReactNode } from 'react'

/** Submit button that stays at the bottom of a scrolling dialog. */
export function StickyAction({ children }: { children: ReactNode }) {
  return (
    <div className="sticky grid gap-3 -bottom-5 z-10 -mx-5 -mb-5 border-line border-t bg-surface px-5 pt-3 pb-[max(12px,env(safe-area-inset-bottom))]">
      {children}
    </div>
  )
}
