import { m } from '#messages'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { directionsHref } from './labels.ts'

/** Opens directions to an address in the device's map app. */
export const DirectionsLink = ({ place }: { place: string }) => (
  <ButtonLink
    href={directionsHref(place)}
    target="_blank"
    rel="noreferrer"
    look="outline"
    className="gap-1.5! px-0.5!"
    icon={<Icon name="navigation" size={20} />}
  >
    {m.dash_directions()}
  </ButtonLink>
)
