import { homeModes } from '#contract/reference/class-modes.ts'
import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import type { Side } from './change-actions.tsx'
import type { DatedClass } from './classes.ts'
import { useDialogAddress } from './dashboard-address.ts'
import { PhoneLabel } from './phone-label.tsx'

type Props = { one: DatedClass; side: Side }

/** Link to the mentor's card at the door, for classes at the family's home. */
export function DoorLink({ one: { booking, lesson }, side }: Props) {
  const { to } = useDialogAddress()
  if (lesson.status !== 'scheduled' || !homeModes.some((mode) => mode === booking.mode)) return null
  return (
    <LocalLink
      to={to('door', lesson._id)}
      preventScrollReset
      className="text-link inline-flex min-h-11 min-w-11 items-center gap-1.5"
    >
      <Icon name="badge-check" size={18} />
      {side === 'family' ? (
        m.door_open_family()
      ) : (
        <PhoneLabel short={m.door_open_short()}>{m.door_open_mentor()}</PhoneLabel>
      )}
    </LocalLink>
  )
}
