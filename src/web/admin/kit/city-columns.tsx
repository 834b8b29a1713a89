import type { CityFigures } from '#contract/admin/overview.ts'
import { m } from '#messages'
import { formatNumber, formatRupees } from '../../ui/money.tsx'
import type { Column } from './column.ts'

const names = {
  paid: m.admin_figure_paid,
  bookings: m.admin_figure_bookings,
  sessions: m.admin_figure_sessions,
  applications: m.admin_figure_applications,
  families: m.admin_figure_families,
  calls: m.admin_figure_calls,
} as const

/** A city as a row; `nameOf` translates its name. */
export const cityRow = (row: CityFigures, nameOf: (name: string) => string) => ({
  ...row,
  _id: row.city,
  city: nameOf(row.city),
})

/** Columns of a city. */
export const cityColumns = (): Column<CityFigures>[] => [
  {
    key: 'name',
    label: m.admin_city(),
    sort: 'name',
    isWide: true,
    cell: ({ city }) => <b className="font-semibold text-ink">{city}</b>,
  },
  ...Object.entries(names).map(
    ([key, label]): Column<CityFigures> => ({
      key,
      label: label(),
      sort: key,
      isNumber: true,
      cell: (row) => {
        const value = row[key as keyof typeof names] // safe: one of the names above
        return key === 'paid' ? formatRupees(Math.round(value)) : formatNumber(value)
      },
    }),
  ),
]
