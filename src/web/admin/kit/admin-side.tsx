import type { AdminRole } from '#contract/wire/endpoint.ts'
import { m } from '#messages'
import { Logo } from '../../shell/logo.tsx'
import { useSite } from '../../shell/site-state.ts'
import { ClosePopover } from '../../ui/close-popover.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { roleMay } from './role-name.ts'

/** A group of the side menu; the first one has no title. */
const groups = [
  ['first', null],
  ['requests', m.admin_group_requests],
  ['money', m.admin_group_money],
  ['record', m.admin_group_record],
] as const
type Section = {
  to: string
  icon: IconName
  name: () => string
  group?: (typeof groups)[number][0]
  /** Roles that see the link; all if not given. The server enforces access. */
  roles?: readonly AdminRole[]
}
const deciding = ['owner', 'operations'] as const

/** Sections of the admin in menu order. */
const adminSections: readonly Section[] = [
  { to: '/admin', icon: 'layout-dashboard', name: m.admin_nav_overview },
  { to: '/admin/users', icon: 'users', name: m.admin_nav_users },
  { to: '/admin/mentors', icon: 'badge-check', name: m.admin_nav_mentors },
  { to: '/admin/sessions', icon: 'calendar-days', name: m.admin_nav_sessions },
  { to: '/admin/subjects', icon: 'book-open', name: m.admin_nav_subjects },
  { to: '/admin/reports', icon: 'flag', name: m.admin_nav_reports },
  { to: '/admin/settings', icon: 'settings', name: m.admin_nav_settings },
  { to: '/call-admin', icon: 'phone', name: m.admin_calls, group: 'requests' },
  { to: '/admin/disputes', icon: 'circle-question-mark', name: m.admin_nav_disputes, group: 'requests' },
  { to: '/admin/reviews', icon: 'star', name: m.admin_nav_reviews, group: 'requests' },
  { to: '/admin/refunds', icon: 'rotate-ccw', name: m.admin_nav_refunds, group: 'money' },
  { to: '/admin/payouts', icon: 'indian-rupee', name: m.admin_nav_payouts, group: 'money', roles: deciding },
  { to: '/admin/books', icon: 'clipboard-check', name: m.admin_nav_books, group: 'money' },
  { to: '/admin/messages', icon: 'mail', name: m.admin_nav_messages, group: 'record' },
  { to: '/admin/jobs', icon: 'rotate-cw', name: m.admin_nav_jobs, group: 'record', roles: deciding },
  { to: '/admin/privacy', icon: 'lock', name: m.desk_title, group: 'record', roles: deciding },
  { to: '/admin/audit', icon: 'file-text', name: m.admin_audit, group: 'record' },
]

/** The side menu; a popover on phones and tablets, which works without scripts. */
type Counts = Record<string, number>
type Props = { role: AdminRole; waiting: Counts; late: Counts }
export function AdminSide({ role, waiting, late }: Props) {
  const { path } = useSite()
  const isHere = (to: string) => path === to || path.startsWith(to === '/admin' ? '/admin/overview/' : `${to}/`)
  return (
    <nav popover="auto" id="admin-menu" key={path} aria-label={m.admin_menu()} className="admin-side">
      <div className="flex items-center justify-between">
        <LocalLink to="/" aria-label={m.brand_name()} className="px-1 py-2">
          <Logo />
        </LocalLink>
        <ClosePopover of="admin-menu" className="xl:hidden" />
      </div>
      {groups.map(([group, title]) => (
        <ul key={group} className="admin-group" aria-label={title?.() ?? m.admin_title()}>
          {adminSections
            .filter((one) => (one.group ?? 'first') === group && (one.roles?.includes(role) ?? true))
            .map(({ to, icon, name }) => (
              <li key={to}>
                <LocalLink to={to} className="admin-link" aria-current={isHere(to) ? 'page' : undefined}>
                  <Icon name={icon} size={22} className="flex-none" />
                  <span className="grow">
                    {name()}{' '}
                    {(late[to] ?? 0) > 0 && (
                      <span className="admin-late">{m.admin_due_late({ count: late[to] ?? 0 })}</span>
                    )}
                  </span>
                  {(waiting[to] ?? 0) > 0 && (
                    <span className="rounded-full bg-on-footer px-2 text-caption font-semibold text-footer">
                      {formatNumber(waiting[to] ?? 0)}
                      <span className="sr-only"> {m.admin_figure_waiting()}</span>
                    </span>
                  )}
                </LocalLink>
              </li>
            ))}
        </ul>
      ))}
      {role !== 'owner' && <p className="mt-auto px-3 pt-4 text-small text-on-footer-2">{roleMay(role)}</p>}
    </nav>
  )
}
