import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { m } from '#messages'
import { plainPath } from '../../locale.ts'
import { LocalLink } from '../../ui/link.tsx'

/**
 * Tasks that wait for an answer. The first one is shown, then `urgent` in short, and a link opens the rest, with what is
 * next as `hint`; `onPhones`: on phones only.
 */
export function CollapsedTasks({
  count,
  hint,
  urgent = null,
  onPhones = false,
  children,
}: {
  count: number
  hint?: string | undefined
  /** A folded task that is shown as a row. */
  urgent?: ReactNode
  onPhones?: boolean
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  if (count === 0) return null
  const left = count - (urgent ? 2 : 1)
  const more = m.dash_more_waiting({ count: left })
  const isAll = search.get('waiting') === 'all' || count === 1
  const all = new URLSearchParams(search)
  all.set('waiting', 'all')
  return (
    <div>
      <div className={`grid gap-8 ${isAll ? '' : onPhones ? 'first-on-phones' : 'first-waiting'}`}>{children}</div>
      {!isAll && urgent}
      {!isAll && left > 0 && (
        <LocalLink
          to={`${plainPath(pathname)}?${all}`}
          replace
          preventScrollReset
          className={`text-link inline-flex min-h-11 items-center ${onPhones ? 'lg:hidden' : ''}`}
        >
          {hint ? m.dash_more_task({ more, task: hint }) : more}
        </LocalLink>
      )}
    </div>
  )
}
