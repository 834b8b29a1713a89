import { data, useLocation } from 'react-router'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { plainPath } from '../locale.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/later-page.ts'
import { adminSections } from './admin-side.tsx'

const nameOf = (pathname: string) => adminSections.find(({ to }) => to === plainPath(pathname))?.name() ?? ''

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await signedIn(context, url, '/admin/login')
  if (nameOf(url.pathname.replace(/\.data$/, '')) === '') throw data(null, { status: 404 })
  return null
}

export function meta({ location }: Route.MetaArgs) {
  return [{ title: `${nameOf(location.pathname)} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** A section that is named in the menu and not built yet. */
export default function LaterPage() {
  const name = nameOf(useLocation().pathname)
  return (
    <div className="card">
      <EmptyState
        heading="h1"
        title={m.admin_later_title({ name })}
        text={m.admin_later_text()}
        action={<ButtonLink to="/admin/mentors">{m.admin_nav_mentors()}</ButtonLink>}
      />
    </div>
  )
}
