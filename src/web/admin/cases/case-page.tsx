import { useSearchParams } from 'react-router'
import { adminMentors, type MentorRow } from '#contract/mentors/verification-queue.ts'
import { adminSettings } from '#contract/settings/settings.ts'
import { adminCase } from '#contract/support/admin-cases.ts'
import type { AnswerTemplate } from '#contract/support/answer-templates.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { Badge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { BackLink, MissingRow, Part } from '../kit/admin-part.tsx'
import { CaseBadge } from '../kit/case-badge.tsx'
import { caseOptions, type ShownCase, toCaseDetail } from '../kit/case-labels.server.ts'
import { Deadline } from '../kit/deadline.tsx'
import type { Route } from './+types/case-page.ts'
import { actOnCase, caseDoneText, savePolice } from './case-actions.server.ts'
import { CaseFacts, CaseLinks } from './case-facts.tsx'
import { AnswerForm, AssignmentForm, DecisionForm, decisionsElsewhere, NoteForm } from './case-forms.tsx'
import { hasMentorForms, MentorForms } from './case-mentor-forms.tsx'
import { PolicePart } from './police-form.tsx'

export { clientAction } from '../kit/admin-result.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url, '/admin/login')
  const q = url.searchParams.get('mentor')?.trim()
  const [{ data }, { data: set }, found] = await Promise.all([
    readApi(context, adminCase, { params }),
    readApi(context, adminSettings),
    // The list contains phone numbers, so the search is audited.
    q
      ? knownAreas(context).then(() => readApi(context, adminMentors, { query: { q: q.slice(0, 80), limit: 5 } }))
      : null,
  ])
  const answers = set.settings.find(({ name }) => name === 'caseAnswers')?.value as AnswerTemplate[] // safe: the setting's type
  return {
    one: toCaseDetail(data, answers),
    found: found && q ? { q, mentors: found.data.map(toFoundMentor) } : null,
    me: { id: viewer._id ?? '', canDecide: viewer.adminRole !== 'support' },
    priorities: caseOptions().priorities,
    done: caseDoneText(url.searchParams.get('done')),
  }
}

const toFoundMentor = ({ _id, fullName, number, phone, area, city }: MentorRow) => ({
  id: _id,
  name: fullName,
  facts: [number, phone, placeNames.area(area), placeNames.city(city)].filter(Boolean).join(' · '),
})

export async function action({ context, request, params }: Route.ActionArgs) {
  const form = await readForm(request)
  return await (textOf(form, 'intent') === 'police' ? savePolice : actOnCase)(context, params.id, form)
}

export const meta = ({ loaderData }: Route.MetaArgs) => adminMeta(loaderData?.one.number ?? '')

export default function CasePage({ loaderData: { one, found, me, priorities, done } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const isElsewhere = decisionsElsewhere(one).length > 0
  const isSafety = one.kindName === 'safety'
  // One filled button: the report to the police, the answer, then the decision, at once if it is made elsewhere.
  const isPoliceNext = isSafety && one.police === null && me.canDecide
  const isDecisionNext = !isPoliceNext && (isElsewhere || one.answeredAt !== null)
  const decision = (
    <Part id="decision" title={one.kindName === 'support' ? m.cases_closing() : m.cases_decision()}>
      <DecisionForm one={one} me={me} isNext={isDecisionNext} />
    </Part>
  )
  const mentor = hasMentorForms(one, me) && (
    <Part id="mentor" title={m.cases_mentor_part()}>
      <MentorForms one={one} me={me} found={found} />
    </Part>
  )
  return (
    <>
      <BackLink to="/admin/reports">{m.cases_back()}</BackLink>
      <h1 className="text-h1 wrap-anywhere">{one.kind}</h1>
      <p className="wrap-anywhere">{one.who}</p>
      <p className="mt-1 mb-5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <CaseBadge status={one.status}>{one.statusWord}</CaseBadge>
        {one.clock && <Deadline {...one.clock} />}
        <span className="text-muted">
          {one.number} · {one.type} ·{' '}
          <span className="whitespace-nowrap">{m.cases_priority_of({ priority: one.priorityWord })}</span>
        </span>
      </p>
      {done && search.has('done') && (
        <div className="mb-4">
          <Notice tone="good" icon={<Icon name="circle-check" size={22} />}>
            {done}
          </Notice>
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr]">
        <Part id="facts" title={m.cases_facts()}>
          {one.description !== one.kind && <p className="mb-4 whitespace-pre-line wrap-anywhere">{one.description}</p>}
          <CaseFacts one={one} />
          <CaseLinks one={one} />
        </Part>
        <div className="grid min-w-0 gap-5 lg:col-start-2 lg:row-span-3 lg:row-start-1">
          {isElsewhere && decision}
          {isSafety && (
            <Part id="police" title={m.police_title()}>
              <PolicePart one={one} mayRecord={me.canDecide} />
            </Part>
          )}
          {isSafety && mentor}
          <Part id="answer" title={m.cases_answer()}>
            <AnswerForm one={one} template={search.get('answer')} isNext={!isPoliceNext && !isDecisionNext} />
          </Part>
          {!isElsewhere && decision}
          <Part id="note" title={m.cases_note()}>
            <NoteForm one={one} />
          </Part>
          {!isSafety && mentor}
        </div>
        <Part id="work" title={m.cases_work()}>
          <AssignmentForm one={one} me={me} options={priorities} />
        </Part>
        <Part id="timeline" title={m.cases_timeline()}>
          <p className="text-small text-muted">{m.admin_timeline_newest()}</p>
          <CaseTimeline entries={one.timeline} />
        </Part>
      </div>
    </>
  )
}

function CaseTimeline({ entries }: { entries: ShownCase['timeline'] }) {
  return (
    <ol className="divide-y divide-line" aria-label={m.cases_timeline()}>
      {entries.map(({ key, title, state, badge, text, who, amount, isReported }) => (
        <li key={key} className={`grid min-h-13 content-center py-3 ${isReported ? 'bg-warn-soft px-3' : ''}`}>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <b className="text-ink">{title}</b>
            {state && <Badge kind={badge}>{state}</Badge>}
            {amount && <span className="font-semibold text-ink tabular-nums">{amount}</span>}
            <span className="text-muted">{who}</span>
          </p>
          {text && <p className="whitespace-pre-line text-small wrap-anywhere">{text}</p>}
        </li>
      ))}
    </ol>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list="/admin/reports" />
}
