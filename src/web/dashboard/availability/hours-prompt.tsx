import { m } from '#messages'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Asks a mentor without hours to set them. */
export function HoursPrompt({ look }: { look: 'filled' | 'outline' }) {
  return (
    <Notice tone="wait" icon={<Icon name="clock" size={22} className="flex-none" />}>
      {m.hours_missing()}
      <p className="font-normal">{m.hours_missing_text()}</p>
      <ButtonLink to="/dashboard/mentor/availability" look={look} className="mt-3">
        {m.hours_set()}
      </ButtonLink>
    </Notice>
  )
}
