import type { ReactNode } from 'react'
import type { ListedClass } from '#contract/classes/admin-bookings.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { planTitle } from '../../plan-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import type { Column } from './column.ts'
import { fullDay } from './full-time.ts'
import { LinkCell } from './link-cell.tsx'
import { NameText } from './name-text.tsx'
import { shortMode, statusBadge, statusName } from './session-labels.ts'

type Row = Pick<ListedClass, 'booking' | 'mentor' | 'family' | 'learner' | 'subject' | 'mode' | 'plan' | 'city'>

/** A line with a smaller line below it. */
export function TwoLineCell({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      {typeof first === 'string' ? (
        <NameText className="block">{first}</NameText>
      ) : (
        <span className="list-lines block">{first}</span>
      )}
      {second && <span className="list-lines block text-small text-muted">{second}</span>}
    </>
  )
}

/** A day with its time below it. */
export const TimeCell = ({ at }: { at: string }) => (
  <time dateTime={at} className="block lg:pr-2">
    <span className="block">{fullDay(at)}</span>
    <span className="block text-small text-muted">{formatTime(at)}</span>
  </time>
)

/** A text with the note of the row's state, which wide screens have below the state. */
export const NotedText = ({ children, note }: { children: string; note: string | false }) => (
  <>
    {children}
    {note && <span className="lg:hidden"> · {note}</span>}
  </>
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
    cell: ({ mentor: { _id, name } }) => (
      <LinkCell to={`/admin/mentors/${_id}`} name={name} className="list-name lg:min-w-30" />
    ),
  },
  {
    key: 'family',
    label: m.admin_learners_family(),
    isMinor: true,
    cell: ({ family: { _id, name, phone } }) => (
      <LinkCell to={`/admin/users/${_id}`} name={name ?? phone} className="list-name lg:min-w-24" />
    ),
  },
  {
    key: 'learner',
    label: m.admin_col_student(),
    cell: ({ learner }) => learner && <NameText className="list-name">{learner}</NameText>,
  },
  {
    key: 'subject',
    label: m.admin_class_subject(),
    cell: ({ subject, mode, plan }) => (
      <TwoLineCell first={subjectIn(subject, currentLocale())} second={`${planTitle(plan)} · ${shortMode(mode)}`} />
    ),
  },
  { key: 'city', label: m.admin_people_city(), isExtra: true, cell: ({ city }) => city },
]
