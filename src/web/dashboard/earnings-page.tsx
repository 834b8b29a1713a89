import { mentorSummary } from '#contract/mentors/mentor-summary.ts'
import { m } from '#messages'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readApi } from '../api.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/earnings-page.ts'
import { isNewData } from './kit/dashboard-address.ts'
import { DoneNotice } from './kit/done-notice.tsx'
import { connectionLostResult } from './kit/lost-result.ts'
import { MentorWithoutApplication, WrongRole } from './kit/wrong-role.tsx'
import { mentorAction } from './mentor-forms.server.ts'
import { loadEarnings } from './money/earnings.server.ts'
import { EarningsPanel } from './money/earnings-panel.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url)
  if (viewer.userType !== 'mentor' || viewer._id === null) return { viewer, own: null }
  const [earnings, summary] = await Promise.all([loadEarnings(context, url), readApi(context, mentorSummary)])
  const own = {
    mentorId: viewer._id,
    earnings,
    summary: summary.data,
    isOlder: url.searchParams.has('before'),
    formKey: crypto.randomUUID(),
  }
  return { viewer, own }
}

export const action = ({ context, request }: Route.ActionArgs) => mentorAction(context, request)

export const clientAction = connectionLostAction(connectionLostResult)

export const shouldRevalidate = isNewData

export function meta() {
  return [{ title: `${m.shell_earnings()} - ${m.brand_name()}` }]
}

/** A mentor's earnings, payouts and bank account. */
export default function EarningsPage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  if (!own)
    return viewer.userType === 'mentor' ? <MentorWithoutApplication /> : <WrongRole viewer={viewer} wanted="mentor" />
  const { earnings, summary, ...rest } = own
  return (
    <main className="page-width pb-12">
      <PageHeading title={m.dash_earnings_title()} text={m.earn_text()} />
      <DoneNotice />
      <EarningsPanel earnings={earnings} summary={summary} {...rest} />
    </main>
  )
}
