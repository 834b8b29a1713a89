import { m } from '#messages'
import { Badge, type BadgeKind } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { LocalLink } from '../ui/link.tsx'
import { Photo } from '../ui/photo.tsx'
import type { CheckShown, ShownRow } from './mentor-words.server.ts'

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

const signs: Record<CheckShown['state'], [IconName, string]> = {
  passed: ['check', 'text-tick'],
  pending: ['minus', 'text-muted'],
  failed: ['x', 'text-error'],
  expired: ['clock', 'text-warn'],
}

export function CheckSign({ state }: { state: CheckShown['state'] }) {
  const [icon, look] = signs[state]
  return <Icon name={icon} size={20} className={`flex-none ${look}`} />
}

/** The four checks as signs with their names; the state is told in words too. */
export function CheckSigns({ checks, narrow = false }: { checks: readonly CheckShown[]; narrow?: boolean }) {
  return (
    <ul className={`flex flex-wrap gap-x-3 gap-y-1 text-small ${narrow ? 'lg:w-[176px]' : ''}`}>
      {checks.map(({ kind, label, state, word }) => (
        <li key={kind} className="flex items-center gap-1">
          <CheckSign state={state} />
          {label}
          <span className="sr-only">: {word}</span>
        </li>
      ))}
    </ul>
  )
}

export function MentorName({ row }: { row: ShownRow }) {
  return (
    <div className="flex gap-3">
      <Photo src={row.photo} name={row.name} width={44} />
      <div className="min-w-0">
        <LocalLink to={`/admin/mentors/${row.id}`} className="font-semibold text-ink hover:underline">
          {row.name}
        </LocalLink>
        <p className="text-small text-muted">
          {[row.number, row.phone, row.demo && m.admin_demo()].filter(Boolean).join(', ')}
        </p>
        <p className="text-small text-muted">{[row.subjects, row.place].filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  )
}

type Props = {
  rows: readonly ShownRow[]
  /** Id of the form that takes the ticked rows. */
  form: string
  picked: ReadonlySet<string>
  onPick: (id: string, isPicked: boolean) => void
}

/** A table that turns into cards on narrow screens; its roles are said again, because the layout takes them away. */
export function MentorTable({ rows, form, picked, onPick }: Props) {
  const columns = [
    m.admin_col_mentor(),
    m.admin_col_status(),
    m.admin_col_submitted(),
    m.admin_col_complete(),
    m.admin_checks(),
  ]
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: another display takes a table's own roles away
    <table role="table" className="admin-table">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            <span className="sr-only">{m.admin_col_select()}</span>
          </th>
          {columns.map((name) => (
            <th key={name} role="columnheader" scope="col">
              {name}
            </th>
          ))}
          <th role="columnheader" scope="col">
            <span className="sr-only">{m.admin_col_actions()}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row.id} role="row" data-selected={picked.has(row.id) || undefined}>
            <td role="cell" data-pick>
              <label className="admin-pick">
                <input
                  type="checkbox"
                  form={form}
                  name="pick"
                  value={`${row.id} ${row.version}`}
                  aria-label={m.admin_select({ name: row.name })}
                  checked={picked.has(row.id)}
                  onChange={(event) => onPick(row.id, event.currentTarget.checked)}
                />
              </label>
            </td>
            <td role="cell" data-wide data-mentor>
              <MentorName row={row} />
            </td>
            <td role="cell" data-label={columns[1]}>
              <StatusBadge status={row.status}>{row.statusWord}</StatusBadge>
              {row.recheck && <b className="block text-small text-warn">{row.recheck}</b>}
            </td>
            <td role="cell" data-label={columns[2]} className="whitespace-nowrap">
              {row.submitted} {row.age && <b className="text-ink lg:block">{row.age}</b>}
            </td>
            <td role="cell" data-label={columns[3]} className="text-small">
              {row.isComplete && <span className="font-semibold text-tick">{m.admin_complete()}</span>}{' '}
              <span className="text-muted">{row.missing}</span>
            </td>
            <td role="cell" data-wide>
              <CheckSigns checks={row.checks} narrow />
            </td>
            <td role="cell" data-wide>
              <div className="flex gap-2 pt-1 lg:justify-end lg:pt-0">
                <ButtonLink
                  to={`/admin/mentors/${row.id}`}
                  look="outline"
                  aria-label={m.admin_for({ action: m.admin_view(), name: row.name })}
                >
                  {m.admin_view()}
                </ButtonLink>
                <ButtonLink
                  to={`/admin/mentors/${row.id}#listing`}
                  look="plain"
                  aria-label={m.admin_for({ action: m.admin_edit(), name: row.name })}
                >
                  {m.admin_edit()}
                </ButtonLink>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  )
}
