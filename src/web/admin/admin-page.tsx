import { Form } from 'react-router'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { localHref } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { LocalLink } from '../ui/link.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/admin-page.ts'

const roleNames: Record<string, () => string> = {
  owner: m.admin_role_owner,
  operations: m.admin_role_operations,
  support: m.admin_role_support,
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url), '/admin/login')
  // An admin's name on the wire is the role.
  const role = roleNames[viewer.name ?? '']?.() ?? viewer.name
  return { role }
}

export function meta() {
  return [{ title: `${m.admin_title()} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

/** First version: who is here and where to go. */
export default function AdminPage({ loaderData: { role } }: Route.ComponentProps) {
  return (
    <main className="page-width">
      <PageHeading title={m.admin_title()} text={role ? m.admin_role({ role }) : undefined} actions={<LogOut />} />
      <ul className="grid gap-4 sm:grid-cols-2">
        <li className="hanging">
          <h2 className="text-h3">
            <LocalLink to="/call-admin" className="text-link">
              {m.admin_calls()}
            </LocalLink>
          </h2>
          <p className="mt-1 text-muted">{m.admin_calls_text()}</p>
        </li>
        <li className="hanging">
          <h2 className="text-h3">
            <LocalLink to="/mentors" className="text-link">
              {m.admin_list()}
            </LocalLink>
          </h2>
          <p className="mt-1 text-muted">{m.admin_list_text()}</p>
        </li>
      </ul>
      <p className="mt-6 max-w-prose text-muted">{m.admin_next()}</p>
    </main>
  )
}

function LogOut() {
  return (
    <Form method="post" action={localHref('/logout')}>
      <Button type="submit" look="outline">
        {m.shell_log_out()}
      </Button>
    </Form>
  )
}
