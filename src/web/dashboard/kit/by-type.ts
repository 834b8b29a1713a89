import { redirect } from 'react-router'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { localHref } from '../../locale.ts'
import type { Route } from './+types/by-type.ts'

/** `/dashboard?type=parent|mentor`: the dashboard of that role when this phone has it, else of the session's own. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await signedIn(context, url)
  const asked = { parent: 'student', student: 'student', mentor: 'mentor' }[url.searchParams.get('type') ?? '']
  const role = viewer.roles.find((one) => one === asked) ?? viewer.userType
  return redirect(localHref(role === 'admin' ? '/admin' : `/dashboard/${role}`))
}
