import { m } from '#messages'
import { Skeleton } from '../ui/skeleton.tsx'

/** A page of the app that is on its way: its title and blocks in the shape of cards. */
export function AppSkeleton({ title }: { title: string }) {
  return (
    <main className="page-width pb-12" aria-busy="true">
      <h1 className="pt-6 pb-5 text-h1 lg:pt-10">{title}</h1>
      <p className="sr-only">{m.shell_loading()}</p>
      <div className="grid max-w-[760px] gap-4">
        <Skeleton className="h-44 w-full" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    </main>
  )
}
