import { useFetcher } from 'react-router'
import { type ErasureBlocker, erasureDays } from '#contract/privacy/limits.ts'
import {
  askCopy,
  askErasure,
  cancelErasure,
  ownPrivacy,
  type Privacy,
  removeNominee,
  setNominee,
} from '#contract/privacy/privacy.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { byIntent, readForm, sendForm } from '../../form.server.ts'
import { currentLocale, localHref } from '../../locale.ts'
import { retentionTexts } from '../../retention-texts.ts'
import { readSite } from '../../site-facts.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Viewer } from '../../viewer.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import { DoneNotice } from '../kit/done-notice.tsx'
import { FoldedSection } from '../kit/folded-section.tsx'
import { type FormResult, formResult } from '../kit/form-result.ts'
import { MentorWithoutApplication, WrongRole } from '../kit/wrong-role.tsx'
import type { Route } from './+types/privacy-page.ts'
import { consentForms, loadConsents } from './privacy-consents.server.ts'
import { Consents } from './privacy-consents.tsx'
import { OwnData } from './privacy-data.tsx'
import { NomineeForm } from './privacy-nominee.tsx'

export { clientAction } from '../kit/lost-result.ts'

const path = '/dashboard/settings/privacy'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url))
  if (viewer.userType === 'admin' || viewer._id === null) return { viewer, own: null }
  const isMentor = viewer.userType === 'mentor'
  const [{ data }, consents, site] = await Promise.all([
    readApi(context, ownPrivacy),
    loadConsents(context, isMentor),
    readSite(context),
  ])
  return { viewer, own: { isMentor, privacy: data, consents, documentDays: site.documentDays } }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const reply = await byIntent(form, {
    'erase-ask': () => sendForm(context, askErasure, form),
    'erase-cancel': () => sendForm(context, cancelErasure, form),
    ...consentForms(context, form),
    copy: () => sendForm(context, askCopy, form, { body: { language: currentLocale() } }),
    nominee: () => sendForm(context, setNominee, form),
    'nominee-end': () => sendForm(context, removeNominee, form),
  })
  return formResult(form, reply, localHref(path))
}

export function meta() {
  return [{ title: `${m.privacy_title()} - ${m.brand_name()}` }]
}

/** What is kept of the account: download, correct, erase. */
export default function PrivacyPage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  if (!own)
    return viewer.userType === 'mentor' ? <MentorWithoutApplication /> : <WrongRole viewer={viewer} wanted="student" />
  return (
    <main className="page-width pb-12">
      <PageHeading
        back={{ to: '/dashboard/settings', label: m.dash_settings() }}
        title={m.privacy_title()}
        text={m.privacy_text()}
      />
      <DoneNotice />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-x-8">
        <div className="grid gap-4">
          <OwnData copy={own.privacy.copy} />
          <NomineeForm nominee={own.privacy.nominee} />
          <Retention isMentor={own.isMentor} documentDays={own.documentDays} />
        </div>
        <Erasure {...own} roles={viewer.roles} />
        <Consents consents={own.consents} />
      </div>
    </main>
  )
}

const blockerTexts: Record<ErasureBlocker, () => string> = {
  booking: m.privacy_open_booking,
  payment: m.privacy_open_payment,
  refund: m.privacy_open_refund,
  dispute: m.privacy_open_dispute,
  case: m.privacy_open_case,
  payout: m.privacy_open_payout,
  balance: m.privacy_open_balance,
  admin: m.privacy_open_admin,
}

type Role = Privacy['blockerRoles'][number]['roles'][number]

/** Where what is open is listed, for the role that it belongs to. */
function blockerPath(blocker: ErasureBlocker, role: Role | null): string {
  if (blocker === 'admin') return '/admin'
  if (blocker === 'case') return '/cases'
  const isBooking = blocker === 'booking' || blocker === 'dispute'
  if (role === 'mentor') return isBooking ? '/dashboard/mentor/students' : '/dashboard/mentor/earnings'
  return isBooking ? '/dashboard/student' : '/dashboard/student/payments'
}

type Props = { isMentor: boolean; roles: Viewer['roles']; privacy: Privacy }

