import { type ReactNode, useId } from 'react'
import { m } from '#messages'
import { LocalLink } from '../../ui/link.tsx'
import type { Column } from '../kit/column.ts'
import { PanelHead } from '../kit/panel-head.tsx'
import { PanelTable } from '../kit/panel-table.tsx'
import { PhoneFold } from './phone-fold.tsx'
import type { ShareLine, ShownUsage } from './usage.server.ts'

/** From signing up to renewing, who pays again, and how full the mentors' hours are. */
export function UsagePanels({
  usage: { stages, cohorts, cities, subjects },
  days,
}: {
  usage: ShownUsage
  /** Null for dates that were chosen. */
  days: number | null
}) {
  return (
    <div
      className={`usage-panels gap-4 sm:my-4 sm:grid xl:grid-cols-2 ${stages.length === 0 ? 'xl:[&>:nth-child(-n+2)]:col-span-2' : ''}`}
    >
      <Panel
        title={m.admin_stages()}
        text={m.admin_stages_text()}
        to="/admin/users"
        empty={stages.length === 0 && (days ? m.admin_stages_none({ count: days }) : m.admin_stages_none_dates())}
      >
        {() => <ShareLines lines={stages} />}
      </Panel>
      <Cohorts rows={cohorts} />
      <Panel
        title={m.admin_hours_city()}
        text={m.admin_hours_text()}
        to="/admin/sessions?status=scheduled"
        empty={cities.length === 0 && m.admin_hours_none()}
      >
        {() => <ShareLines lines={cities} />}
      </Panel>
      <Panel
        title={m.admin_hours_subject()}
        text={m.admin_hours_subject_text()}
        to="/admin/sessions?status=scheduled"
        empty={subjects.length === 0 && m.admin_hours_none()}
      >
        {() => <ShareLines lines={subjects} />}
      </Panel>
    </div>
  )
}

type PanelProps = {
  title: string
  text: string
  to: string
  /** Instead of everything else. */
  empty: string | false
  children: (titleId: string) => ReactNode
}

function Panel({ title, text, to, empty, children }: PanelProps) {
  const id = useId()
  return (
    <PhoneFold title={title}>
      <section className="card min-w-0" aria-labelledby={id}>
        <PanelHead id={id} title={title} to={to} />
        {empty ? (
          <p className="flex min-h-14 items-center text-muted">{empty}</p>
        ) : (
          <>
            <p className="mt-1 mb-2 text-small text-muted">{text}</p>
            {children(id)}
          </>
        )}
      </section>
    </PhoneFold>
  )
}

/** Numbers with a bar each; the text says all that the bar does. */
const ShareLines = ({ lines }: { lines: readonly ShareLine[] }) => (
  <ol>
    {lines.map(({ key, to, name, value, note, part }) => (
      <li key={key} className="py-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <LocalLink to={to} className="text-link inline-flex min-h-11 items-center wrap-anywhere">
            {name}
          </LocalLink>
          <span className="tabular-nums">
            <b className="font-semibold text-ink">{value}</b>
            {note && <span className="ml-2 text-muted">{note}</span>}
          </span>
        </div>
        {part >= 0.01 && (
          <svg width="100%" height={6} aria-hidden="true">
            <rect width="100%" height={6} rx={3} className="fill-line" />
            <rect width={`${(100 * part).toFixed(1)}%`} height={6} rx={3} className="fill-primary" />
          </svg>
        )}
      </li>
    ))}
  </ol>
)

type Cohort = ShownUsage['cohorts'][number]

function Cohorts({ rows }: { rows: readonly Cohort[] }) {
  const columns: Column<Cohort>[] = [
    {
      key: 'month',
      label: m.admin_cohorts_month(),
      cell: ({ name, to }) => (
        <LocalLink to={to} className="text-link inline-flex min-h-11 items-center whitespace-nowrap">
          {name}
        </LocalLink>
      ),
    },
    { key: 'families', label: m.admin_tab_families(), isNumber: true, cell: ({ families }) => families },
    ...[0, 1, 2].map(
      (i): Column<Cohort> => ({
        key: `month-${i + 1}`,
        label: m.admin_cohorts_nth({ nth: i + 1 }),
        isNumber: true,
        cell: ({ again }) => <Again cell={again[i] ?? null} />,
      }),
    ),
  ]
  return (
    <Panel
      title={m.admin_cohorts()}
      text={m.admin_cohorts_text()}
      to="/admin/users?reached=paid"
      empty={rows.length === 0 && m.admin_cohorts_none()}
    >
      {(id) => <PanelTable labelledBy={id} isFigures columns={columns} rows={rows} />}
    </Panel>
  )
}

/** The share that paid; nothing for a month that has not begun. */
function Again({ cell }: { cell: Cohort['again'][number] }) {
  if (!cell) return null
  const { percent, text, isNow } = cell
  return (
    <>
      {percent && <b className="block font-semibold text-ink">{percent}</b>}
      <span className="whitespace-nowrap">{text}</span>
      {isNow && <span className="block text-caption text-muted">{m.admin_cohorts_now()}</span>}
    </>
  )
}
