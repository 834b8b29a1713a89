import type { ReactNode } from 'react'
import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'

/** Band that says that a mentor cannot be shown, with the way back to the list. */
export function GoneBand({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="kraft">
      <div className="page-width pt-2 pb-6 lg:pt-5 lg:pb-8">
        <LocalLink to="/mentors" className="text-link -ml-1 mb-2 inline-flex min-h-11 items-center gap-1 text-on-kraft">
          <Icon name="chevron-left" size={20} />
          {m.profile_back()}
        </LocalLink>
        <h1 className="text-balance text-h1">{title}</h1>
        {children}
      </div>
    </div>
  )
}
