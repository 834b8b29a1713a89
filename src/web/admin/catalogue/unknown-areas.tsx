import type { UnknownArea } from '#contract/reference/admin-places.ts'
import { m } from '#messages'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { wholeList } from '../kit/list-address.ts'
import { placeName, placesHref } from './place-fields.tsx'

/** The form of a new area with this name, in the field of its script. */
function addHref({ area, city, lat, lon }: UnknownArea): string {
  const name = /^[\x20-\x7e]+$/.test(area) ? 'name' : 'nameHi'
  return `${placesHref}/new?${new URLSearchParams({ in: city._id, [name]: area, lat: String(lat), lon: String(lon) })}`
}

const columns = (): Column<UnknownArea>[] => [
  {
    key: 'area',
    label: m.admin_places_area(),
    isWide: true,
    cell: ({ area }) => <b className="list-lines text-ink">{area}</b>,
  },
  { key: 'city', label: m.admin_places_city(), cell: ({ city }) => placeName(city) },
  { key: 'mentors', label: m.admin_cat_mentors(), isNumber: true, cell: ({ mentors }) => formatNumber(mentors) },
]

type Props = { rows: readonly UnknownArea[]; total: number; canChange: boolean }

/** Area names entered by mentors that match no place, each to be added, or to become another name of the one it sounds like. */
export function UnknownAreas({ rows, total, canChange }: Props) {
  const actions: Column<UnknownArea> = {
    key: 'add',
    label: m.admin_col_actions(),
    isActions: true,
    cell: (row) => (
      <span className="flex flex-wrap gap-x-4">
        {row.like && (
          <LocalLink
            to={`${placesHref}/${row.like._id}?alias=${encodeURIComponent(row.area)}`}
            className="text-link py-2.5"
          >
            {m.admin_places_same({ area: placeName(row.like) })}
          </LocalLink>
        )}
        <LocalLink to={addHref(row)} className="text-link py-2.5">
          {m.admin_places_adopt()}
        </LocalLink>
      </span>
    ),
  }
  const shown = rows.map((row) => ({ ...row, _id: `${row.city._id} ${row.area}` }))
  return (
    <>
      <p className="my-4 max-w-prose text-muted">{m.admin_places_unknown_text()}</p>
      <DataTable
        label={m.admin_places_unknown()}
        columns={canChange ? [...columns(), actions] : columns()}
        rows={shown}
        state={{ ...wholeList(placesHref, shown), total }}
        empty={{ title: m.admin_places_unknown_none(), text: m.admin_places_unknown_none_text() }}
      />
    </>
  )
}
