import { adminOverview, type DayFigure } from '#contract/admin/overview.ts'
import { overviewDays } from '#contract/admin/overview-days.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { readApi } from '../../api.ts'
import { formatDateTime, formatDay, formatMonth } from '../../ui/dates.tsx'
import { formatNumber, formatRupees } from '../../ui/money.tsx'

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
const officeNames = {
  legalName: m.admin_set_legal_name,
  grievanceName: m.admin_set_grievance_name,
  nodalName: m.admin_set_nodal_name,
}
const isMoney = (figure: DayFigure) => figure === 'paid' || figure === 'revenue'
const words = (figure: DayFigure, value: number) =>
  isMoney(figure) ? formatRupees(Math.round(value)) : formatNumber(value)
const daysText = (count: number) => (count === 1 ? m.admin_one_day() : m.admin_days({ count }))
const daysBefore = (day: string, days: number) => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)
const isDay = (text: string | null): text is string =>
  /^20\d\d-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''))

/** The range of a URL (`days`, or `from` and `to`); the last thirty days if it is invalid. */
export function rangeOf(url: URL): { from: string; to: string; days: number | null } {
  const today = dateInIndia(new Date())
  const [from, to] = [url.searchParams.get('from'), url.searchParams.get('to')]
  if (isDay(from) && isDay(to) && from <= to && Date.parse(to) - Date.parse(from) <= 731 * dayMs)
    return { from, to, days: null }
  const days = overviewDays.find((one) => String(one) === url.searchParams.get('days')) ?? 30
  return { from: daysBefore(today, days - 1), to: today, days }
}

/** The URL has a custom range that is invalid, so the default is shown. */
const isBadRange = ({ searchParams }: URL, days: number | null) =>
  days !== null && (searchParams.has('from') || searchParams.has('to'))

/** The texts of the overview for its range. */
export async function readOverview(context: Parameters<typeof readApi>[0], url: URL) {
  const { from, to, days } = rangeOf(url)
  const { data } = await readApi(context, adminOverview, { query: { from, to } })
  const { totals, range, series, step, countedAt, missing } = data
  const time = daysText((Date.parse(to) - Date.parse(from)) / dayMs + 1)
  const sum = (figure: DayFigure) => range[figure] ?? { value: 0, before: 0 }
  /** Comparison with the previous period, as text. */
  const change = (figure: DayFigure): string => {
    const { value, before } = sum(figure)
    const given = { time, before: words(figure, before) }
    if (value === before) return value === 0 ? m.admin_change_none(given) : m.admin_change_as(given)
    if (before === 0 && value > 0) return m.admin_change_new({ time, value: words(figure, value) })
    // No percentage for negative sums.
    if (before <= 0 || value < 0) return m.admin_change_from(given)
    const percent = formatNumber(Math.round(Math.abs(value / before - 1) * 100))
    return (value > before ? m.admin_change_more : m.admin_change_less)({ ...given, percent })
  }
  const inRange = (figure: DayFigure) => {
    const value = words(figure, sum(figure).value)
    if (days) return m.admin_in_days({ value, days })
    return m.admin_in_range({ value, from: formatDay(from), to: formatDay(to) })
  }
  /** Value and change of a figure; one sentence for both if the previous period was zero. */
  const told = (figure: DayFigure) => ({
    inRange: sum(figure).before === 0 ? null : inRange(figure),
    change: change(figure),
  })
  const name = (day: string) => (step === 'month' ? formatMonth(`${day.slice(0, 7)}-01`) : formatDay(day))
  return {
    from,
    to,
    days,
    problem: isBadRange(url, days) ? m.admin_range_bad() : null,
    missing:
      missing.length > 0
        ? m.admin_office_missing({ parts: missing.map((one) => officeNames[one]()).join(', ') })
        : null,
    counted: countedAt ? m.admin_counted_at({ at: formatDateTime(countedAt) }) : m.admin_counted_not(),
    cards: [
      {
        to: '/admin/users',
        label: m.admin_total_users(),
        value: formatNumber(totals.users),
        counts: m.admin_counts_users({
          families: formatNumber(totals.families),
          mentors: formatNumber(totals.mentors),
        }),
        ...told('users'),
        more: m.admin_active_users({ count: formatNumber(totals.activeUsers) }),
      },
      {
        to: '/admin/mentors',
        label: m.admin_total_mentors(),
        value: formatNumber(totals.mentors),
        counts: m.admin_counts_mentors({ verified: formatNumber(totals.verifiedMentors) }),
        ...told('applications'),
        more: m.admin_pending({ count: formatNumber(totals.pendingVerification) }),
      },
      {
        to: '/admin/sessions',
        label: m.admin_total_sessions(),
        value: formatNumber(totals.sessions),
        counts: m.admin_counts_sessions(),
        ...told('sessions'),
        more: m.admin_active_subjects({ count: formatNumber(totals.activeSubjects) }),
      },
      {
        to: '/admin/books',
        label: m.admin_platform_revenue(),
        value: formatRupees(Math.round(totals.revenue)),
        counts: m.admin_counts_revenue(),
        ...told('revenue'),
        more: null,
      },
    ],
    charts: charted.map((figure) => ({
      figure,
      title: chartNames[figure](),
      sum: words(figure, sum(figure).value),
      change: change(figure),
      bars: series.map((one) => ({
        key: one.from,
        name: name(one.from),
        value: one.values[figure] ?? 0,
        shown: words(figure, one.values[figure] ?? 0),
      })),
    })),
  }
}
export type ShownOverview = Awaited<ReturnType<typeof readOverview>>
