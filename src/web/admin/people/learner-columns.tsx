import type { ListedLearner } from '#contract/people/admin-learners.ts'
import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../kit/column.ts'
import { fullDay } from '../kit/full-time.ts'
import { LinkCell } from '../kit/link-cell.tsx'
import { NameText } from '../kit/name-text.tsx'

const textCell = (text: string | null) => text && <NameText>{text}</NameText>

/** Columns of the learners list; class and board are localised. */
export const learnerColumns = (): Column<ListedLearner>[] => [
  {
    key: 'name',
    label: m.admin_people_name(),
    sort: 'name',
    cell: ({ name, family, isAway }) => (
      <>
        <LinkCell to={`/admin/users/${family.account}`} name={name ?? m.admin_people_unnamed()} />
        {isAway && <Badge kind="cancelled">{m.admin_learners_away()}</Badge>}
      </>
    ),
  },
  { key: 'family', label: m.admin_learners_family(), cell: ({ family }) => textCell(family.name) },
  { key: 'grade', label: m.admin_learners_class(), cell: ({ grade }) => grade },
  { key: 'school', label: m.admin_learners_school(), cell: ({ school }) => textCell(school) },
  { key: 'board', label: m.admin_learners_board(), cell: ({ board }) => textCell(board) },
  {
    key: 'bookings',
    label: m.admin_learners_bookings(),
    isNumber: true,
    cell: ({ bookings, bookingsGoing }) =>
      bookingsGoing > 0 ? m.admin_learners_bookings_of({ all: bookings, going: bookingsGoing }) : bookings,
  },
  {
    key: 'since',
    label: m.admin_people_since(),
    sort: 'since',
    cell: ({ since }) => fullDay(since),
  },
]
