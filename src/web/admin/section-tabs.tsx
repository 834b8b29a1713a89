import { m } from '#messages'
import { useSite } from '../shell/site-state.ts'
import { LocalLink } from '../ui/link.tsx'

type Tab = readonly [to: string, name: () => string]
const sessions: readonly Tab[] = [
  ['/admin/sessions', m.admin_tab_classes],
  ['/admin/sessions/bookings', m.admin_tab_bookings],
]
const people: readonly Tab[] = [
  ['/admin/users', m.admin_tab_families],
  ['/admin/mentors', m.admin_tab_mentors],
  ['/admin/users/admins', m.admin_tab_admins],
]
const catalogue: readonly Tab[] = [
  ['/admin/subjects', m.admin_cat_tab_subjects],
  ['/admin/subjects/levels', m.admin_cat_levels],
  ['/admin/subjects/boards', m.admin_cat_boards],
  ['/admin/subjects/places', m.admin_cat_tab_places],
]

/** The lists of one section, each a page of its own. */
function SectionTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { path } = useSite()
  return (
    <nav aria-label={label} className="mt-3 flex flex-wrap gap-1 border-b border-line">
      {tabs.map(([to, name]) => (
        <LocalLink
          key={to}
          to={to}
          aria-current={path === to ? 'page' : undefined}
          className="-mb-px inline-flex min-h-12 items-center border-b-4 border-transparent px-4 font-semibold text-muted aria-[current=page]:border-primary aria-[current=page]:text-ink"
        >
          {name()}
        </LocalLink>
      ))}
    </nav>
  )
}

export const SessionTabs = () => <SectionTabs label={m.admin_nav_sessions()} tabs={sessions} />
export const PeopleTabs = () => <SectionTabs label={m.admin_nav_users()} tabs={people} />
export const CatalogueTabs = () => <SectionTabs label={m.admin_nav_subjects()} tabs={catalogue} />
