import { Fragment } from 'react'
import { Outlet, useParams, useSearchParams } from 'react-router'
import { mentorReliability } from '#contract/mentors/reliability.ts'
import { taxFactsToCheck } from '#contract/mentors/taxes.ts'
import { adminMentor } from '#contract/mentors/verification.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { ReliabilityFigures } from '../../dashboard/changes/reliability-figures.tsx'
import { readForm } from '../../form.server.ts'
import { applicationFacts } from '../../mentors/application-facts.server.ts'
import { knownAreas } from '../../mentors/places.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Photo } from '../../ui/photo.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { BackLink, MailText, MissingRow, Part } from '../kit/admin-part.tsx'
import { CaseBadge } from '../kit/case-badge.tsx'
import { CheckForms } from '../kit/check-forms.tsx'
import { Deadline } from '../kit/deadline.tsx'
import { DecisionForm } from '../kit/decision-form.tsx'
import { StatusBadge } from '../kit/mentor-cells.tsx'
import { TaxesToCheck } from '../money/taxes-to-check.tsx'
import type { Route } from './+types/mentor-page.ts'
import { ChangeForm } from './change-form.tsx'
import { ListingForm } from './listing-form.tsx'
import { actOnMentor, successMessage } from './mentor-actions.server.ts'
import { toMentorView } from './mentor-data.server.ts'
import { MentorDocuments } from './mentor-documents.tsx'
import { DocumentAccessLog, MentorHistory } from './mentor-history.tsx'
import { nextApplicant } from './next-applicant.server.ts'
import { NextApplicantLink } from './next-applicant.tsx'

export { clientAction } from '../kit/admin-result.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url, '/admin/login')
  await knownAreas(context)
  const canDecide = viewer.adminRole !== 'support'
  const [{ data }, next, reliability, taxes] = await Promise.all([
    readApi(context, adminMentor, { params }),
    nextApplicant(context, params.id, canDecide),
    readApi(context, mentorReliability, { params: { id: params.id } }),
    canDecide ? readApi(context, taxFactsToCheck, { query: { mentor: params.id } }) : null,
  ])
  return {
    reliability: reliability.data,
    taxes: taxes?.data ?? [],
    mentor: toMentorView(data),
    groups: applicationFacts(data),
    done: successMessage(url.searchParams.get('done')),
    next,
    canDecide,
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  return await actOnMentor(context, params.id, await readForm(request))
}

export const meta = ({ loaderData }: Route.MetaArgs) => adminMeta(loaderData?.mentor.name ?? '')