function Erasure({ isMentor, roles: own, privacy: { erasure, blockers, blockerRoles } }: Props) {
  const places = blockerRoles.flatMap(({ blocker, roles }) =>
    (roles.length > 0 ? roles : [null]).map((role) => ({ blocker, role })),
  )
  // Both roles have pages of their own: each place says whose it is.
  const textOf = (blocker: ErasureBlocker, role: Role | null) => {
    const isFamily = role === null ? !isMentor : role !== 'mentor'
    const what = blocker === 'balance' && isFamily ? m.dash_money_unused() : blockerTexts[blocker]()
    if (role === null || !own.includes('student') || !own.includes('mentor')) return what
    return role === 'mentor' ? m.privacy_open_as_mentor({ what }) : m.privacy_open_as_family({ what })
  }
  const fetcher = useFetcher<FormResult>()
  const toast = useToast()
  const intent = erasure ? 'erase-cancel' : 'erase-ask'
  const result = useResult(fetcher, intent, 'account')
  const goes = [
    isMentor ? m.privacy_goes_mentor() : m.privacy_goes_profile(),
    ...[m.privacy_goes_files(), m.privacy_goes_words(), m.privacy_goes_messages()],
    ...(isMentor ? [] : [m.privacy_goes_credit()]),
  ]
  const stays = [
    m.privacy_stays_books(),
    ...(isMentor ? [m.privacy_stays_taxes()] : []),
    ...[m.privacy_stays_disputes(), m.privacy_stays_stars(), m.privacy_stays_log(), m.privacy_stays_news()],
  ]
  return (
    <section className="card grid gap-4" aria-labelledby="privacy-erase">
      <h2 id="privacy-erase" className="text-card">
        {m.privacy_erase()}
      </h2>
      {erasure ? (
        <Notice>{m.privacy_waiting({ day: formatDateTime(erasure.dueAt) })}</Notice>
      ) : (
        <p className="-mt-3 text-muted text-small">{m.privacy_erase_text({ days: erasureDays })}</p>
      )}
      {blockers.length > 0 && (
        <Notice>
          <p>{erasure ? m.privacy_waiting_open() : m.privacy_open()}</p>
          <ul className="list-disc pl-5">
            {places.map(({ blocker, role }) => (
              <li key={blocker + role}>
                <LocalLink to={blockerPath(blocker, role)} className="text-link block py-2.5 font-normal">
                  {textOf(blocker, role)}
                </LocalLink>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="-mb-3 *:last:border-b-0">
        <Points id="privacy-goes" title={m.privacy_goes()} points={goes} />
        <Points id="privacy-stays" title={m.privacy_stays()} points={stays} />
      </div>
      {(erasure || blockers.length === 0) && (
        <DashboardForm
          fetcher={fetcher}
          intent={intent}
          of="account"
          result={result}
          onDone={() => toast({ title: erasure ? m.privacy_asked() : m.privacy_kept() })}
          className="grid gap-4"
        >
          <Button
            type="submit"
            look={erasure ? 'filled' : 'danger'}
            loading={fetcher.state !== 'idle'}
            loadingText={m.privacy_busy()}
            className="sm:justify-self-start"
          >
            {erasure ? m.privacy_keep() : m.privacy_erase_sure({ days: erasureDays })}
          </Button>
        </DashboardForm>
      )}
    </section>
  )
}

function Points({ id, title, points }: { id: string; title: string; points: readonly string[] }) {
  return (
    <FoldedSection id={id} title={title}>
      <ul className="list-disc pl-5 text-muted">
        {points.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </FoldedSection>
  )
}

/** Data that only mentors give. */
const mentorClocks = ['documents', 'cvs']

/** How long data of accounts that stay is kept. */
function Retention({ isMentor, documentDays }: { isMentor: boolean; documentDays: number }) {
  const texts = retentionTexts(documentDays).filter(({ clock }) => isMentor || !mentorClocks.includes(clock))
  return (
    <div className="card py-1! [&>details]:border-b-0">
      <Points id="privacy-retention" title={m.retention_title()} points={texts.map(({ text }) => text)} />
    </div>
  )
}
