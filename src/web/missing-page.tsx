import { data } from 'react-router'
import type { Route } from './+types/missing-page.ts'
import { isAdminAddress } from './admin-address.ts'
import { MissingScreen, missingTitle } from './error-screens.tsx'
import { plainPath } from './locale.ts'

/** A route and not an error, so that the header knows the viewer and the theme. */
export function loader() {
  return data(null, { status: 404 })
}

/** Public pages have no admin routes in their manifest: those need a full load. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<unknown> {
  const { href, pathname } = new URL(request.url)
  if (!isAdminAddress(plainPath(pathname))) return serverLoader()
  location.assign(href)
  return new Promise(() => {})
}

export function meta() {
  return [{ title: missingTitle() }]
}

export default function MissingPage() {
  return <MissingScreen />
}
