import { adminOverview, type DayFigure } from '#contract/admin/overview.ts'
import { overviewDays } from '#contract/admin/overview-days.ts'
import { adminReconciliation } from '#contract/money/reconciliation.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { readApi } from '../../api.ts'
import { formatDay, formatMonth } from '../../ui/dates.tsx'
import { formatNumber, formatRupees } from '../../ui/money.tsx'
import { countText } from '../kit/count-text.ts'
import { fullTime } from '../kit/full-time.ts'
import { type Change, scaleOf } from './figure-chart.tsx'

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
/** The list behind each chart. */
const chartLists: Record<(typeof charted)[number], string> = {
  bookings: '/admin/sessions/bookings',
  paid: '/admin/overview/cities',
  revenue: '/admin/books',
  sessions: '/admin/sessions',
  applications: '/admin/mentors',
  calls: '/call-admin',
}
const officeNames = {
  legalName: m.admin_set_legal_name,
  grievanceName: m.admin_set_grievance_name,
  nodalName: m.admin_set_nodal_name,
}
const isMoney = (figure: DayFigure) => figure === 'paid' || figure === 'revenue'
const words = (figure: DayFigure, value: number) =>
  isMoney(figure) ? formatRupees(Math.round(value)) : formatNumber(value)
const formatPercent = (share: number) =>
  new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })
    .format(share)
    .replace('-', '−')
const daysText = (count: number) => countText(count, m.admin_one_day, m.admin_days)
const daysBefore = (day: string, days: number) => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)
const isDay = (text: string | null): text is string =>
  /^20\d\d-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''))

/** The range of a URL (`days`, or `from` and `to`); the last thirty days if it is invalid. */
export function rangeOf(url: URL): { from: string; to: string; days: number | null } {
  const today = dateInIndia(new Date())
  const from = url.searchParams.get('from')
  const to = url.searchParams.get('to')
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
  const { totals, range, step, countedAt, missing } = data
  const series = countedAt ? data.series : []
  const dayCount = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  const previousTime = countText(dayCount, m.admin_the_day, m.admin_days)
  const sum = (figure: DayFigure) => range[figure] ?? { value: 0, before: 0 }
  const counted = (text: string) => (countedAt ? text : null)
  /** Comparison with the previous period, as text. */
  const change = (figure: DayFigure): string => {
    const { value, before } = sum(figure)
    const given = { time: previousTime, before: words(figure, before) }
    if (value === before) return value === 0 ? m.admin_change_none(given) : m.admin_change_as(given)
    if (before === 0 && value > 0) return m.admin_change_new({ time: previousTime, value: words(figure, value) })
    // No percentage for negative sums.
    if (before <= 0 || value < 0) return m.admin_change_from(given)
    const percent = formatNumber(Math.round(Math.abs(value / before - 1) * 100))
    return (value > before ? m.admin_change_more : m.admin_change_less)({ ...given, percent })
  }
  /** Number of the change and its sentence. */
  const changeOf = (figure: DayFigure): Change => {
    const { value, before } = sum(figure)
    const sentence = change(figure)
    if (value === before) return { text: formatPercent(0), sentence }
    if (before === 0 && value > 0) return { text: m.admin_change_short_new({ time: previousTime }), sentence }
    // No percentage for negative sums.
    if (before <= 0 || value < 0) return { text: words(figure, value - before).replace('-', '−'), sentence }
    return { text: formatPercent(value / before - 1), sentence }
  }
  /** "+20 in 30 days, previously 25". */
  const inRange = (figure: DayFigure) => {
    const { value, before } = sum(figure)
    const change = `${value > 0 ? '+' : ''}${words(figure, value)}`
    return counted(m.admin_tile_range({ time: daysText(dayCount), value: change, before: words(figure, before) }))
  }
  const spark = (figure: DayFigure) => series.map((one) => one.values[figure] ?? 0)
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
    counted: countedAt ? m.admin_counted_at({ at: fullTime(countedAt) }) : m.admin_counted_not(),
    isCounting: countedAt === null,
    shown: `${formatDay(from)} – ${formatDay(to, { year: true })}`,
    cards: [
      {
        to: '/admin/users',
        label: m.admin_total_users(),
        value: formatNumber(totals.users),
        inRange: inRange('users'),
        spark: spark('users'),
        note: countedAt && m.admin_active_users({ count: formatNumber(totals.activeUsers) }),
      },
      {
        to: '/admin/mentors',
        label: m.admin_total_mentors(),
        value: formatNumber(totals.mentors),
        inRange: inRange('applications'),
        spark: spark('applications'),
        note: m.admin_pending({ count: formatNumber(totals.pendingVerification) }),
      },
      {
        to: '/admin/sessions',
        label: m.admin_total_sessions(),
        value: counted(formatNumber(totals.sessions)),
        inRange: inRange('sessions'),
        spark: spark('sessions'),
        note: countedAt && countText(totals.activeSubjects, m.admin_active_subjects_one, m.admin_active_subjects),
      },
      {
        to: '/admin/books',
        label: m.admin_platform_revenue(),
        value: counted(formatRupees(Math.round(totals.revenue))),
        inRange: inRange('revenue'),
        spark: spark('revenue'),
        note: m.admin_counts_revenue(),
      },
    ],
    charts: charted.map((figure) => ({
      figure,
      title: chartNames[figure](),
      sum: counted(words(figure, sum(figure).value)),
      to: chartLists[figure],
      change: countedAt ? changeOf(figure) : null,
      scale: scaleOf(spark(figure), (value) => words(figure, value)),
      bars: series.map((one) => ({
        key: one.from,
        name: name(one.from),
        value: one.values[figure] ?? 0,
        shown: words(figure, one.values[figure] ?? 0),
      })),
    })),
  }
}
/** What is between two owners, in the ledger now. Liabilities are negative there. */
export async function moneyInTransit(context: Parameters<typeof readApi>[0]) {
  const { balances } = await readApi(context, adminReconciliation, { query: { limit: 1 } })
  const sum = (...accounts: string[]) => {
    const found = balances.filter(({ account }) => accounts.includes(account))
    return formatRupees(Math.abs(Math.round(found.reduce((all, { amount }) => all + amount, 0))))
  }
  return [
    { to: '/admin/books', label: m.admin_books_account_gateway_receivable(), value: sum('gateway_receivable') },
    { to: '/admin/sessions/bookings', label: m.admin_books_account_family_prepaid(), value: sum('family_prepaid') },
    { to: '/admin/payouts', label: m.admin_books_account_mentor_payable(), value: sum('mentor_payable') },
    { to: '/admin/refunds', label: m.admin_books_account_refunds_payable(), value: sum('refunds_payable') },
  ]
}

export type ShownOverview = Awaited<ReturnType<typeof readOverview>>
