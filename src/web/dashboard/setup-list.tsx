import type { MentorSummary } from '#contract/mentors/mentor-summary.ts'
import type { OwnTaxes } from '#contract/mentors/taxes.ts'
import type { ConsentText } from '#contract/people/consent-texts.ts'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { LocalLink } from '../ui/link.tsx'
import { formatRupees } from '../ui/money.tsx'
import { isUnfinished, type ProfileTask, percentOf } from './profile-completeness.tsx'
import { ConductPrompt } from './settings/conduct-prompt.tsx'

export type SetupStep = { to: string; icon: IconName; title: string; text: string; action: string }

type Facts = {
  isVerified: boolean
  hasHours: boolean
  summary: MentorSummary
  taxes: OwnTaxes
  tasks: readonly ProfileTask[]
}

/** What a mentor has not set up yet, the most urgent first: teaching hours, payout account and tax details; then the rest of its profile. */
export function setupSteps({ isVerified, hasHours, summary, taxes, tasks }: Facts): SetupStep[] {
  const { earned, hasPayoutAccount } = summary
  const account: SetupStep = {
    to: '/dashboard/mentor/earnings',
    icon: 'indian-rupee',
    title: m.setup_account(),
    text: earned > 0 ? m.setup_account_waiting({ amount: formatRupees(earned) }) : m.setup_account_text(),
    action: m.earn_account_add(),
  }
  const hours: SetupStep = {
    to: '/dashboard/mentor/availability',
    icon: 'clock',
    title: m.hours_missing(),
    text: m.setup_hours_text(),
    action: m.hours_set(),
  }
  const { state, reason, withoutPan, needed } = taxes
  const tax: SetupStep = {
    to: '/dashboard/settings/tax',
    icon: 'file-text',
    title: m.tax_prompt(),
    text: state === 'refused' ? m.tax_refused({ reason }) : m.tax_missing({ percent: `${withoutPan}` }),
    action: m.tax_prompt_open(),
  }
  const asksAccount = !hasPayoutAccount && (isVerified || earned > 0)
  const steps = [
    ...(asksAccount && earned > 0 ? [account] : []),
    ...(hasHours ? [] : [hours]),
    ...(asksAccount && earned <= 0 ? [account] : []),
    ...(needed && (state === 'missing' || state === 'refused') ? [tax] : []),
  ]
  const next = tasks.find(({ to, isDone }) => !isDone && to !== hours.to)
  // The video alone is no reason for the list.
  if (!next || (steps.length === 0 && !isUnfinished(tasks))) return steps
  const profile: SetupStep = {
    to: '/dashboard/mentor/profile',
    icon: 'badge-check',
    title: m.profile_percent({ percent: percentOf(tasks) }),
    text: next.label,
    action: next.label,
  }
  return [...steps, profile]
}

type Props = {
  steps: readonly SetupStep[]
  /** The code of conduct while it is not accepted. */
  conduct: ConsentText | null
  look: 'filled' | 'outline'
}

/** The first step with its button, the others as rows, and the code of conduct. */
export function SetupList({ steps, conduct, look }: Props) {
  const [first, ...rest] = steps
  if (!first && !conduct) return null
  return (
    <section aria-labelledby="setup">
      <h2 id="setup" className="mb-3 text-section">
        {m.setup_title()}
      </h2>
      <div className="card divide-y divide-line p-0!">
        {first && (
          <div className="grid gap-3 p-4 lg:p-5">
            <StepText step={first} />
            <ButtonLink to={first.to} look={look} wide>
              {first.action}
            </ButtonLink>
          </div>
        )}
        {rest.map((step) => (
          <LocalLink key={step.to} to={step.to} className="flex items-center gap-3 px-4 py-3 hover:bg-sunk lg:px-5">
            <StepText step={step} />
            <Icon name="chevron-right" size={20} className="ml-auto flex-none text-muted" />
          </LocalLink>
        ))}
        {conduct && (
          <div className="grid gap-2 p-4 lg:p-5">
            <StepText step={{ icon: 'shield-check', title: m.conduct_prompt(), text: m.conduct_text() }} />
            <ConductPrompt text={conduct} look={first ? 'outline' : look} />
          </div>
        )}
      </div>
    </section>
  )
}

function StepText({ step: { icon, title, text } }: { step: Pick<SetupStep, 'icon' | 'title' | 'text'> }) {
  return (
    <div className="flex min-w-0 gap-3">
      <span
        className="grid size-11 flex-none place-items-center rounded-cell bg-warn-soft text-warn"
        aria-hidden="true"
      >
        <Icon name={icon} size={24} />
      </span>
      <div className="min-w-0">
        <h3 className="text-h3">{title}</h3>
        <p className="text-muted text-small">{text}</p>
      </div>
    </div>
  )
}
