import { Form } from 'react-router'
import type { CityFigures } from '#contract/admin/overview.ts'
import { overviewDays } from '#contract/admin/overview-days.ts'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { cityColumns } from '../kit/city-columns.tsx'
import { PanelHead } from '../kit/panel-head.tsx'
import { PanelTable } from '../kit/panel-table.tsx'
import { FigureChart, Sparkline } from './figure-chart.tsx'
import type { ShownOverview } from './overview.server.ts'

/** The four main figures. */
export function StatCards({ cards, isCounting }: Pick<ShownOverview, 'cards' | 'isCounting'>) {
  return (
    <ul className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {cards.map(({ to, label, value, note, inRange, spark }) => (
        <li key={to} className="hanging min-w-0">
          <LocalLink to={to} className="block hover:underline">
            <span className="block text-muted">{label}</span>
            <span className="flex flex-wrap items-center gap-x-4">
              {value === null ? (
                <Skeleton className="my-1 h-9 w-24 animate-none" />
              ) : (
                <span className="amount text-[30px]">{value}</span>
              )}
              <Sparkline values={spark} />
            </span>
          </LocalLink>
          {isCounting && <Skeleton className="my-1 h-4 w-4/5 animate-none" />}
          {inRange && <p className="mt-2 text-caption text-muted">{inRange}</p>}
          {note && <p className="text-caption text-muted">{note}</p>}
        </li>
      ))}
    </ul>
  )
}

type Picker = Pick<ShownOverview, 'from' | 'to' | 'days' | 'shown' | 'counted' | 'problem'>
/** Range of the figures: recent days, or a custom range. */
export function RangePicker({ from, to, days, shown, counted, problem }: Picker) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <ul className="flex min-w-0 gap-2 max-sm:contents" aria-label={m.admin_range()}>
        {overviewDays.map((one) => (
          <li key={one}>
            <LocalLink
              to={`/admin?days=${one}`}
              preventScrollReset
              className="chip"
              aria-current={one === days ? 'true' : undefined}
              data-on={one === days || undefined}
            >
              {m.admin_range_days({ days: one })}
            </LocalLink>
          </li>
        ))}
      </ul>
      <details className="range-dates" open={days === null || problem !== null}>
        <summary className="chip" data-on={days === null || undefined}>
          {days === null ? shown : m.admin_range_choose()}
          <Icon name="chevron-down" size={18} />
        </summary>
        <Form
          method="get"
          action={localHref('/admin')}
          key={`${from} ${to}`}
          preventScrollReset
          className="mt-3 flex flex-wrap items-end gap-3"
        >
          <TextField label={m.admin_list_from()} name="from" type="date" defaultValue={from} required />
          <TextField label={m.admin_list_to()} name="to" type="date" defaultValue={to} required />
          <Button type="submit" look="outline">
            {m.admin_range_show()}
          </Button>
        </Form>
      </details>
      <p className="text-muted text-small max-sm:basis-full max-sm:text-caption sm:flex-1 sm:text-right">{counted}</p>
      {problem && (
        <div className="basis-full">
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
    </div>
  )
}

export function Charts({ charts }: Pick<ShownOverview, 'charts'>) {
  return (
    <div className="mt-4 grid grid-flow-dense grid-cols-2 gap-4 xl:grid-cols-3">
      {charts.map(({ figure, ...chart }) => (
        <FigureChart key={figure} {...chart} />
      ))}
    </div>
  )
}

/** Money that is between two owners now, each sum with the list behind it. */
export function MoneyInTransit({ sums }: { sums: readonly { to: string; label: string; value: string }[] }) {
  return (
    <section aria-labelledby="transit" className="sm:mt-8 sm:mb-8">
      <h2 id="transit" className="mb-3 text-h3">
        {m.admin_transit()}
      </h2>
      <ul className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {sums.map(({ to, label, value }) => (
          <li key={label} className="card min-w-0">
            <LocalLink to={to} className="block hover:underline">
              <span className="block text-muted">{label}</span>
              <span className="amount text-[22px]">{value}</span>
            </LocalLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Town = CityFigures & { _id: string }
/** The cities with the most payments, without those where nothing happened; `to` is the list of all cities. */
export function Cities({ cities, to }: { cities: readonly Town[]; to: string }) {
  return (
    <section className="card sm:mt-4" aria-labelledby="cities">
      <PanelHead id="cities" title={m.admin_cities()} to={to} />
      {cities.length === 0 ? (
        <p className="flex min-h-14 items-center text-muted">{m.admin_cities_quiet()}</p>
      ) : (
        <PanelTable labelledBy="cities" isFigures columns={cityColumns()} rows={cities} />
      )}
    </section>
  )
}
