import type { SecurityCount } from '#contract/admin/security.ts'
import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatNumber } from '../../ui/money.tsx'

const names: Record<SecurityCount['event'], () => string> = {
  'wrong-code': m.admin_security_wrong_code,
  'wrong-second-factor': m.admin_security_wrong_second_factor,
  'login-required': m.admin_security_login_required,
  'not-allowed': m.admin_security_not_allowed,
  'foreign-id': m.admin_security_foreign_id,
  'cross-site': m.admin_security_cross_site,
  'rate-limited': m.admin_security_rate_limited,
  'forged-webhook': m.admin_security_forged_webhook,
}

/** Refused requests that may be attacks; unusual numbers are marked. */
export function SecurityCounts({ counts }: { counts: SecurityCount[] }) {
  if (counts.every(({ week }) => week === 0))
    return (
      <section className="mt-8">
        <h2 className="text-h3">{m.admin_security_title()}</h2>
        <p className="mt-1 flex items-center gap-2">
          <Icon name="check" size={20} className="flex-none text-tick" />
          {m.admin_security_none()}
        </p>
      </section>
    )
  return (
    <section className="mt-8">
      <h2 className="text-h3">{m.admin_security_title()}</h2>
      <p className="mt-1 text-muted text-small">{m.admin_security_text()}</p>
      <div className="card mt-3">
        <table className="w-full table-fixed text-small">
          <thead>
            <tr className="text-left text-muted">
              <th className="w-2/5 py-2 pr-3 font-semibold sm:w-1/2">{m.admin_security_event()}</th>
              <th className="py-2 pr-3 text-right font-semibold">{m.admin_security_hour()}</th>
              <th className="py-2 pr-3 text-right font-semibold">{m.admin_security_day()}</th>
              <th className="py-2 text-right font-semibold">{m.admin_security_week()}</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ event, hour, day, week, alertAbove }) => (
              <tr key={event} className="border-line border-t">
                <th scope="row" className="py-2 pr-3 text-left font-semibold">
                  {names[event]()} {hour > alertAbove && <Badge kind="failed">{m.admin_security_unusual()}</Badge>}
                </th>
                {[hour, day, week].map((count, i) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: always the same three
                    key={i}
                    className={`py-2 pr-3 text-right last:pr-0 ${count === 0 ? 'text-muted' : ''}`}
                  >
                    {formatNumber(count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
