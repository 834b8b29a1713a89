import type { ReactNode } from 'react'
import type { ListedClass } from '#contract/classes/admin-bookings.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { planName } from '../../plan-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { type Column, nameLines } from './column.ts'
import { modeWord, statusBadge, statusName } from './session-labels.ts'

type Row = Pick<ListedClass, 'booking' | 'mentor' | 'family' | 'learner' | 'subject' | 'mode' | 'plan' | 'city'>

/** A line with a smaller line below it. */
export function TwoLineCell({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <span className={`block ${nameLines(typeof first === 'string' ? first : '')}`}>{first}</span>
      {second && <span className="list-lines block text-small text-muted">{second}</span>}
    </>
  )
}

/** The name of a row, which leads to its page. */
export const NameLink = ({ to, children }: { to: string; children: string }) => (
  <LocalLink to={to} className="text-link -my-2.5 block py-2.5">
    <span className={nameLines(children)}>{children}</span>
  </LocalLink>
)

/** A name, in two lines if it is long. */
const NameCell = ({ children }: { children: string }) => (
  <span className={`list-name ${nameLines(children)}`}>{children}</span>
)

/** The link to the booking, which names the row. */
export const BookingLink = ({ booking, children }: { booking: string; children: ReactNode }) => (
  <LocalLink to={`/admin/sessions/${booking}`} className="text-link -my-2.5 inline-block whitespace-nowrap py-2.5">
    {children}
  </LocalLink>
)

export const StatusOf = ({ status }: { status: Parameters<typeof statusName>[0] }) => (
  <Badge kind={statusBadge(status)}>{statusName(status)}</Badge>
)

/** Columns shared by classes and bookings. */
export const peopleColumns = (): readonly Column<Row>[] => [
  {
    key: 'mentor',
    label: m.admin_col_mentor(),
    cell: ({ mentor }) => <NameCell>{mentor.name}</NameCell>,
  },
  {
    key: 'family',
    label: m.admin_learners_family(),
    isMinor: true,
    cell: ({ family }) => <NameCell>{family.name ?? family.phone}</NameCell>,
  },
  { key: 'learner', label: m.admin_col_student(), cell: ({ learner }) => learner && <NameCell>{learner}</NameCell> },
  {
    key: 'subject',
    label: m.admin_class_subject(),
    cell: ({ subject, mode, plan }) => (
      <TwoLineCell first={subjectIn(subject, currentLocale())} second={`${modeWord(mode)} · ${planName(plan)}`} />
    ),
  },
  { key: 'city', label: m.admin_people_city(), isExtra: true, cell: ({ city }) => city },
]
