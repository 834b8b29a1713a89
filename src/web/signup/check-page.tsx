import { useEffect, useId, useState } from 'react'
import { Form, useNavigate, useNavigation, useOutletContext, useSearchParams } from 'react-router'
import { problemText } from '#contract/mentors/application-problems.ts'
import { sectionNames } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import { labelOf, sectionTitles } from '../application-labels.ts'
import { readForm } from '../form.server.ts'
import { currentLocale, localHref } from '../locale.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ConductTick } from '../ui/conduct-tick.tsx'
import { Notice } from '../ui/error-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { useAnswerOnce } from '../ui/use-answer-once.ts'
import type { Route } from './+types/check-page.ts'
import { type SubmitResult, submitForm } from './application.server.ts'
import { changedSections } from './changed-sections.ts'
import { ConfirmLink } from './confirm-link.tsx'
import type { DraftView } from './draft.ts'
import { type FormContext, isUntouched } from './form-context.ts'
import { isEditing, sectionOfField, sectionPath } from './form-flow.ts'
import { NotSaved } from './not-saved.tsx'
import { RecheckNote } from './recheck-note.tsx'
import { SectionAnswers } from './section-answers.tsx'
import { SentDialog } from './sent-dialog.tsx'

export async function action({ context, request }: Route.ActionArgs) {
  return await submitForm(context, await readForm(request))
}

export const clientAction = connectionLostAction(
  (): SubmitResult => ({ message: m.failure_connection(), problems: [] }),
)

export function meta() {
  return [{ title: `${m.apply_check()} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

/** Review of all answers before the application is submitted. */
export default function CheckPage({ actionData: result }: Route.ComponentProps) {
  const context = useOutletContext<FormContext>()
  const { state, draft, view, knownProblems } = context
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const isSending = useNavigation().state === 'submitting'
  const [key] = useState(() => crypto.randomUUID())
  const formId = useId()
  const change = isEditing(state)
  const conflicts = sectionNames.filter((one) => view.parts[one]?.conflict)
  const missing = sectionNames.filter((one) => !view.parts[one] || knownProblems(one).length > 0)
  const changed = changedSections(answersOf(view), state?.submitted ?? {})
  const isEmpty = isUntouched(context)
  const isReady = state !== null && view.saving === 'saved' && missing.length === 0 && conflicts.length === 0
  const serverProblems = result?.problems ?? []
  useAnswerOnce(result, () => document.getElementById('refused')?.focus())
  // Pending answers are saved before the review is submitted.
  useEffect(() => void draft.flush(), [draft])
  return (
    <main className="form-page">
      <div>
        <h1 className="text-h1">{isEmpty ? m.apply_check_empty_title() : m.apply_check()}</h1>
        <p className="mt-1 text-muted">
          {isEmpty
            ? m.apply_check_empty({ count: sectionNames.length })
            : change
              ? m.apply_check_change_text()
              : m.apply_check_text()}
        </p>
      </div>
      {state?.status === 'rejected' && state.rejection && (
        <Notice>
          <p>{m.apply_rejected()}</p>
          <p className="whitespace-pre-line font-normal text-text">{state.rejection}</p>
        </Notice>
      )}
      <NotSaved view={view} />
      {result && (
        <div id="refused" tabIndex={-1} className="outline-none">
          <Notice tone="bad">
            <p>{result.message ?? m.apply_failed()}</p>
            {serverProblems.map(({ field, problem }) => (
              <p key={field} className="font-normal">
                {labelOf(field)}: {problemText(problem, currentLocale())}
              </p>
            ))}
          </Notice>
        </div>
      )}
      {!state && !isEmpty && (
        <Notice icon={<Icon name="smartphone" size={22} className="flex-none" />}>
          {m.apply_phone_missing()} <ConfirmLink />
        </Notice>
      )}
      {isEmpty && (
        <>
          <section className="card">
            <h2 className="text-h3">{m.apply_ready()}</h2>
            <ul className="mt-2 list-disc pl-5">
              <li>{m.apply_ready_photo()}</li>
              <li>{m.apply_ready_identity()}</li>
              <li>{m.apply_ready_fee()}</li>
            </ul>
          </section>
          {/* Wide pages have the steps beside it. */}
          <ol className="card -mt-1 grid gap-2 lg:hidden">
            {sectionNames.map((section, i) => (
              <li key={section} className="flex items-center gap-3">
                <span className="rail-mark" aria-hidden="true">
                  {i + 1}
                </span>
                {sectionTitles[section]()}
              </li>
            ))}
          </ol>
        </>
      )}
      {(isEmpty ? [] : sectionNames).map((section) => (
        <div key={section} className="grid grid-cols-[minmax(0,1fr)]">
          <SectionAnswers
            section={section}
            part={view.parts[section]}
            cities={context.cities}
            problems={[
              ...knownProblems(section),
              ...serverProblems.filter(({ field }) => sectionOfField(field) === section),
            ]}
          />
          <RecheckNote state={state} section={section} answers={view.parts[section]?.answers} />
        </div>
      ))}
      {change && <p className="text-muted">{changed.length > 0 ? m.apply_changes_note() : m.apply_no_changes()}</p>}
      {!change && !isEmpty && context.conduct && (
        <section className="card">
          <ConductTick key={context.conduct.version} form={formId} text={context.conduct} />
        </section>
      )}
      <Form id={formId} method="post" className="form-actions">
        <input type="hidden" name="key" value={`${key}-${serverProblems.length}`} suppressHydrationWarning />
        <ButtonLink to={change ? '/dashboard/mentor' : isEmpty ? '/signup' : sectionPath('details')} look="outline">
          {m.apply_back()}
        </ButtonLink>
        {isEmpty ? (
          <ButtonLink to={sectionPath('personal')} className="max-lg:grow lg:ml-auto lg:min-w-[200px]">
            {m.apply_start_first()}
          </ButtonLink>
        ) : (
          <Button
            type="submit"
            disabled={!isReady || (change && changed.length === 0)}
            loading={isSending}
            loadingText={change ? m.apply_saving_changes() : m.apply_submitting()}
            className="max-lg:grow lg:ml-auto lg:min-w-[200px]"
          >
            {change ? m.apply_save_changes() : m.apply_submit()}
          </Button>
        )}
      </Form>
      {state?.number && (
        <SentDialog
          number={state.number}
          open={search.has('sent')}
          onOkay={() => void navigate(localHref('/'))}
          onClose={() => setSearch({}, { replace: true })}
        />
      )}
    </main>
  )
}

const answersOf = ({ parts }: DraftView) =>
  Object.fromEntries(sectionNames.flatMap((one) => (parts[one] ? [[one, parts[one].answers]] : [])))
