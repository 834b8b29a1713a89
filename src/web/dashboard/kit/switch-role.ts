import { data, redirect } from 'react-router'
import { switchRole } from '#contract/people/accounts.ts'
import { nextPath } from '../../accounts/next-path.ts'
import { writeApi } from '../../api.ts'
import { bodyOf, intentOf, readForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { currentLocale, localHref } from '../../locale.ts'
import type { Route } from './+types/switch-role.ts'

/** Switches the session's role, then redirects to `next` or the role's dashboard. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  intentOf(form)
  const { userType } = bodyOf(switchRole, form)
  const reply = await writeApi(context, switchRole, { body: { userType } })
  if (!reply.ok && reply.status === 401) return redirect(localHref(`/login?next=/dashboard/${userType}`))
  // The mentor dashboard handles a missing application itself.
  if (!reply.ok && reply.status !== 404) throw data(reply.error, { status: reply.status })
  return redirect(nextPath(textOf(form, 'next'), currentLocale()) ?? localHref(`/dashboard/${userType}`))
}

export function loader() {
  return redirect(localHref('/dashboard'))
}
