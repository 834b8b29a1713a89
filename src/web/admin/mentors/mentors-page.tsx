import { m } from '#messages'
import { readForm } from '../../form.server.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { adminMeta } from '../kit/admin-meta.ts'
import { mentorColumns } from '../kit/mentor-cells.tsx'
import { MentorHead } from '../kit/section-tabs.tsx'
import type { Route } from './+types/mentors-page.ts'
import { readQueue, startReviews } from './mentor-queue.server.ts'
import { MentorQueue } from './mentor-queue.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  await knownAreas(context)
  return await readQueue(context, request, placeNames)
}

export async function action({ context, request }: Route.ActionArgs) {
  return await startReviews(context, await readForm(request))
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_nav_mentors())

/** All mentors, those awaiting a decision first. */
export default function MentorsPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <MentorHead />
      <MentorQueue columns={mentorColumns(loaderData.canDecide, loaderData.rows[0]?.checks ?? [])} {...loaderData} />
    </>
  )
}
