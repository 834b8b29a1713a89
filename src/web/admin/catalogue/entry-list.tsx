import type { ShownEntry } from '#contract/reference/catalogue-admin.ts'
import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { entryHref, nameOf, stateName, usageFacts } from '../kit/catalogue-words.ts'
import { MoveEntry } from './move-entry.tsx'

/** Entries of one kind in their order, each with what it is used by. */
export function EntryList({
  label,
  entries,
  canMove,
}: {
  label: string
  entries: readonly ShownEntry[]
  canMove: boolean
}) {
  const [first] = entries
  if (!first) return <p className="text-muted">{m.admin_cat_none()}</p>
  const heads = usageFacts(first.kind, first.usage)
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: another display takes a table's own roles away
    <table role="table" className="admin-table admin-list" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {m.admin_cat_name()}
          </th>
          {first.kind === 'grade' && (
            <th role="columnheader" scope="col" data-number>
              {m.admin_cat_subjects_count()}
            </th>
          )}
          {heads.map(([name]) => (
            <th key={name} role="columnheader" scope="col" data-number>
              {name}
            </th>
          ))}
          {canMove && (
            <th role="columnheader" scope="col" data-number>
              {m.admin_cat_move()}
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {entries.map((one, i) => (
          <tr key={one.key} role="row">
            <td role="cell" data-label={m.admin_cat_name()} data-wide>
              <span className="flex flex-wrap items-center gap-x-3">
                <LocalLink to={entryHref(one.kind, one.key)} className="text-link inline-flex min-h-11 items-center">
                  {nameOf(one)}
                </LocalLink>
                {one.state === 'hidden' && <Badge kind="unknown">{stateName('hidden')}</Badge>}
              </span>
            </td>
            {one.kind === 'grade' && (
              <td role="cell" data-label={m.admin_cat_subjects_count()} data-number>
                {one.subjects.length}
              </td>
            )}
            {usageFacts(one.kind, one.usage).map(([name, count]) => (
              <td key={name} role="cell" data-label={name} data-number>
                {count}
              </td>
            ))}
            {canMove && (
              <td role="cell" data-label={m.admin_cat_move()} data-number>
                <MoveEntry one={one} isFirst={i === 0} isLast={i === entries.length - 1} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}
