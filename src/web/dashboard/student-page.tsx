import { redirect } from 'react-router'
import { m } from '#messages'
import { withOrderHint } from '../accounts/login-hints.ts'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { knownAreas, listedCities, placeNames } from '../mentors/places.server.ts'
import { writerText } from '../mentors/reviews.server.ts'
import type { Route } from './+types/student-page.ts'
import { requestedDoorCode, requestedOutcome } from './changes/changes.server.ts'
import { FamilyDashboard } from './family-dashboard.tsx'
import { familyAction } from './family-forms.server.ts'
import { isNewData } from './kit/dashboard-address.ts'
import { loadFamilyHome } from './kit/family-home.server.ts'
import { connectionLostResult } from './kit/lost-result.ts'
import { movedTab } from './kit/moved-tab.server.ts'
import { useNow } from './kit/use-now.ts'
import { useTick } from './kit/use-tick.ts'
import { WrongRole } from './kit/wrong-role.tsx'
import { loadPrompts } from './reviews/reviews.server.ts'

const pages = { payments: '/dashboard/student/payments', schedule: '/dashboard/student/classes' }

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, url)
  if (viewer.userType !== 'student' || viewer._id === null) return { viewer, family: null }
  const moved = movedTab(url, pages)
  if (moved) throw redirect(moved)
  await knownAreas(context)
  const [{ addresses, prompts, ...shown }, asked, door] = await Promise.all([
    loadFamilyHome(context, url, placeNames.area),
    requestedOutcome(context, url),
    requestedDoorCode(context, url),
  ])
  const reviews = await loadPrompts(context, writerText, { url, prompts })
  const where = { cities: listedCities(), kept: addresses }
  return {
    viewer,
    family: { ...shown, asked, door, reviews, where, now: Date.now() },
  }
}

export const action = ({ context, request }: Route.ActionArgs) => familyAction(context, request)

export const clientAction = connectionLostAction(connectionLostResult, withOrderHint)

export const shouldRevalidate = isNewData

export function meta() {
  return [{ title: `${m.dash_parent_title()} - ${m.brand_name()}` }]
}

export default function StudentPage({ loaderData: { viewer, family } }: Route.ComponentProps) {
  const now = useNow(family?.now ?? 0)
  const tick = useTick()
  if (!family) return <WrongRole viewer={viewer} wanted="student" />
  return <FamilyDashboard name={viewer.name} roles={viewer.roles} {...family} now={now} tick={tick} />
}
