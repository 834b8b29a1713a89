import type { ApplicationState } from '#contract/mentors/applications.ts'
import { applicationDays } from '#contract/mentors/limits.ts'
import { m } from '#messages'
import { useSite } from '../shell/site-state.ts'
import { ButtonLink } from '../ui/button.tsx'
import { formatDay, When } from '../ui/dates.tsx'
import { Notice } from '../ui/error-state.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { LocalLink } from '../ui/link.tsx'
import type { ShownApplication } from './application-status.tsx'

const documentField = '/signup/personal#mentorId'

const looks: Record<ApplicationState['status'], [IconName | null, string, () => string, (phone: string) => string]> = {
  draft: [null, '', m.dash_app_verified, () => ''],
  submitted: [
    'hourglass',
    'text-warn',
    m.dash_app_submitted,
    () => m.dash_app_submitted_text({ days: applicationDays }),
  ],
  in_review: ['search', 'text-warn', m.dash_app_in_review, m.dash_app_in_review_text],
  verified: [null, '', m.dash_app_verified, () => ''],
  rejected: ['circle-exclamation-point', 'text-error', m.dash_app_rejected, m.dash_app_rejected_text],
  suspended: ['circle-x', 'text-error', m.dash_app_suspended, (phone) => m.dash_app_suspended_text({ phone })],
}
const events: Record<string, () => string> = {
  submitted: m.dash_app_event_submitted,
  resubmitted: m.dash_app_event_resubmitted,
  review_started: m.dash_app_event_review_started,
  verified: m.dash_app_event_verified,
  rejected: m.dash_app_event_rejected,
  suspended: m.dash_app_event_suspended,
  restored: m.dash_app_event_restored,
  check_reopened: m.dash_app_event_check_reopened,
  document_asked: m.dash_app_event_document_asked,
  document_given: m.dash_app_event_document_given,
  change_approved: m.dash_app_event_change_approved,
  change_declined: m.dash_app_event_change_declined,
}

/** How the application stands, what to do about it, and the two forms that change it. */
export function ApplicationCard(application: ShownApplication) {
  const { status, rejection, history, waiting, isChanged, documentAsked, ending } = application
  const { callingNo } = useSite()
  const [icon, colour, title, textOf] = looks[status]
  const text = textOf(callingNo.replaceAll(' ', '\u00a0'))
  const told = history.filter(({ kind }) => events[kind])
  return (
    <section className="card grid gap-4" aria-labelledby="application">
      <div className="flex gap-3">
        {icon && <Icon name={icon} size={26} className={`mt-0.5 flex-none ${colour}`} />}
        <div>
          <h2 id="application" className="text-card">
            {title()}
          </h2>
          {text && <p className="text-muted text-small">{text}</p>}
        </div>
      </div>
      {(status === 'submitted' || status === 'in_review') && <Steps isInReview={status === 'in_review'} />}
      {status === 'rejected' && (
        <>
          {rejection && <p className="whitespace-pre-line break-words rounded-cell bg-sunk p-4">{rejection}</p>}
          <ButtonLink to="/signup/check" className="justify-self-start">
            {m.dash_app_correct()}
          </ButtonLink>
        </>
      )}
      {documentAsked && (
        <Notice icon={<Icon name="file-text" size={22} className="flex-none" />}>
          {m.dash_app_document()}
          <p className="font-normal">{m.dash_app_document_text()}</p>
          <ButtonLink to={documentField} className="mt-3">
            {m.dash_app_document_link()}
          </ButtonLink>
        </Notice>
      )}
      {waiting && (
        <Notice icon={<Icon name="hourglass" size={22} className="flex-none" />}>
          {waiting.isUnlisted ? m.dash_app_waiting_unlisted() : m.dash_app_waiting()}
          {waiting.changes.map(({ fact, label, to, photos, isVideo }) => (
            <p key={fact} className="break-words font-normal">
              {photos || isVideo ? label : `${label}: ${to}`}
            </p>
          ))}
        </Notice>
      )}
      {ending.map((one) => (
        <Ending key={one.kind} {...one} />
      ))}
      {isChanged && status !== 'rejected' && !documentAsked && (
        <Notice>
          {m.dash_app_unsaved()}{' '}
          <LocalLink to="/signup/check" className="underline underline-offset-4">
            {m.dash_app_unsaved_link()}
          </LocalLink>
        </Notice>
      )}
      {status !== 'rejected' && (
        <div className="-mt-2 -mb-4 divide-y divide-line">
          <FormLink to="/signup/location" title={m.dash_app_form_edit()} text={m.dash_app_form_edit_text()} />
          <FormLink to="/signup/personal" title={m.dash_app_second_form()} text={m.dash_app_second_form_text()} />
        </div>
      )}
      {told.length > 0 && (
        <details className="-mb-4 border-line border-t open:mb-0">
          <summary className="text-link min-h-12">{m.dash_app_history()}</summary>
          <ol className="grid gap-2">
            {told.map(({ at, kind, note }) => (
              <li key={`${at} ${kind}`} className="break-words">
                <When at={at} className="block text-muted text-small" />
                {events[kind]?.()}
                {note && <span className="block whitespace-pre-line text-muted">{note}</span>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

const steps = [m.dash_app_step_received, m.dash_app_step_checks, m.dash_app_step_interview, m.dash_app_step_listed]

/** What happens with an application: the first step is done, and the second one begins with the review. */
function Steps({ isInReview }: { isInReview: boolean }) {
  return (
    <ol className="grid gap-2">
      {steps.map((text, nth) => {
        const isNow = isInReview && nth === 1
        return (
          <li
            key={text()}
            aria-current={isNow ? 'step' : undefined}
            className={`flex items-center gap-3 ${nth === 0 ? 'text-tick' : isNow ? 'font-semibold text-ink' : 'text-muted'}`}
          >
            <span
              aria-hidden="true"
              className={`grid size-6 flex-none place-items-center rounded-full border-2 text-small ${nth === 0 ? 'border-tick' : isNow ? 'border-primary' : 'border-line'}`}
            >
              {nth === 0 ? <Icon name="check" size={16} /> : nth + 1}
            </span>
            {text()}
          </li>
        )
      })}
    </ol>
  )
}

type Words = (values: { date: string; phone: string }) => string
const endingText: Record<ApplicationState['ending'][number]['kind'], Words> = {
  identity: m.dash_app_ending_identity,
  qualification: m.dash_app_ending_qualification,
  interview: m.dash_app_ending_interview,
  police: m.dash_app_ending_police,
  training: m.dash_app_ending_training,
}

/** A check that ends soon, and what to do: only an identity document can be uploaded. */
function Ending({ kind, validUntil }: ApplicationState['ending'][number]) {
  const { callingNo } = useSite()
  return (
    <Notice>
      {endingText[kind]({ date: formatDay(validUntil, { year: true }), phone: callingNo.replaceAll(' ', '\u00a0') })}{' '}
      {kind === 'identity' && (
        <LocalLink to={documentField} className="underline underline-offset-4">
          {m.dash_app_document_link()}
        </LocalLink>
      )}
    </Notice>
  )
}

function FormLink({ to, title, text }: { to: string; title: string; text: string }) {
  return (
    <LocalLink to={to} className="flex min-h-14 items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="block font-semibold text-primary">{title}</span>
        <span className="block text-muted text-small leading-tight">{text}</span>
      </span>
      <Icon name="chevron-right" size={20} className="-mr-1.5 flex-none text-muted" />
    </LocalLink>
  )
}
