import { redirect } from 'react-router'
import { readNotification } from '#contract/notifications/in-app.ts'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { writeApi } from '../api.ts'
import { localHref } from '../locale.ts'
import type { Route } from './+types/open.ts'

/** Marks a notification as read and redirects to its page. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url))
  const reply = await writeApi(context, readNotification, { params: { id: params.id } })
  // Deleted or not the viewer's; show the list instead.
  return redirect(localHref(reply.ok ? reply.data.data.href : '/news'))
}
