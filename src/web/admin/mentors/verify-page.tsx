import { adminMentor } from '#contract/mentors/verification.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { LocalLink } from '../../ui/link.tsx'
import { VerifyForm } from '../kit/verify-form.tsx'
import type { Route } from './+types/verify-page.ts'
import { checkDetails, checksToPass } from './check-details.server.ts'
import { verifyWithChecks } from './verification.server.ts'

export { clientAction } from '../kit/admin-result.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  const { data } = await readApi(context, adminMentor, { params })
  return {
    mentor: {
      ...{ id: data._id, name: data.card.fullName, version: data.version },
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
  return [{ title: `${m.admin_verify_title({ name })} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** The overview's verification dialog as a page, for direct links and without scripts. */
export default function VerifyPage({ loaderData: { mentor } }: Route.ComponentProps) {
  return (
    <section className="card mx-auto max-w-2xl" aria-labelledby="verify">
      <h1 id="verify" className="mb-3 text-h2">
        {m.admin_verify_title({ name: mentor.name })}
      </h1>
      <VerifyForm mentor={mentor} />
      <LocalLink to={`/admin/mentors/${mentor.id}`} className="text-link mt-3 inline-flex min-h-11 items-center">
        {m.admin_verify_open_mentor()}
      </LocalLink>
    </section>
  )
}
