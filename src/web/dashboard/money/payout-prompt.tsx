import type { MentorSummary } from '#contract/mentors/mentor-summary.ts'
import { m } from '#messages'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatRupees } from '../../ui/money.tsx'

/** Whether earnings wait because there is no account to pay them to. */
export const needsPayoutAccount = ({ hasPayoutAccount, earned }: MentorSummary): boolean =>
  !hasPayoutAccount && earned > 0

/** Asks a mentor with earnings for a payout account. */
export function PayoutPrompt({ earned, look }: Pick<MentorSummary, 'earned'> & { look: 'filled' | 'outline' }) {
  return (
    <Notice tone="wait" icon={<Icon name="indian-rupee" size={22} className="flex-none" />}>
      {m.earn_account_prompt({ amount: formatRupees(earned) })}
      <p className="font-normal">{m.earn_account_none()}</p>
      <ButtonLink to="/dashboard/mentor/earnings" look={look} className="mt-3">
        {m.earn_account_add()}
      </ButtonLink>
    </Notice>
  )
}
