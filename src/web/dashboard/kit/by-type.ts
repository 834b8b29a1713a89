import { redirect } from 'react-router'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { localHref } from '../../locale.ts'
import type { Route } from './+types/by-type.ts'

/** `/dashboard?type=parent|mentor`: redirects to that role's dashboard if the account has it, otherwise to its own. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url)
  const asked = { parent: 'student', student: 'student', mentor: 'mentor' }[url.searchParams.get('type') ?? '']
  const role = viewer.roles.find((one) => one === asked) ?? viewer.userType
  return redirect(localHref(role === 'admin' ? '/admin' : `/dashboard/${role}`))
}
