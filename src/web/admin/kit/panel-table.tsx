import { type Column, isZero } from './column.ts'

type Props<R> = {
  labelledBy: string
  /** On narrow screens a row is its name and a line of figures. */
  isFigures?: boolean
  /** On narrow screens a row is its title with a badge or amount, and a line of the rest without labels. */
  isBrief?: boolean
  columns: readonly Column<R>[]
  rows: readonly (R & { _id: string })[]
}

/** The first rows of a list in a panel of the overview; "View All" opens the list. */
export function PanelTable<R>({ labelledBy, isFigures = false, isBrief = false, columns, rows }: Props<R>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: CSS display removes the table roles
    <table
      role="table"
      className={`admin-table ${isBrief ? 'admin-brief' : isFigures ? 'admin-figures' : ''} admin-list`}
      aria-labelledby={labelledBy}
    >
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, label, isNumber }) => (
            <th key={key} role="columnheader" scope="col" data-number={isNumber || undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row._id} role="row">
            {columns.map(({ key, label, isWide, isNumber, cell }) => (
              <td
                key={key}
                role="cell"
                data-label={label}
                data-wide={isWide || undefined}
                data-number={isNumber || undefined}
                data-zero={isZero(cell(row)) || undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}
