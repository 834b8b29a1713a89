import { Children, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { m } from '#messages'
import { plainPath } from '../../locale.ts'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'

/** How many tasks of a kind are folded, and what they ask for; null for what waits for the other side. */
type FoldedTask = { left: number; text: ((count: number) => string) | null }

/** The text of one or several tasks. */
export const taskText =
  (one: () => string, several: (given: { count: number }) => string) =>
  (count: number): string =>
    count === 1 ? one() : several({ count })

/**
 * Tasks that wait for an answer. The first one and the one at `urgent` are shown, and a link names and opens the rest;
 * `onPhones`: on phones only.
 */
export function CollapsedTasks({
  rest,
  urgent = 0,
  onPhones = false,
  children,
}: {
  rest: readonly FoldedTask[]
  urgent?: number
  onPhones?: boolean
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const tasks = Children.toArray(children)
  const [search] = useSearchParams()
  if (rest.length === 0) return null
  const folded = rest.flatMap(({ left, text }) => (left > 0 && text ? [{ left, text: text(left) }] : []))
  const isAll = search.get('waiting') === 'all' || folded.length === 0
  const all = new URLSearchParams(search)
  all.set('waiting', 'all')
  return (
    <div>
      {isAll || onPhones ? (
        <div className={`grid gap-8 ${isAll ? '' : 'first-on-phones'}`}>{children}</div>
      ) : (
        <>
          <div className="first-waiting">{tasks[0]}</div>
          {urgent > 0 && <div className="first-urgent mt-4">{tasks[urgent]}</div>}
        </>
      )}
      {!isAll && (
        <LocalLink
          to={`${plainPath(pathname)}?${all}`}
          replace
          preventScrollReset
          className={`card mt-4 flex min-h-14 items-center gap-3 py-2! text-ink ${onPhones ? 'lg:hidden' : ''}`}
        >
          <span className="min-w-0 grow">
            {m.dash_more_tasks({
              count: folded.reduce((sum, { left }) => sum + left, 0),
              // A number stays with its noun.
              tasks: folded.map(({ text }) => text.replace(/(\d) /g, '$1\u00a0')).join(', '),
            })}
          </span>
          <Icon name="chevron-right" size={20} className="flex-none text-muted" />
        </LocalLink>
      )}
    </div>
  )
}
