import { Form } from 'react-router'
import { overviewDays } from '#contract/overview-days.ts'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { LocalLink } from '../ui/link.tsx'
import { FigureChart } from './figure-chart.tsx'
import type { ShownOverview } from './overview.server.ts'

/** The four figures everybody asks for first. */
export function StatCards({ cards }: Pick<ShownOverview, 'cards'>) {
  return (
    <ul className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {cards.map(({ to, label, value, more }) => (
        <li key={to} className="hanging">
          <LocalLink to={to} className="block hover:underline">
            <span className="block text-muted">{label}</span>
            <span className="amount text-[30px]">{value}</span>
          </LocalLink>
          {more.map((line) => (
            <p key={line} className="text-small text-muted">
              {line}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** Which days the figures are of: some last days, or any. */
export function RangePicker({ from, to, days, counted }: Pick<ShownOverview, 'from' | 'to' | 'days' | 'counted'>) {
  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <ul className="flex flex-wrap gap-2" aria-label={m.admin_range()}>
        {overviewDays.map((one) => (
          <li key={one}>
            <LocalLink
              to={`/admin?days=${one}`}
              className="chip"
              aria-current={one === days ? 'true' : undefined}
              data-on={one === days || undefined}
            >
              {m.admin_range_days({ days: one })}
            </LocalLink>
          </li>
        ))}
      </ul>
      <Form method="get" action={localHref('/admin')} key={`${from} ${to}`} className="flex flex-wrap items-end gap-3">
        <TextField label={m.admin_list_from()} name="from" type="date" defaultValue={from} required />
        <TextField label={m.admin_list_to()} name="to" type="date" defaultValue={to} required />
        <Button type="submit" look="outline">
          {m.admin_range_show()}
        </Button>
      </Form>
      <p className="grow text-right text-small text-muted">{counted}</p>
    </div>
  )
}

export function Charts({ charts }: Pick<ShownOverview, 'charts'>) {
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {charts.map(({ figure, ...chart }) => (
        <FigureChart key={figure} {...chart} />
      ))}
    </div>
  )
}

/** The towns where most was paid. */
export function Cities({ cities }: Pick<ShownOverview, 'cities'>) {
  if (cities.length === 0) return null
  return (
    <section className="card mt-4" aria-labelledby="cities">
      <h2 id="cities" className="text-h3">
        {m.admin_cities()}
      </h2>
      <table className="admin-table admin-list">
        <thead>
          <tr>
            <th scope="col">{m.admin_city()}</th>
            <th scope="col" data-number>
              {m.admin_figure_bookings()}
            </th>
            <th scope="col" data-number>
              {m.admin_figure_paid()}
            </th>
            <th scope="col" data-number>
              {m.admin_figure_sessions()}
            </th>
            <th scope="col" data-number>
              {m.admin_figure_applications()}
            </th>
          </tr>
        </thead>
        <tbody>
          {cities.map(({ city, bookings, paid, sessions, applications }) => (
            <tr key={city}>
              <td data-wide className="font-semibold">
                {city}
              </td>
              <td data-label={m.admin_figure_bookings()} data-number>
                {bookings}
              </td>
              <td data-label={m.admin_figure_paid()} data-number>
                {paid}
              </td>
              <td data-label={m.admin_figure_sessions()} data-number>
                {sessions}
              </td>
              <td data-label={m.admin_figure_applications()} data-number>
                {applications}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
