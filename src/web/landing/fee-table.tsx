import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import './landing.css'

export type FeeRow = { name: string; to: string | null; note?: string; mentors: string; from: string; median?: string }

/** A long table in two halves side by side on wide screens. */
export function FeeTables({ first, rows, hasTypical = hasTypicalFees(rows) }: Props) {
  const half = Math.ceil(rows.length / 2)
  const table = { first, hasTypical }
  return (
    <div className="grid items-start gap-x-14 lg:grid-cols-2">
      <FeeTable {...table} rows={rows.slice(0, half)} />
      {rows.length > 1 && <FeeTable {...table} rows={rows.slice(half)} />}
    </div>
  )
}

/** Whether typical fees are worth a column: one of gaps compares nothing. */
const hasTypicalFees = (rows: readonly FeeRow[]) => rows.filter(({ median }) => median).length * 2 > rows.length

type Props = { first: string; rows: readonly FeeRow[]; hasTypical?: boolean }

/** Mentors and monthly fees to compare. `first` heads the column of names. */
export function FeeTable({ first, rows, hasTypical = hasTypicalFees(rows) }: Props) {
  return (
    <table className="fee-table">
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{m.landing_col_mentors()}</th>
          <th scope="col">{hasTypical ? m.landing_col_lowest() : m.landing_col_from()}</th>
          {hasTypical && <th scope="col">{m.landing_col_typical()}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, to, note, mentors, from, median }) => (
          <tr key={name}>
            <th scope="row">
              {to ? (
                <LocalLink to={to} className="text-link inline-flex min-h-11 items-center">
                  {name}
                </LocalLink>
              ) : (
                name
              )}
              {note && <small> {note}</small>}
            </th>
            <td>{mentors}</td>
            <td>{from}</td>
            {hasTypical && (
              <td>
                {median || (
                  <>
                    <span aria-hidden="true">–</span>
                    <span className="sr-only">{m.landing_too_few()}</span>
                  </>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
