import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import type { Side } from './change-actions.tsx'
import { useDialogAddress } from './dashboard-address.ts'
import { PhoneLabel } from './phone-label.tsx'
import { useIsOnBooking } from './use-is-on-booking.ts'

type Props = { lessonId: string; side: Side; isShort?: boolean }

/** Link to report a safety concern about a class: on its booking's page there, because only that also has finished ones. */
export function ConcernLink({ lessonId, side, isShort = false }: Props) {
  const address = useDialogAddress()
  const isOnBooking = useIsOnBooking()
  return (
    <LocalLink
      to={
        isOnBooking
          ? address.to('concern', lessonId)
          : `/dashboard/${side === 'mentor' ? 'mentor' : 'student'}?concern=${lessonId}`
      }
      preventScrollReset
      className="text-link inline-flex min-h-11 min-w-11 items-center gap-1.5"
    >
      <Icon name="shield-check" size={18} />
      {isShort ? <PhoneLabel short={m.concern_open_short()}>{m.concern_open()}</PhoneLabel> : m.concern_open()}
    </LocalLink>
  )
}
