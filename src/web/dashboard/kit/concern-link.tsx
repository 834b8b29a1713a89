import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import type { Side } from './change-actions.tsx'

type Props = { lessonId: string; side: Side }

/** Link to report a safety concern about a class. */
export const ConcernLink = ({ lessonId, side }: Props) => (
  <LocalLink
    to={`/dashboard/${side === 'mentor' ? 'mentor' : 'student'}?concern=${lessonId}`}
    preventScrollReset
    className="text-link inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5"
  >
    <Icon name="shield-check" size={18} />
    {m.concern_open()}
  </LocalLink>
)
