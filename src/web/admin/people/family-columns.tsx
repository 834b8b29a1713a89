import type { ListedFamily } from '#contract/people/people.ts'
import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import { formatRupees } from '../../ui/money.tsx'
import type { Column } from '../kit/column.ts'
import { fullDay, fullTime } from '../kit/full-time.ts'
import { LinkCell } from '../kit/link-cell.tsx'
import { NameText } from '../kit/name-text.tsx'
import { PhoneLink } from '../kit/phone-link.tsx'

/** Columns of the families list. */
export const familyColumns = (): Column<ListedFamily>[] => [
  {
    key: 'name',
    label: m.admin_people_name(),
    sort: 'name',
    cell: ({ _id, name }) => <LinkCell to={`/admin/users/${_id}`} name={name ?? m.admin_people_unnamed()} />,
  },
  {
    key: 'state',
    label: m.admin_people_state(),
    cell: ({ isSuspended }) =>
      isSuspended ? (
        <Badge kind="failed">{m.admin_people_suspended()}</Badge>
      ) : (
        <Badge kind="paid">{m.admin_people_active()}</Badge>
      ),
  },
  {
    key: 'phone',
    label: m.admin_people_phone(),
    cell: ({ phone }) => <PhoneLink number={phone} hint={m.calls_number_in_account()} />,
  },
  {
    key: 'city',
    label: m.admin_people_city(),
    cell: ({ city }) => city && <NameText className="list-name">{city}</NameText>,
  },
  {
    key: 'learners',
    label: m.admin_people_learners(),
    cell: ({ learners }) => <NameText>{learners.join(', ')}</NameText>,
  },
  {
    key: 'going',
    label: m.admin_people_going(),
    isNumber: true,
    cell: ({ bookingsGoing }) => bookingsGoing,
  },
  { key: 'paid', label: m.admin_people_paid(), isNumber: true, cell: ({ paid }) => formatRupees(paid, true) },
  {
    key: 'seen',
    label: m.admin_people_seen(),
    isExtra: true,
    cell: ({ seenAt }) => (seenAt ? fullTime(seenAt) : m.admin_people_never()),
  },
  {
    key: 'since',
    label: m.admin_people_since(),
    sort: 'since',
    isMinor: true,
    cell: ({ since }) => fullDay(since),
  },
]
