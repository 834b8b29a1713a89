import { Children, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { m } from '#messages'
import { plainPath } from '../../locale.ts'
import { LocalLink } from '../../ui/link.tsx'

/** How many tasks of a kind are folded, and what they ask for. */
export type FoldedTask = { left: number; text: (count: number) => string }

/** The text of one or several tasks. */
export const taskText =
  (one: () => string, several: (given: { count: number }) => string) =>
  (count: number): string =>
    count === 1 ? one() : several({ count })

/** Names the first kind of folded tasks: "3 more: confirm 1 class and others". */
function restText(rest: readonly FoldedTask[]): string {
  const count = rest.reduce((sum, { left }) => sum + left, 0)
  const [first] = rest
  return (rest.length > 1 ? m.dash_more_tasks : m.dash_more_task)({ count, tasks: first?.text(first.left) ?? '' })
}

/**
 * Tasks that wait for an answer. The first one and the one at `urgent` are shown, and a link names and opens the rest;
 * `onPhones`: on phones only.
 */
export function CollapsedTasks({
  count,
  rest,
  urgent = 0,
  onPhones = false,
  children,
}: {
  count: number
  rest: readonly FoldedTask[]
  urgent?: number
  onPhones?: boolean
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const tasks = Children.toArray(children)
  const [search] = useSearchParams()
  if (count === 0) return null
  const folded = rest.filter(({ left }) => left > 0)
  const isAll = search.get('waiting') === 'all' || count === 1
  const all = new URLSearchParams(search)
  all.set('waiting', 'all')
  return (
    <div>
      {isAll || onPhones ? (
        <div className={`grid gap-8 ${isAll ? '' : 'first-on-phones'}`}>{children}</div>
      ) : (
        <>
          <div className="first-waiting">{tasks[0]}</div>
          {urgent > 0 && <div className="first-urgent mt-3">{tasks[urgent]}</div>}
        </>
      )}
      {!isAll && folded.length > 0 && (
        <LocalLink
          to={`${plainPath(pathname)}?${all}`}
          replace
          preventScrollReset
          className={`text-link inline-flex min-h-11 items-center py-2 ${onPhones ? 'lg:hidden' : ''}`}
        >
          {restText(folded)}
        </LocalLink>
      )}
    </div>
  )
}
