import '../inner.css'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/call-admin-page.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  await signedIn(context, new URL(request.url), '/admin/login')
  return null
}

export function meta() {
  return [{ title: `${m.calls_title()} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

/** First version of the call requests: nothing can be requested yet, so there is nothing to show. */
export default function CallAdminPage() {
  return (
    <main className="page-width">
      <PageHeading title={m.calls_title()} back={{ to: '/admin', label: m.admin_title() }} />
      <div className="card">
        <EmptyState title={m.calls_none()} text={m.calls_none_text()} />
      </div>
    </main>
  )
}
