import { m } from '#messages'
import { Skeleton } from '../ui/skeleton.tsx'
import type { AppLink } from './app-links.ts'

const blocks = (count: number) => Array.from({ length: count }, (_, place) => String(place))

/** A page of the app that is on its way, in its shape: cards, the grid of a month, or lines. */
export function AppSkeleton({ link: { icon, label } }: { link: AppLink }) {
  return (
    <main className="page-width pb-12" aria-busy="true">
      <h1 className="pt-6 pb-5 text-h1 lg:pt-10">{label}</h1>
      <p className="sr-only">{m.shell_loading()}</p>
      <div className="grid max-w-[760px] gap-4">
        {(icon === 'house' || icon === 'sun') && <Skeleton className="h-44 w-full" />}
        {icon === 'calendar-days' && (
          <div className="grid grid-cols-7 gap-1">
            {blocks(35).map((day) => (
              <Skeleton key={day} className="h-11" />
            ))}
          </div>
        )}
        {blocks(4).map((line) => (
          <Skeleton key={line} className="h-20 w-full" />
        ))}
      </div>
    </main>
  )
}
