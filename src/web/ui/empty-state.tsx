import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './drawing.tsx'

type Props = { title: string; text: ReactNode; action?: ReactNode; drawing?: DrawingName | null; heading?: 'h1' | 'h2' }

/** Empty state: drawing, title, sentence, next step. `h1` for a whole page. */
export function EmptyState({ title, text, action, drawing = 'empty', heading: Heading = 'h2' }: Props) {
  return (
    <div className="state">
      {drawing && <Drawing name={drawing} className="w-[190px]" />}
      <Heading className="text-h3">{title}</Heading>
      {text && <p className="max-w-[44ch] text-muted">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
