import type { CallStatus } from '#contract/support/limits.ts'
import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'
import { LocalLink } from '../../ui/link.tsx'
import type { ShownCall } from '../kit/call-labels.server.ts'
import type { Column } from '../kit/data-table.tsx'
import { CallForm } from './call-form.tsx'

const badgeKinds: Record<CallStatus, BadgeKind> = {
  new: 'pending',
  assigned: 'awaiting',
  connected: 'paid',
  unreachable: 'failed',
  closed: 'cancelled',
}

type Typing = { onTyped: (id: string, isTyped: boolean) => void }

export const callColumns = ({ onTyped }: Typing): readonly Column<ShownCall>[] => [
  { key: 'number', label: m.calls_col_number(), isNumber: true, cell: ({ number }) => number },
  {
    key: 'name',
    label: m.calls_col_name(),
    sort: 'name',
    isWide: true,
    cell: ({ name, who, mentor, status, statusWord, owner }) => (
      <>
        <p className="font-semibold text-ink wrap-anywhere">{name}</p>
        {who && <p className="text-small text-muted wrap-anywhere">{who}</p>}
        <RequestedMentor mentor={mentor} />
        <p className="mt-1 flex flex-wrap items-center gap-x-2">
          <Badge kind={badgeKinds[status]}>{statusWord}</Badge>
          {owner && <span className="text-small text-muted">{m.calls_owner({ name: owner })}</span>}
        </p>
      </>
    ),
  },
  { key: 'contact', label: m.calls_col_contact(), cell: ({ phone }) => <PhoneLink number={phone} /> },
  {
    key: 'time',
    label: m.calls_col_time(),
    sort: 'date',
    cell: ({ requestTime, time }) => (
      <time dateTime={requestTime} className="text-small">
        {time}
      </time>
    ),
  },
  {
    key: 'action',
    label: m.calls_col_action(),
    isWide: true,
    isForm: true,
    cell: (call) => <CallForm call={call} onTyped={onTyped} />,
  },
]

function RequestedMentor({ mentor }: Pick<ShownCall, 'mentor'>) {
  if (!mentor) return <p className="text-small text-muted">{m.calls_no_mentor()}</p>
  return (
    <p className="text-small">
      <span className="text-muted">{m.calls_for()}</span>{' '}
      <LocalLink to={`/admin/mentors/${mentor._id}`} className="text-link -my-2.5 inline-block py-2.5">
        {mentor.fullName}
      </LocalLink>{' '}
      {!mentor.phone.startsWith('…') && <PhoneLink number={mentor.phone} />}
    </p>
  )
}

function PhoneLink({ number }: { number: string }) {
  if (number.startsWith('…'))
    return (
      <span className="text-small tabular-nums">
        {number} <span className="text-muted">{m.calls_number_hidden()}</span>
      </span>
    )
  return (
    <a href={telHref(`+91${number}`)} className="text-link -my-2.5 inline-block py-2.5 tabular-nums">
      {number}
    </a>
  )
}
