import type { ReactNode } from 'react'
import { m } from '#messages'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type Props = {
  title: string
  text: ReactNode
  onRetry?: () => void
  action?: ReactNode
  icon?: ReactNode
  heading?: 'h1' | 'h2'
}

/** Error with advice and Retry. `h1` for a whole page. */
export function ErrorState({ title, text, onRetry, action, icon, heading: Heading = 'h2' }: Props) {
  return (
    <div className="state" role="alert">
      <span
        className={`mb-2 grid size-14 place-items-center rounded-full ${icon ? 'bg-error-soft text-error' : 'bg-warn-soft text-warn'}`}
        aria-hidden="true"
      >
        {icon ?? <Icon name="wifi-off" size={28} />}
      </span>
      <Heading className={Heading === 'h1' ? 'text-h1' : 'text-h3'}>{title}</Heading>
      <p className="max-w-[44ch] text-muted">{text}</p>
      {onRetry && (
        <Button onClick={onRetry} icon={<Icon name="rotate-cw" size={20} />} className="mt-2">
          {m.ui_retry()}
        </Button>
      )}
      {action}
    </div>
  )
}

/** A notice of a condition such as being offline, and what it means for the user's data. */
export function Notice({
  tone = 'wait',
  icon,
  children,
}: {
  tone?: 'wait' | 'bad' | 'good'
  icon?: ReactNode
  children: ReactNode
}) {
  const looks = { wait: 'bg-warn-soft text-warn', bad: 'bg-error-soft text-error', good: 'bg-tick-soft text-tick' }
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`flex items-start gap-3 rounded-cell px-4 py-3 font-semibold ${looks[tone]}`}
    >
      {icon}
      <div>{children}</div>
    </div>
  )
}
