import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '#messages'
import { useSite } from '../../shell/site-state.ts'
import { LocalLink } from '../../ui/link.tsx'

type Tab = readonly [to: string, name: () => string]
const sessions: readonly Tab[] = [
  ['/admin/sessions', m.admin_tab_classes],
  ['/admin/sessions/bookings', m.admin_tab_bookings],
]
const overview: readonly Tab[] = [
  ['/admin', m.admin_nav_overview],
  ['/admin/overview/mentors', m.admin_tab_mentors],
  ['/admin/overview/students', m.admin_tab_students],
  ['/admin/overview/reports', m.admin_tab_reports],
]
const people: readonly Tab[] = [
  ['/admin/users', m.admin_tab_families],
  ['/admin/users/learners', m.admin_tab_learners],
  ['/admin/mentors', m.admin_tab_mentors],
  ['/admin/users/admins', m.admin_tab_admins],
]
const mentors: readonly Tab[] = [
  ['/admin/mentors', m.admin_tab_checks],
  ['/admin/mentors/listing', m.admin_tab_listing],
  ['/admin/mentors/links', m.admin_tab_links],
]
const settings: readonly Tab[] = [
  ['/admin/settings', m.admin_tab_general],
  ['/admin/settings/brand', m.admin_brand],
  ['/admin/settings/rates', m.admin_nav_rates],
  ['/admin/settings/switches', m.admin_set_switches],
  ['/admin/settings/home', m.admin_set_home],
  ['/admin/settings/answers', m.admin_set_answers],
  ['/admin/settings/messages', m.admin_set_messages],
  ['/admin/settings/health', m.admin_set_health],
]
const catalogue: readonly Tab[] = [
  ['/admin/subjects', m.admin_cat_tab_subjects],
  ['/admin/subjects/level', m.admin_cat_tab_levels],
  ['/admin/subjects/grade', m.admin_cat_tab_grades],
  ['/admin/subjects/board', m.admin_cat_tab_boards],
  ['/admin/subjects/degree', m.admin_cat_tab_degrees],
  ['/admin/subjects/places', m.admin_cat_tab_places],
]

/** What fades at the edge of the tabs, and the open tab is clear of. */
const clearPx = 24

type TabsProps = { label: string; tabs: readonly Tab[] }

/** The pages of one section: the one tab design of the control room. */
function SectionTabs({ label, tabs }: TabsProps) {
  const { path } = useSite()
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const now = row.current?.querySelector<HTMLElement>(`[data-tab="${path}"]`)
    if (row.current && now) row.current.scrollLeft = now.offsetLeft - clearPx
  }, [path])
  return (
    <nav ref={row} aria-label={label} className="section-tabs">
      {tabs.map(([to, name]) => (
        <LocalLink key={to} to={to} data-tab={to} preventScrollReset aria-current={path === to ? 'page' : undefined}>
          {name()}
        </LocalLink>
      ))}
    </nav>
  )
}

type HeadProps = { text?: ReactNode; action?: ReactNode }

/** The section, the open tab as the page's heading, the tabs, and below them a text: the tabs are at one height in all. */
function SectionHead({ label, tabs, text, action }: TabsProps & HeadProps) {
  const { path } = useSite()
  const [, name] = tabs.findLast(([to]) => path === to || path.startsWith(`${to}/`)) ?? ['', () => label]
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <p className="font-semibold text-muted text-small [&:lang(hi)]:mb-1.5">{label}</p>
          <h1 className="text-h1">{name()}</h1>
        </div>
        {action}
      </div>
      <SectionTabs label={label} tabs={tabs} />
      {text && <p className="text-muted">{text}</p>}
    </>
  )
}

export const OverviewTabs = () => <SectionTabs label={m.admin_nav_overview()} tabs={overview} />
export const SessionHead = () => <SectionHead label={m.admin_nav_sessions()} tabs={sessions} />
export const SettingsHead = (head: HeadProps) => (
  <SectionHead label={m.admin_nav_settings()} tabs={settings} {...head} />
)
export const MentorHead = (head: HeadProps) => <SectionHead label={m.admin_nav_mentors()} tabs={mentors} {...head} />
export const PeopleHead = (head: HeadProps) => <SectionHead label={m.admin_nav_users()} tabs={people} {...head} />
export const CatalogueHead = (head: HeadProps) => (
  <SectionHead label={m.admin_nav_subjects()} tabs={catalogue} {...head} />
)
