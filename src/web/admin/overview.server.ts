import { adminOverview, type DayFigure } from '#contract/overview.ts'
import { overviewDays } from '#contract/overview-days.ts'
import { dateInIndia } from '#contract/time.ts'
import { m } from '#messages'
import { readApi } from '../api.ts'
import { formatDateTime, formatDay, formatMonth } from '../ui/dates.tsx'
import { formatNumber, formatRupees } from '../ui/money.tsx'

const dayMs = 86_400_000
const charted = ['bookings', 'paid', 'revenue', 'sessions', 'applications', 'calls'] as const
const chartNames: Record<(typeof charted)[number], () => string> = {
  bookings: m.admin_figure_bookings,
  paid: m.admin_figure_paid,
  revenue: m.admin_figure_revenue,
  sessions: m.admin_figure_sessions,
  applications: m.admin_figure_applications,
  calls: m.admin_figure_calls,
}
const isMoney = (figure: DayFigure) => figure === 'paid' || figure === 'revenue'
const words = (figure: DayFigure, value: number) =>
  isMoney(figure) ? formatRupees(Math.round(value)) : formatNumber(value)
const daysBefore = (day: string, days: number) => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)
const isDay = (text: string | null): text is string =>
  /^20\d\d-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''))

/** The range of an address: `days`, or `from` and `to`; the last thirty days when it makes no sense. */
export function rangeOf(url: URL): { from: string; to: string; days: number | null } {
  const today = dateInIndia(new Date())
  const [from, to] = [url.searchParams.get('from'), url.searchParams.get('to')]
  if (isDay(from) && isDay(to) && from <= to && Date.parse(to) - Date.parse(from) <= 731 * dayMs)
    return { from, to, days: null }
  const days = overviewDays.find((one) => String(one) === url.searchParams.get('days')) ?? 30
  return { from: daysBefore(today, days - 1), to: today, days }
}

/** Everything the overview shows of its range, in words. */
export async function readOverview(context: Parameters<typeof readApi>[0], url: URL) {
  const { from, to, days } = rangeOf(url)
  const { data } = await readApi(context, adminOverview, { query: { from, to } })
  const { totals, range, series, step, cities, countedAt } = data
  const change = (figure: DayFigure) => {
    const { value, before } = range[figure] ?? { value: 0, before: 0 }
    if (before === 0) return value === 0 ? m.admin_change_none() : m.admin_change_new()
    const percent = Math.round((value / before - 1) * 100)
    return m.admin_change({ change: `${percent < 0 ? '−' : '+'}${formatNumber(Math.abs(percent))} %` })
  }
  const inRange = (figure: DayFigure) => {
    const value = words(figure, range[figure]?.value ?? 0)
    if (days) return m.admin_in_days({ value, days })
    return m.admin_in_range({ value, from: formatDay(from), to: formatDay(to) })
  }
  const name = (day: string) => (step === 'month' ? formatMonth(`${day.slice(0, 7)}-01`) : formatDay(day))
  return {
    from,
    to,
    days,
    counted: countedAt ? m.admin_counted_at({ at: formatDateTime(countedAt) }) : m.admin_counted_not(),
    cards: [
      {
        to: '/admin/users',
        label: m.admin_total_users(),
        value: formatNumber(totals.users),
        more: [
          inRange('families'),
          ...(range.families?.before ? [change('families')] : []),
          m.admin_active_users({ count: formatNumber(totals.activeUsers) }),
        ],
      },
      {
        to: '/admin/mentors',
        label: m.admin_total_mentors(),
        value: formatNumber(totals.mentors),
        more: [m.admin_pending({ count: formatNumber(totals.pendingVerification) })],
      },
      {
        to: '/admin/sessions',
        label: m.admin_total_sessions(),
        value: formatNumber(totals.sessions),
        more: [inRange('sessions'), m.admin_active_subjects({ count: formatNumber(totals.activeSubjects) })],
      },
      {
        to: '/admin/books',
        label: m.admin_platform_revenue(),
        value: formatRupees(Math.round(totals.revenue)),
        more: [inRange('revenue'), change('revenue')],
      },
    ],
    charts: charted.map((figure) => ({
      figure,
      title: chartNames[figure](),
      sum: words(figure, range[figure]?.value ?? 0),
      before: change(figure),
      bars: series.map((one) => ({
        key: one.from,
        name: name(one.from),
        value: one.values[figure] ?? 0,
        shown: words(figure, one.values[figure] ?? 0),
      })),
    })),
    cities: cities.map(({ city, values }) => ({
      city,
      bookings: formatNumber(values.bookings ?? 0),
      paid: formatRupees(Math.round(values.paid ?? 0)),
      sessions: formatNumber(values.sessions ?? 0),
      applications: formatNumber(values.applications ?? 0),
    })),
  }
}
export type ShownOverview = Awaited<ReturnType<typeof readOverview>>
