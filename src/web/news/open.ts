import { redirect } from 'react-router'
import { readNotification } from '#contract/notifications/in-app.ts'
import { signedIn } from '../accounts/signed-in.server.ts'
import { writeApi } from '../api.ts'
import { localHref } from '../locale.ts'
import type { Route } from './+types/open.ts'

/** Opens one: it counts as read, and the page where it is dealt with comes up. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  await signedIn(context, new URL(request.url))
  const reply = await writeApi(context, readNotification, { params: { id: params.id } })
  // Gone, or of somebody else: the list says what there is.
  return redirect(localHref(reply.ok ? reply.data.data.href : '/news'))
}
