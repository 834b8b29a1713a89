import { adminsList, removeAdmin, setAdmin } from '#contract/people/people.ts'
import { adminRoles } from '#contract/wire/endpoint.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { intentOf, readForm, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { adminMeta } from '../kit/admin-meta.ts'
import { answerForm } from '../kit/answer-form.server.ts'
import { ResultNotice } from '../kit/page-form.tsx'
import { PeopleHead } from '../kit/section-tabs.tsx'
import type { Route } from './+types/admins-page.ts'
import { AddAdmin, AdminRow } from './admin-people.tsx'

export { clientAction } from '../kit/admin-result.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  const { data } = await readApi(context, adminsList)
  return { admins: data, roles: [...adminRoles], isOwner: viewer.adminRole === 'owner' }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const bad = m.admin_admins_bad()
  const intent = intentOf(form, 'add', 'set', 'remove')
  if (intent === 'remove') {
    const sent = sendForm(context, removeAdmin, form, { params: { id: textOf(form, 'id') } })
    return await answerForm(form, sent, { done: m.admin_admins_removed(), bad })
  }
  // A confirmation applies only to the number it was asked for.
  const isSure = textOf(form, 'isSure') === textOf(form, 'phone')
  const sent = sendForm(context, setAdmin, form, { body: { isSure, asNew: intent === 'add' } })
  return await answerForm(form, sent, { done: m.admin_admins_saved(), bad, asks: confirmationOf })
}

/** The confirmation the server asks for, or the existing admin with this number. */
function confirmationOf({ code, details }: ErrorReply) {
  if (code === 'own-admin-role') return { fields: { isSure: m.admin_admins_sure_own() } }
  if (code === 'admin-is-mentor' || code === 'admin-is-family')
    return { fields: { isSure: m.admin_admins_sure_number() } }
  return code === 'already-admin'
    ? { values: { existingId: String(details?.id), existingName: String(details?.name) } }
    : {}
}

export const meta = () => adminMeta(m.admin_tab_admins())

/** List of admins and their roles. */
export default function AdminsPage({ loaderData: { admins, roles, isOwner }, actionData }: Route.ComponentProps) {
  const owners = admins.filter(({ role }) => role === 'owner').length
  return (
    <>
      <PeopleHead text={m.admin_admins_text()} />
      <ResultNotice result={actionData} />
      <section aria-label={m.admin_tab_admins()} className="card mt-5">
        <ul className="divide-y divide-line">
          {admins.map((admin) => (
            <AdminRow
              key={admin._id}
              admin={admin}
              roles={roles}
              canChange={isOwner}
              isLastOwner={admin.role === 'owner' && owners === 1}
            />
          ))}
        </ul>
      </section>
      {isOwner ? (
        <AddAdmin roles={roles} count={admins.length} />
      ) : (
        <p className="mt-4 text-muted">{m.admin_admins_read_only()}</p>
      )}
    </>
  )
}
