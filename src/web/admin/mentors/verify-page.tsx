import { adminMentor } from '#contract/mentors/verification.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { LocalLink } from '../../ui/link.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { BackLink } from '../kit/admin-part.tsx'
import { StatusBadge } from '../kit/mentor-cells.tsx'
import { mentorStatusLabels } from '../kit/mentor-labels.server.ts'
import { VerifyForm } from '../kit/verify-form.tsx'
import type { Route } from './+types/verify-page.ts'
import { checkDetails, checksToPass } from './check-details.server.ts'
import { verifyWithChecks } from './verification.server.ts'

export { clientAction } from '../kit/admin-result.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  const { data } = await readApi(context, adminMentor, { params })
  return {
    status: data.status,
    statusWord: mentorStatusLabels[data.status](),
    mentor: {
      id: data._id,
      name: data.card.fullName,
      version: data.version,
      isAwaitingDecision: data.status === 'submitted' || data.status === 'in_review',
      checks: checksToPass(checkDetails(data)),
    },
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  return await verifyWithChecks(context, params.id, await readForm(request))
}

export function meta({ loaderData }: Route.MetaArgs) {
  const name = loaderData?.mentor.name ?? ''
  return adminMeta(m.admin_verify_title({ name }))
}

/** The overview's verification dialog as a page, for direct links and without scripts. */
export default function VerifyPage({ loaderData: { mentor, status, statusWord } }: Route.ComponentProps) {
  const { id, name, isAwaitingDecision } = mentor
  return (
    <div className={isAwaitingDecision ? undefined : 'max-w-2xl'}>
      <BackLink to="/admin/mentors">{m.admin_nav_mentors()}</BackLink>
      <div className="mt-1 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 id="verify" className="text-h1 wrap-anywhere">
          {isAwaitingDecision ? m.admin_verify_title({ name }) : name}
        </h1>
        {!isAwaitingDecision && <StatusBadge status={status}>{statusWord}</StatusBadge>}
        <LocalLink to={`/admin/mentors/${id}`} className="text-link inline-flex min-h-11 items-center sm:ml-auto">
          {m.admin_verify_open_mentor()}
        </LocalLink>
      </div>
      <section className="card" aria-labelledby="verify">
        <VerifyForm mentor={mentor} />
      </section>
    </div>
  )
}
