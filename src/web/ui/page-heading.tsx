import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { LocalLink } from './link.tsx'

type Props = {
  title: ReactNode
  text?: ReactNode
  actions?: ReactNode
  /** The actions stay beside the title on phones too. */
  isOneRow?: boolean
  back?: { to: string; label: string }
}

/** The page's h1 with a sentence and, on the right, its actions. */
export function PageHeading({ title, text, actions, isOneRow = false, back }: Props) {
  return (
    <div
      className={`flex items-center justify-between gap-4 pb-5 ${back ? 'pt-3 lg:pt-6' : 'pt-6 lg:pt-10'} ${isOneRow ? 'max-sm:pb-3' : 'flex-wrap'}`}
    >
      <div className="min-w-0">
        {back && (
          <LocalLink to={back.to} className="text-link -ml-1 inline-flex min-h-11 items-center gap-1 print:hidden">
            <Icon name="chevron-left" size={20} className="flex-none" />
            {back.label}
          </LocalLink>
        )}
        <h1 className="text-h1">{title}</h1>
        {text && <p className="mt-1 text-muted">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
    </div>
  )
}
