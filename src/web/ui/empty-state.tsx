import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './drawing.tsx'

type Props = { title: string; text: ReactNode; action?: ReactNode; drawing?: DrawingName }

/** Nothing here yet: drawing, title, one sentence, one next step. */
export function EmptyState({ title, text, action, drawing = 'empty' }: Props) {
  return (
    <div className="state">
      <Drawing name={drawing} className="w-[190px]" />
      <h2 className="text-h3">{title}</h2>
      <p className="max-w-[44ch] text-muted">{text}</p>
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
