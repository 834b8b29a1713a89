import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { ClosePopover } from '../ui/close-popover.tsx'
import { LocalLink } from '../ui/link.tsx'
import type { Viewer } from '../viewer.ts'
import { dashboardPath, useSite } from './site-state.ts'
import { ThemeSwitch } from './theme-switch.tsx'

export const findLinks = () => [
  { to: '/mentors', label: m.shell_browse_all() },
  { to: '/mentors?subject=mathematics', label: m.shell_find_mathematics() },
  { to: '/mentors?subject=physics', label: m.shell_find_physics() },
  { to: '/mentors?subject=english', label: m.shell_find_english() },
  { to: '/mentors?mode=online', label: m.shell_find_online() },
]

export const pageLinks = () => [
  { to: '/about-us', label: m.shell_about() },
  { to: '/contact-us', label: m.shell_contact() },
]

/** A native popover: opens and closes without scripts. */
export function SiteMenu({ viewer }: { viewer: Viewer | null }) {
  const hinted = useStoredUser(viewer)
  const { links } = useSite()
  return (
    <div popover="auto" id="site-menu" className="site-menu">
      <div className="flex items-center justify-between">
        <p className="text-h3">{viewer?.name ?? m.shell_menu()}</p>
        <ClosePopover of="site-menu" />
      </div>
      <nav aria-label={m.shell_menu()} className="grid">
        {hinted ? (
          <LocalLink to={dashboardPath(hinted)}>{m.shell_dashboard()}</LocalLink>
        ) : (
          <LocalLink to="/login">{m.shell_log_in()}</LocalLink>
        )}
        <p className="pt-3 text-small text-muted">{m.shell_find_tutors()}</p>
        {[...findLinks(), ...links, ...pageLinks()].map(({ to, label }) => (
          <LocalLink key={to} to={to}>
            {label}
          </LocalLink>
        ))}
        {viewer && (
          <Form method="post" action="/logout" className="contents">
            <button type="submit" className="text-left">
              {m.shell_log_out()}
            </button>
          </Form>
        )}
      </nav>
      <div className="grid gap-4 pt-4">
        {!viewer && (
          <ButtonLink to="/signup" look="outline" wide>
            {m.shell_join()}
          </ButtonLink>
        )}
        <ThemeSwitch />
      </div>
    </div>
  )
}

/** The session decides; the browser's stored record is a hint for cached pages. */
function useStoredUser(viewer: Viewer | null): Viewer['userType'] | null {
  const [stored, setStored] = useState<Viewer['userType'] | null>(null)
  useEffect(() => {
    try {
      // `mentor` may also hold the mentor selected in a list, as JSON.
      const isPhone = (key: string) => /^\d{10}$/.test(localStorage.getItem(key) ?? '')
      setStored(isPhone('student') ? 'student' : isPhone('mentor') ? 'mentor' : null)
    } catch {
      // Storage may be blocked; then there is no hint.
    }
  }, [])
  return viewer?.userType ?? stored
}
