import { data } from 'react-router'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import type { Route } from './+types/missing-section.ts'

/** 404 inside the admin frame, for admins only. */
export async function loader({ context, request }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  throw data(null, { status: 404 })
}

export default function MissingSection() {
  return null
}
