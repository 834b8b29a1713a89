import type { Consent } from '#contract/people/consents.ts'
import { adminAccount } from '#contract/people/people.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { currentLocale } from '../../locale.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDay } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { relationNames } from '../../ui/parent-fields.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { BackLink, Disclosure, Facts, MailText, MissingRow, Part } from '../kit/admin-part.tsx'
import { fullTime } from '../kit/full-time.ts'
import { ResultNotice } from '../kit/page-form.tsx'
import { roleName } from '../kit/role-name.ts'
import { Timeline } from '../kit/timeline.tsx'
import { toShownEvent } from '../kit/timeline-labels.ts'
import type { Route } from './+types/account-page.ts'
import { runAccountAction } from './account-actions.server.ts'
import { AccountForms } from './account-forms.tsx'

export { clientAction } from '../kit/admin-result.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  await knownAreas(context)
  const { data } = await readApi(context, adminAccount, { params })
  const { timeline, going, consents, ...account } = data
  return {
    account,
    consents,
    name: account.family?.name ?? account.mentor?.name ?? account.admin?.name ?? account.phone,
    going: going.map((one) => ({ ...one, subject: subjectIn(one.subject, currentLocale()) })),
    city: account.family?.city ? placeNames.city(account.family.city) : null,
    events: timeline.map(toShownEvent),
    canDecide: viewer.adminRole !== 'support',
    canApprove: viewer.adminRole === 'owner' || account.phoneChange?.askedBy._id !== viewer._id,
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  return await runAccountAction(context, params.id, await readForm(request))
}

export const meta = ({ loaderData }: Route.MetaArgs) => adminMeta(loaderData?.name ?? '')

const consentNames = {
  account: m.admin_consent_account,
  documents: m.consent_documents,
  child: m.consent_child,
  'e-kyc': m.consent_e_kyc,
  'mentor-conduct': m.conduct_title,
  'family-conduct': m.conduct_title,
}

function consentLine({ kind, version, parentName, relation, givenAt, withdrawnAt }: Consent): string {
  const day = fullTime(givenAt)
  return [
    m.admin_consent_version({ name: consentNames[kind](), version }),
    parentName && relation
      ? m.admin_consent_by({ name: parentName, relation: relationNames[relation]().toLowerCase(), day })
      : m.consent_given({ day }),
    withdrawnAt && m.consent_withdrawn({ day: fullTime(withdrawnAt) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** A person: facts, active bookings, actions and timeline. */
export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account, consents, name, city, going, events, canDecide, canApprove } = loaderData
  const { phone, family, mentor, admin, suspendedAt } = account
  const isSuspended = suspendedAt !== null
  const link = (to: string, words: string) => (
    <LocalLink to={to} className="text-link inline-flex min-h-11 items-center py-1">
      {words}
    </LocalLink>
  )
  return (
    <>
      <BackLink to="/admin/users">{m.admin_account_all()}</BackLink>
      <div className="mt-1 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h1 wrap-anywhere">{name}</h1>
        {suspendedAt && (
          <Badge kind="failed">
            {m.admin_account_suspended_since({ day: formatDay(suspendedAt, { year: true }) })}
          </Badge>
        )}
      </div>
      <ResultNotice result={actionData} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Part id="facts" title={m.admin_account_facts()}>
          <Facts
            facts={[
              [
                m.admin_people_phone(),
                <a key="phone" href={`tel:+91${phone}`} className="text-link inline-flex min-h-11 items-center">
                  {phone}
                </a>,
              ],
              [
                m.admin_account_roles(),
                [
                  family && m.admin_account_is_family(),
                  mentor && m.admin_account_is_mentor(),
                  admin && roleName(admin.role),
                ]
                  .filter(Boolean)
                  .join(', '),
              ],
              [m.admin_account_is_mentor(), mentor && link(`/admin/mentors/${mentor._id}`, mentor.name)],
              [m.admin_account_email(), family?.email ? <MailText key="mail" address={family.email} /> : null],
              [m.admin_people_city(), city],
              [m.admin_people_learners(), family?.learners.join(', ') ?? null],
              [m.admin_people_paid(), family && formatRupees(family.paid)],
              [m.admin_account_language(), account.language === 'hi' ? 'हिन्दी' : 'English'],
              [
                m.admin_account_sessions(),
                account.sessions === 1
                  ? m.admin_account_devices_one()
                  : m.admin_account_devices({ count: account.sessions }),
              ],
              [m.admin_account_chats(), account.conversations],
              [m.admin_people_since(), formatDay(account.since, { year: true })],
            ]}
          />
        </Part>
        <div className="grid gap-5">
          <Part id="going" title={m.admin_account_going()}>
            {isSuspended && going.length > 0 && (
              <p className="mb-2 text-small text-muted">{m.admin_account_going_decide()}</p>
            )}
            {going.length === 0 ? (
              <p className="text-muted">{m.admin_account_going_none()}</p>
            ) : (
              <ul>
                {going.map(({ _id, subject, other }) => (
                  <li key={_id}>{link(`/admin/sessions/${_id}`, m.admin_account_going_line({ subject, other }))}</li>
                ))}
              </ul>
            )}
          </Part>
          <Part id="actions" title={m.admin_col_actions()}>
            {canDecide ? (
              <AccountForms account={account} canApprove={canApprove} />
            ) : (
              <p className="text-muted">{m.admin_read_only()}</p>
            )}
          </Part>
        </div>
      </div>
      <div className="mt-5" />
      <Part id="consents" title={m.admin_consents()}>
        {consents.length === 0 ? (
          <p className="text-muted">{m.consent_none()}</p>
        ) : (
          <ul className="divide-y divide-line">
            {consents.map((one) => (
              <li key={`${one.kind} ${one.givenAt}`}>
                <Disclosure title={consentLine(one)}>
                  <p className="whitespace-pre-line text-muted" lang={one.language}>
                    {one.shown}
                  </p>
                </Disclosure>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Timeline events={events} isCut={account.isCut} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list="/admin/users" />
}
