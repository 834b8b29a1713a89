import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import './landing.css'

export type FeeRow = { name: string; to: string | null; note?: string; mentors: string; from: string; median?: string }

/** Mentors and monthly fees to compare. `first` heads the column of names; the typical fee is optional. */
export function FeeTable({ first, rows }: { first: string; rows: readonly FeeRow[] }) {
  // A column of gaps compares nothing.
  const hasMedian = rows.filter(({ median }) => median).length * 2 > rows.length
  return (
    <table className="fee-table">
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{m.landing_col_mentors()}</th>
          <th scope="col">{m.landing_col_from()}</th>
          {hasMedian && <th scope="col">{m.landing_col_typical()}</th>}
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
            {hasMedian && <td>{median}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
