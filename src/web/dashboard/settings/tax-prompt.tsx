import type { OwnTaxes } from '#contract/mentors/taxes.ts'
import { m } from '#messages'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Whether a mentor with paid bookings has to give tax facts, or other ones. */
export const needsTaxFacts = ({ needed, state }: OwnTaxes): boolean =>
  needed && (state === 'missing' || state === 'refused')

/** Asks a mentor for the PAN before the first earning. */
export function TaxPrompt({
  taxes: { state, withoutPan, reason },
  look,
}: {
  taxes: OwnTaxes
  look: 'filled' | 'outline'
}) {
  return (
    <Notice tone="wait" icon={<Icon name="indian-rupee" size={22} className="flex-none" />}>
      {m.tax_prompt()}
      <p className="font-normal">
        {state === 'refused' ? m.tax_refused({ reason }) : m.tax_missing({ percent: `${withoutPan}` })}
      </p>
      <ButtonLink to="/dashboard/settings/tax" look={look} className="mt-3">
        {m.tax_prompt_open()}
      </ButtonLink>
    </Notice>
  )
}
