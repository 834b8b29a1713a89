import { m } from '#messages'
import { Skeleton } from '../ui/skeleton.tsx'

/** Heights of the blocks of a page on its way: below its title, and beside them on wide screens. */
type Shape = { main: readonly string[]; aside?: readonly string[] }
const row = 'h-18'
const home: Shape = { main: ['h-66', 'h-56', 'h-14', 'h-64'], aside: ['h-72', 'h-56'] }
/** By what the address has in it. */
const shapes: readonly (readonly [page: RegExp, shape: Shape])[] = [
  [/\/bookings\//, { main: ['h-12', 'h-56', 'h-64', 'h-28'], aside: ['h-36', 'h-72'] }],
  [/classes|calendar/, { main: ['h-12', 'h-28', 'h-28', 'h-90'] }],
  [/payments|earnings/, { main: ['h-56', 'h-36', 'h-36', 'h-36'] }],
  [/students|chat|more/, { main: [row, row, row, row, row, row] }],
]

/** A page of the app that is on its way: its title, if it is known, and blocks in the shape of what comes. */
export function AppSkeleton({ path, title }: { path: string; title: string | undefined }) {
  const { main, aside } = shapes.find(([page]) => page.test(path))?.[1] ?? home
  const blocks = (heights: readonly string[]) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks never move
    heights.map((height, nth) => <Skeleton key={nth} className={`w-full ${height}`} />)
  return (
    <main className="page-width pb-12" aria-busy="true">
      <div className="pt-6 pb-5 lg:pt-10">
        {title ? <h1 className="text-h1">{title}</h1> : <Skeleton className="h-10 w-56" />}
      </div>
      <p className="sr-only">{m.shell_loading()}</p>
      <div className={`grid items-start gap-4 ${aside ? 'lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-8' : ''}`}>
        <div className="grid gap-4">{blocks(main)}</div>
        {aside && <div className="grid gap-4 max-lg:hidden">{blocks(aside)}</div>}
      </div>
    </main>
  )
}
