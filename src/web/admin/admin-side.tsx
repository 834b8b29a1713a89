import { m } from '#messages'
import { Logo } from '../shell/logo.tsx'
import { useSite } from '../shell/site-state.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { LocalLink } from '../ui/link.tsx'

/** Every section of the admin, in the order of the side column. */
export const adminSections = [
  { to: '/admin', icon: 'layout-dashboard', name: m.admin_nav_overview },
  { to: '/admin/users', icon: 'users', name: m.admin_nav_users },
  { to: '/admin/mentors', icon: 'badge-check', name: m.admin_nav_mentors },
  { to: '/admin/sessions', icon: 'calendar-days', name: m.admin_nav_sessions },
  { to: '/call-admin', icon: 'phone', name: m.admin_calls },
  { to: '/admin/disputes', icon: 'circle-question-mark', name: m.admin_nav_disputes },
  { to: '/admin/reviews', icon: 'star', name: m.admin_nav_reviews },
  { to: '/admin/refunds', icon: 'rotate-ccw', name: m.admin_nav_refunds },
  { to: '/admin/subjects', icon: 'book-open', name: m.admin_nav_subjects },
  { to: '/admin/payouts', icon: 'indian-rupee', name: m.admin_nav_payouts },
  { to: '/admin/books', icon: 'clipboard-check', name: m.admin_nav_books },
  { to: '/admin/messages', icon: 'mail', name: m.admin_nav_messages },
  { to: '/admin/reports', icon: 'flag', name: m.admin_nav_reports },
  { to: '/admin/audit', icon: 'file-text', name: m.admin_audit },
  { to: '/admin/settings', icon: 'settings', name: m.admin_nav_settings },
] as const satisfies readonly { to: string; icon: IconName; name: () => string }[]

/** The side column, which phones and tablets open as a popover, before scripts too. */
export function AdminSide({ waiting }: { waiting: Record<string, number> }) {
  const { path } = useSite()
  const isHere = (to: string) => path === to || (to !== '/admin' && path.startsWith(`${to}/`))
  return (
    <nav popover="auto" id="admin-menu" key={path} aria-label={m.admin_menu()} className="admin-side">
      <div className="flex items-center justify-between">
        <LocalLink to="/" aria-label={m.brand_name()} className="px-1 py-2">
          <Logo />
        </LocalLink>
        <button
          type="button"
          popoverTarget="admin-menu"
          popoverTargetAction="hide"
          aria-label={m.ui_close()}
          className="target grid place-items-center xl:hidden"
        >
          <Icon name="x" size={24} />
        </button>
      </div>
      <div className="grid gap-1">
        {adminSections.map(({ to, icon, name }) => (
          <LocalLink key={to} to={to} className="admin-link" aria-current={isHere(to) ? 'page' : undefined}>
            <Icon name={icon} size={22} className="flex-none" />
            <span className="grow">{name()}</span>
            {(waiting[to] ?? 0) > 0 && (
              <span className="rounded-full bg-on-footer px-2 text-caption font-semibold text-footer">
                {waiting[to]}
                <span className="sr-only"> {m.admin_figure_waiting()}</span>
              </span>
            )}
          </LocalLink>
        ))}
      </div>
    </nav>
  )
}
