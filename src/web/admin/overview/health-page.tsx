import { securityCounts } from '#contract/admin/security.ts'
import { adminMessages } from '#contract/notifications/admin-messages.ts'
import { type HealthPart, platformHealth } from '#contract/wire/health.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'
import { formatTime, When } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import type { Route } from './+types/health-page.ts'
import { FigureBars } from './figure-chart.tsx'
import { SecurityCounts } from './security-counts.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  const [health, security, { lastDay }] = await Promise.all([
    readApi(context, platformHealth),
    readApi(context, securityCounts),
    readApi(context, adminMessages, { query: { limit: 1 } }),
  ])
  // Messages are counted as on their page: one that a second attempt delivered has not failed.
  const parts = health.data.map((part) => {
    if (!isMessages(part)) return part
    const day = lastDay.find(({ channel }) => channel === (part.part === 'mail' ? 'email' : 'sms'))
    return { ...part, succeeded: day?.sent ?? 0, failed: day?.givenUp ?? 0, failedAttempts: part.failed }
  })
  return { parts, counts: security.data }
}

/** Its counts are messages, and its hours attempts to send them. */
const isMessages = ({ part }: HealthPart) => part === 'sms' || part === 'mail'

export const meta = () => adminMeta(m.admin_set_health())

const names: Record<HealthPart['part'], () => string> = {
  payments: m.admin_health_payments,
  'bank-check': m.admin_health_bank_check,
  codes: m.admin_health_codes,
  sms: m.admin_health_sms,
  mail: m.admin_health_mail,
  maps: m.admin_health_maps,
  store: m.admin_health_store,
  redis: m.admin_health_redis,
  database: m.admin_health_database,
  jobs: m.admin_health_jobs,
}
const states: Record<HealthPart['state'], [BadgeKind, () => string]> = {
  real: ['paid', m.admin_health_real],
  'stand-in': ['pending', m.admin_health_stand_in],
  'built-in': ['unknown', m.admin_health_built_in],
  none: ['unknown', m.admin_health_none],
  away: ['failed', m.admin_health_away],
}

/** Our own parts work while something succeeds and nothing is late. */
const badgeOf = ({ part, state, lastSuccessAt, failed, late }: HealthPart): [BadgeKind, () => string] =>
  (part === 'database' || part === 'jobs') && lastSuccessAt && failed === 0 && !late
    ? ['paid', m.admin_health_working]
    : states[state]

const hourPx = 40

/** Providers, database and jobs, and their last 24 hours. */
export default function HealthPage({ loaderData: { parts, counts } }: Route.ComponentProps) {
  const namesOf = (some: readonly HealthPart[]) => some.map(({ part }) => names[part]()).join(', ')
  const away = parts.filter(({ state }) => state === 'away')
  const bad = parts.filter(({ failed }) => failed > 0)
  const isGood =
    away.length === 0 && parts.every(({ failed, hours = [{ failed }] }) => hours.every((one) => one.failed === 0))
  return (
    <SettingsFrame text={m.admin_health_text()} mayChange>
      <div className="mt-4 empty:hidden">
        {away.length + bad.length > 0 && (
          <Notice>
            {away.length > 0 && <p>{m.admin_health_not_reached({ parts: namesOf(away) })}</p>}
            {bad.length > 0 && <p>{m.admin_health_bad({ parts: namesOf(bad) })}</p>}
          </Notice>
        )}
        {isGood && <Notice tone="good">{m.admin_health_good()}</Notice>}
      </div>
      <ul className="mt-4 gap-4 lg:columns-2 xl:columns-3">
        {parts.map((one) => (
          <li key={one.part} className="card mb-4 inline-grid w-full content-start gap-3 align-top">
            <h2 className="flex items-start justify-between gap-2 text-[18px] text-h3 *:flex-none">
              <span className="min-w-0 shrink!">{names[one.part]()}</span>
              <Badge kind={badgeOf(one)[0]}>{badgeOf(one)[1]()}</Badge>
            </h2>
            {/* Of what is built in, the badge says it. */}
            {one.by && one.state !== 'stand-in' && one.state !== 'built-in' && (
              <p className="text-muted text-small">{one.by}</p>
            )}
            <Facts one={one} />
            <Day
              one={one}
              title={m.admin_health_hours({ part: names[one.part]() })}
              caption={isMessages(one) ? m.admin_health_attempts() : m.admin_health_hours_short()}
            />
          </li>
        ))}
      </ul>
      <SecurityCounts counts={counts} />
    </SettingsFrame>
  )
}

/** Calls in each of the last 24 hours. */
function Day({ one: { hours = [] }, title, caption }: { one: HealthPart; title: string; caption: string }) {
  if (hours.every(({ succeeded, failed }) => succeeded + failed === 0)) return null
  const bars = hours.map(({ from, succeeded, failed }) => ({
    key: from,
    name: formatTime(from),
    value: succeeded + failed,
    shown: m.admin_health_counts({ good: formatNumber(succeeded), bad: formatNumber(failed) }),
    isBad: failed > 0,
  }))
  return (
    <figure>
      <figcaption className="mb-3 text-caption text-muted">{caption}</figcaption>
      <FigureBars title={title} bars={bars} heightPx={hourPx} />
    </figure>
  )
}

function Facts({ one }: { one: HealthPart & { failedAttempts?: number } }) {
  const { part, state, lastSuccessAt, lastFailureAt, succeeded, failed, failedAttempts, late, failing } = one
  const ofMessages = isMessages(one)
  const day = m.admin_health_day()
  const counts = { good: formatNumber(succeeded), bad: formatNumber(failed) }
  if (part === 'redis') return <p className="text-small">{state === 'none' ? m.admin_health_redis_none() : ''}</p>
  const rows = [
    [m.admin_health_worked(), lastSuccessAt ? <When key="at" at={lastSuccessAt} /> : m.admin_health_never()],
    ...(lastFailureAt
      ? [[(ofMessages ? m.admin_health_failed_attempt : m.admin_health_failed)(), <When key="at" at={lastFailureAt} />]]
      : []),
    ...(part === 'database'
      ? []
      : [[day, (ofMessages ? m.admin_health_messages_counts : m.admin_health_counts)(counts)]]),
    ...(failedAttempts ? [[m.admin_health_failed_attempts(), formatNumber(failedAttempts)]] : []),
    ...(late === undefined ? [] : [[m.admin_health_late(), formatNumber(late)]]),
    ...(failing ?? []).map(({ name, count }) => [
      name,
      count === 1 ? m.admin_health_once() : m.admin_health_times({ count: formatNumber(count) }),
    ]),
  ] as const
  return (
    <dl className="grid gap-1 text-small">
      {rows.map(([label, value]) => (
        <div key={String(label)} className="flex flex-wrap justify-between gap-x-3">
          <dt className="text-muted">{label}</dt>
          <dd className={label === day && failed > 0 ? 'font-semibold text-error' : 'font-semibold text-ink'}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
