import { useEffect, useState } from 'react'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Bell } from './bell.tsx'
import { LanguageLink } from './language-link.tsx'
import { Logo } from './logo.tsx'
import { findLinks, pageLinks, SiteMenu } from './site-menu.tsx'
import { dashboardPath, useSite } from './site-state.ts'
import { UnreadCount } from './unread-count.tsx'

const solidAfterPx = 10

/** Brown at the top of the home page, white with a border elsewhere and after scrolling. */
export function Header({ isApp }: { isApp: boolean }) {
  const { viewer, links, path, search } = useSite()
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > solidAfterPx)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  // A new key closes the open menu on navigation.
  const place = path + search
  // A mentor at work looks for no tutors.
  const isMentorApp = isApp && viewer?.userType === 'mentor'
  const isAdminLogin = path === '/admin/login'
  // Outside the app, only admins see a payout statement, which links back to the office.
  const hasMenu = !isMentorApp && !isAdminLogin && !path.startsWith('/payouts/')
  return (
    <header className="site-header" data-kraft={(path === '/' && !scrolled) || undefined}>
      <div className="page-width flex h-full items-center">
        <LocalLink to="/" aria-label={m.brand_name()} className="-my-2 py-2">
          <Logo />
        </LocalLink>
        <nav aria-label={m.shell_main_menu()} className="nav-wide" hidden={!hasMenu}>
          <button
            type="button"
            popoverTarget="find-menu"
            className="nav-link"
            data-current={/^\/(mentors|tutors|selected-mentors)/.test(path) || undefined}
          >
            {m.shell_find_tutors()}
            <Icon name="chevron-down" size={20} />
          </button>
          <div popover="auto" id="find-menu" key={place} className="find-menu">
            {findLinks().map(({ to, label }) => (
              <LocalLink key={to} to={to}>
                {label}
              </LocalLink>
            ))}
          </div>
          {/** After the button, because its menu is positioned at the first entry. */}
          {viewer && !isApp && <NavLink to={dashboardPath(viewer.userType)} path={path} label={m.shell_dashboard()} />}
          {!isApp && [...links, ...pageLinks()].map((link) => <NavLink key={link.to} path={path} {...link} />)}
        </nav>
        <span className="grow" />
        <LanguageLink />
        {viewer && <Bell viewer={viewer} />}
        <div className={`hidden items-center gap-2 ${isAdminLogin ? '' : 'lg:flex'}`}>
          {viewer ? (
            <button type="button" popoverTarget="site-menu" className="nav-link max-w-50">
              <span className="truncate">{(viewer.userType !== 'admin' && viewer.name) || m.shell_account()}</span>
              <Icon name="chevron-down" size={20} className="flex-none" />
            </button>
          ) : (
            <>
              <LocalLink to="/login" className="nav-link font-semibold">
                {m.shell_log_in()}
              </LocalLink>
              <ButtonLink to="/signup" look="outline">
                {m.shell_join()}
              </ButtonLink>
            </>
          )}
        </div>
        {!viewer && !isAdminLogin && (
          <button
            type="button"
            popoverTarget="site-menu"
            aria-label={m.shell_menu()}
            className="target -mr-2 grid place-items-center lg:hidden"
          >
            <Icon name="menu" size={28} />
          </button>
        )}
        <SiteMenu key={place} viewer={viewer} />
      </div>
    </header>
  )
}

function NavLink({ to, label, path }: { to: string; label: string; path: string }) {
  return (
    <LocalLink to={to} className="nav-link" aria-current={path === to ? 'page' : undefined}>
      {label}
      {to === '/chat' && <UnreadCount />}
    </LocalLink>
  )
}
