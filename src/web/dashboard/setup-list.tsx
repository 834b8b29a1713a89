import type { MentorSummary } from '#contract/mentors/mentor-summary.ts'
import type { OwnTaxes } from '#contract/mentors/taxes.ts'
import type { ConsentText } from '#contract/people/consent-texts.ts'
import { m } from '#messages'
import type { IconName } from '../ui/icon-names.ts'
import { late } from '../ui/late.tsx'
import { formatRupees } from '../ui/money.tsx'
import { isUnfinished, type ProfileTask, percentOf } from './profile-task.ts'

const SetupCard = late('setup-card', async () => (await import('./setup-card.tsx')).SetupCard)

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
  // The video is optional.
  if (!next || !isUnfinished(tasks)) return steps
  const profile: SetupStep = {
    to: '/dashboard/mentor/profile',
    icon: 'badge-check',
    title: m.profile_percent({ percent: percentOf(tasks) }),
    text: next.label,
    action: next.label,
  }
  return [...steps, profile]
}

export type Props = {
  steps: readonly SetupStep[]
  /** The code of conduct while it is not accepted. */
  conduct: ConsentText | null
  look: 'filled' | 'outline'
  /** Whether it is the page's title. */
  isTitle: boolean
}

export const SetupList = (props: Props) =>
  (props.steps.length > 0 || props.conduct !== null) && <SetupCard {...props} />