/** One mentor: application, documents, checks, decision, listing and history. */
export default function MentorPage({
  loaderData: { mentor, groups, reliability, taxes, next, done, canDecide },
}: Route.ComponentProps) {
  const { document: open = null } = useParams<'document'>()
  const [search] = useSearchParams()
  const { version } = mentor
  const application = (
    <Part id="application" title={m.admin_application()}>
      {groups.map(({ title, facts }) => (
        <section key={title} className="mt-4 first-of-type:mt-0">
          <h3 className="mb-2 font-semibold text-ink">{title}</h3>
          <dl className="admin-facts">
            {facts.map(({ label, value }) => (
              <Fact key={label} label={label} value={value} />
            ))}
          </dl>
        </section>
      ))}
    </Part>
  )
  const decisions = (
    <>
      <Part id="checks" title={m.admin_checks()}>
        <CheckForms checks={mentor.checks} today={mentor.today} version={version} canDecide={canDecide} />
      </Part>
      {canDecide && (
        <Part id="decision" title={m.admin_decision()}>
          <DecisionForm
            status={mentor.status}
            reason={mentor.rejection}
            safety={mentor.safety}
            leaveOut={`/admin/mentors/${mentor.id}/left-out`}
            open={mentor.open}
            isShown={mentor.listing.showOnWebsite}
            version={version}
          />
        </Part>
      )}
      <Part id="reliability" title={m.rely_title()}>
        <ReliabilityFigures standing={reliability} lead={m.rely_of_days} />
      </Part>
    </>
  )
  return (
    // Another applicant starts with empty forms.
    <Fragment key={mentor.id}>
      <BackLink to="/admin/mentors">{m.admin_nav_mentors()}</BackLink>
      <Head mentor={mentor} next={next} />
      {done && search.has('done') && (
        <div className="mb-4">
          <Notice tone="good" icon={<Icon name="circle-check" size={22} />}>
            {[done.title, done.text].filter(Boolean).join('. ')}
          </Notice>
        </div>
      )}
      {mentor.rechecks.length > 0 && (
        <div className="mb-4">
          <Notice icon={<Icon name="clock" size={22} className="flex-none" />}>
            {m.admin_recheck()}
            {mentor.rechecks.map((line) => (
              <p key={line} className="font-normal">
                {line}
              </p>
            ))}
          </Notice>
        </div>
      )}
      {!canDecide && (
        <div className="mb-4">
          <Notice>{m.admin_read_only()}</Notice>
        </div>
      )}
      {mentor.waiting && (
        <div className="mb-5">
          <Part id="change" title={m.admin_waiting_title()}>
            <ChangeForm mentorId={mentor.id} waiting={mentor.waiting} version={version} canDecide={canDecide} />
          </Part>
        </div>
      )}
      <div className="mb-5 empty:hidden">
        <TaxesToCheck taxes={taxes} />
      </div>
      {/* The same elements with and without a document, so that nothing typed is lost. */}
      <div className="workbench" data-open={open !== null || undefined}>
        <div className="workbench-document">
          <Part id="documents" title={m.admin_documents()}>
            <MentorDocuments
              mentorId={mentor.id}
              documents={mentor.documents}
              open={open}
              canOpenPapers={canDecide}
              canDelete={canDecide && mentor.canDeleteDocument}
              canAsk={canDecide && mentor.canAskDocument}
              version={version}
            >
              <Outlet />
            </MentorDocuments>
          </Part>
        </div>
        <div className="workbench-decisions">{decisions}</div>
        <div className="workbench-application">
          {application}
          <Part id="looks" title={m.admin_looks()}>
            <DocumentAccessLog entries={mentor.accessLog} />
          </Part>
        </div>
      </div>
      <div className="mt-5 grid gap-5">
        <Part id="listing" title={m.admin_listing()}>
          <ListingForm saved={mentor.listing} version={version} canDecide={canDecide} />
        </Part>
        <Part id="cases" title={m.admin_cases_about()}>
          <MentorCases cases={mentor.cases} />
        </Part>
        <Part id="history" title={m.admin_history()}>
          <MentorHistory events={mentor.history} />
        </Part>
      </div>
    </Fragment>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list="/admin/mentors" />
}

function Head({ mentor, next }: Pick<Route.ComponentProps['loaderData'], 'mentor' | 'next'>) {
  return (
    <div className="mt-1 mb-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 sm:grid-rows-[auto_1fr]">
      <div className="sm:row-span-2">
        <Photo src={mentor.photo} name={mentor.name} width={84} lazy={false} />
      </div>
      <div>
        <h1 className="text-h1 max-sm:text-[22px]">{mentor.name}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <StatusBadge status={mentor.status}>{mentor.statusWord}</StatusBadge>
          {mentor.demo && <span className="badge">{m.admin_demo()}</span>}
          <span className="text-muted">
            {mentor.number} · {m.admin_submitted_on({ day: mentor.submitted })}
          </span>
          {mentor.clock && <Deadline {...mentor.clock} />}
        </p>
      </div>
      <p className="flex flex-wrap gap-x-5 max-sm:col-span-2 max-sm:mt-2">
        <a href={`tel:+91${mentor.phone}`} className="text-link py-2.5">
          {mentor.phone}
        </a>
        <LocalLink to={`/admin/users/${mentor.id}`} className="text-link py-2.5">
          {m.admin_account_facts()}
        </LocalLink>
        {mentor.email && (
          <a href={`mailto:${mentor.email}`} className="text-link min-w-0 py-2.5 wrap-anywhere">
            <MailText address={mentor.email} />
          </a>
        )}
      </p>
      {(next || mentor.status === 'verified') && (
        <div className="col-span-2 mt-4 flex flex-wrap gap-3">
          {next && <NextApplicantLink key={next.to} next={next} />}
          {mentor.status === 'verified' && (
            <ButtonLink to={`/mentors/${mentor.slug}`} look="outline" className="self-start">
              {m.admin_profile()}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{/^\S+@\S+$/.test(value) ? <MailText address={value} /> : value}</dd>
    </>
  )
}

/** Support cases about a mentor, newest first. */
function MentorCases({ cases }: { cases: ReturnType<typeof toMentorView>['cases'] }) {
  if (cases.length === 0) return <p className="text-muted">{m.admin_cases_about_none()}</p>
  return (
    <ul className="divide-y divide-line">
      {cases.map(({ id, number, line, status, word, at }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <LocalLink to={`/admin/reports/${id}`} className="text-link inline-flex min-h-11 items-center font-semibold">
            {number}
          </LocalLink>
          <span className="min-w-0 grow basis-60 wrap-anywhere">{line}</span>
          <span className="text-small text-muted">{at}</span>
          <CaseBadge status={status}>{word}</CaseBadge>
        </li>
      ))}
    </ul>
  )
}
