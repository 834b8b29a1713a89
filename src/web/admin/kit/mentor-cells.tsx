import { m } from '#messages'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { Photo } from '../../ui/photo.tsx'
import type { Column } from './column.ts'
import { Deadline } from './deadline.tsx'
import type { CheckShown, ShownRow } from './mentor-labels.server.ts'
import { NameText } from './name-text.tsx'

const looks: Record<ShownRow['status'], BadgeKind> = {
  submitted: 'pending',
  in_review: 'awaiting',
  verified: 'paid',
  rejected: 'failed',
  suspended: 'cancelled',
}

export function StatusBadge({ status, children }: { status: ShownRow['status']; children: string }) {
  return <Badge kind={looks[status]}>{children}</Badge>
}

export type CheckState = Pick<CheckShown, 'state' | 'word'>
const signs: Record<CheckShown['state'], [IconName, string]> = {
  passed: ['check', 'text-tick'],
  pending: ['minus', 'text-muted'],
  failed: ['x', 'text-error'],
  expired: ['clock', 'text-warn'],
}

export function CheckSign({ state, size = 20 }: { state: CheckShown['state']; size?: number }) {
  const [icon, look] = signs[state]
  return <Icon name={icon} size={size} className={`flex-none ${look}`} />
}

const checkIcons: Record<CheckShown['kind'], IconName> = {
  identity: 'file-text',
  qualification: 'award',
  interview: 'message-circle',
  police: 'shield-check',
  training: 'book-open',
}

type LegendProps = Pick<ShownRow, 'checks'> & { states: readonly CheckState[] }

/** What the signs of checks mean, and where the table has only the checks' icons, those. */
export const CheckLegend = ({ checks, states }: LegendProps) => (
  <ul className="list-legend" aria-label={m.admin_checks()}>
    {checks.map(({ kind, label }) => (
      <li key={kind} className="list-legend-check">
        <Icon name={checkIcons[kind]} size={16} />
        {label}
      </li>
    ))}
    {states.map(({ state, word }) => (
      <li key={state}>
        <CheckSign state={state} size={16} />
        {word}
      </li>
    ))}
  </ul>
)

/** Names the signs below, where the table has no room for names beside them. */
const CheckIcons = ({ checks }: Pick<ShownRow, 'checks'>) => (
  <span className="list-check-icons">
    {checks.map(({ kind, label }) => (
      <span key={kind} title={label}>
        <Icon name={checkIcons[kind]} size={16} label={label} />
      </span>
    ))}
  </span>
)

/** "Identity passed · 4 pending". */
export function checksText(checks: readonly CheckShown[]): string {
  const words = [...new Set(checks.map(({ word }) => word))].map((word) => {
    const some = checks.filter((one) => one.word === word)
    const who = some.length === 1 ? some[0]?.label : formatNumber(some.length)
    return `${who} ${word.toLowerCase()}`
  })
  return words.join(' · ')
}

/** The checks as signs with names; in the rows of a phone as a line. */
const CheckSigns = ({ checks, status }: Pick<ShownRow, 'checks' | 'status'>) => (
  <>
    <ul className="list-checks text-small" data-verified={status === 'verified' || undefined}>
      {checks.map(({ kind, label, state, word }) => (
        <li key={kind} title={`${label}: ${word}`} className="flex items-center gap-1">
          <CheckSign state={state} />
          <span className="list-check-name">{label}</span>
          <span className="sr-only">: {word}</span>
        </li>
      ))}
    </ul>
    <span className="list-checks-line">{checksText(checks)}</span>
  </>
)

/** How many mentors a list shows. */
export const mentorsShowing = (counts: { shown: string; total: string }): string =>
  counts.total === '1' && counts.shown === '1' ? m.admin_showing_one() : m.admin_showing(counts)

type Mentor = Pick<ShownRow, 'id' | 'photo' | 'name'>

/** Name and link of a mentor; `facts` are lines below the name. */
export function MentorName({ row: { id, photo, name }, facts }: { row: Mentor; facts: readonly string[] }) {
  return (
    <div className="flex items-center gap-2">
      <Photo src={photo} name={name} width={32} />
      <div className="list-cell min-w-0">
        <LocalLink to={`/admin/mentors/${id}`} className="block font-semibold text-ink hover:underline">
          <NameText>{name}</NameText>
        </LocalLink>
        {facts.filter(Boolean).map((fact) => (
          <p key={fact} className="text-small text-muted max-lg:line-clamp-1">
            {fact}
          </p>
        ))}
      </div>
    </div>
  )
}

/** Edits a mentor, and verifies who waits for it; the name of the row views the mentor. */
export function MentorActions({ row: { id, name, waits }, canDecide }: { row: ShownRow; canDecide: boolean }) {
  const actions = [
    [m.admin_edit(), '#listing'],
    ...(canDecide && waits ? [[m.admin_verify(), '/verify']] : []),
  ] as const
  return (
    <div className="admin-actions">
      {actions.map(([action, at]) => (
        <ButtonLink key={at} to={`/admin/mentors/${id}${at}`} look="plain" aria-label={m.admin_for({ action, name })}>
          {action}
        </ButtonLink>
      ))}
    </div>
  )
}

/** Columns of the verification queue. */
export const mentorColumns = (canDecide: boolean, checks: ShownRow['checks']): readonly Column<ShownRow>[] => [
  {
    key: 'name',
    label: m.admin_col_mentor(),
    sort: 'name',
    isWide: true,
    cell: (row) => <MentorName row={row} facts={[[row.number, row.phone].filter(Boolean).join(' · ')]} />,
  },
  {
    key: 'subjects',
    label: m.admin_col_teaches(),
    isMinor: true,
    cell: ({ subjects }) => <span className="list-lines">{subjects}</span>,
  },
  {
    key: 'place',
    label: m.admin_city(),
    isExtra: true,
    cell: ({ place }) => <span className="list-lines">{place}</span>,
  },
  {
    key: 'status',
    label: m.admin_col_status(),
    cell: ({ status, statusWord, recheck, missing }) => (
      <>
        <StatusBadge status={status}>{statusWord}</StatusBadge>
        {recheck && <b className="block text-small text-warn">{recheck}</b>}
        {/* As wide as the badges. */}
        {missing && (
          <span className="block w-0 min-w-full text-small text-muted max-lg:hidden" title={missing}>
            {missing}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'checks',
    label: m.admin_checks(),
    legend: <CheckIcons checks={checks} />,
    cell: (row) => <CheckSigns {...row} />,
  },
  {
    key: 'applied',
    label: m.admin_col_submitted(),
    sort: 'waiting',
    cell: ({ submitted, clock }) => (
      <>
        <span className={clock ? 'list-full lg:block' : undefined}>{submitted}</span> {clock && <Deadline {...clock} />}
      </>
    ),
  },
  {
    key: 'changed',
    label: m.admin_col_changed(),
    sort: 'changed',
    isExtra: true,
    cell: ({ changed }) => changed,
  },
  {
    key: 'complete',
    label: m.admin_col_complete(),
    sort: 'missing',
    isExtra: true,
    cell: ({ missing }) => missing ?? m.admin_complete(),
  },
  {
    key: 'actions',
    label: m.admin_col_actions(),
    isActions: true,
    isMinor: true,
    cell: (row) => <MentorActions row={row} canDecide={canDecide} />,
  },
]
