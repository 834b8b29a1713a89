import type { ListedFamily } from '#contract/people/people.ts'
import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime, formatDay } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import type { Column } from '../kit/data-table.tsx'

/** Columns of the families list. */
export const familyColumns = (): Column<ListedFamily>[] => [
  {
    key: 'name',
    label: m.admin_people_name(),
    sort: 'name',
    cell: ({ _id, name, isSuspended }) => (
      <>
        <LocalLink to={`/admin/users/${_id}`} className="text-link inline-flex min-h-11 items-center wrap-anywhere">
          {name ?? m.admin_people_unnamed()}
        </LocalLink>
        {isSuspended && (
          <p>
            <Badge kind="failed">{m.admin_people_suspended()}</Badge>
          </p>
        )}
      </>
    ),
  },
  {
    key: 'phone',
    label: m.admin_people_phone(),
    cell: ({ phone }) =>
      phone.startsWith('…') ? (
        <span className="tabular-nums">{phone}</span>
      ) : (
        <a
          href={`tel:+91${phone}`}
          className="text-link inline-flex min-h-11 items-center whitespace-nowrap tabular-nums"
        >
          {phone}
        </a>
      ),
  },
  {
    key: 'city',
    label: m.admin_people_city(),
    cell: ({ city }) => city && <span className="wrap-anywhere">{city}</span>,
  },
  {
    key: 'learners',
    label: m.admin_people_learners(),
    cell: ({ learners }) => <span className="wrap-anywhere">{learners.join(', ')}</span>,
  },
  {
    key: 'going',
    label: m.admin_people_going(),
    isNumber: true,
    cell: ({ bookingsGoing }) => bookingsGoing,
  },
  { key: 'paid', label: m.admin_people_paid(), isNumber: true, cell: ({ paid }) => formatRupees(paid) },
  {
    key: 'seen',
    label: m.admin_people_seen(),
    cell: ({ seenAt }) => (seenAt ? formatDateTime(seenAt) : m.admin_people_never()),
  },
  {
    key: 'since',
    label: m.admin_people_since(),
    sort: 'since',
    cell: ({ since }) => formatDay(since, { year: true }),
  },
]
