import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { type OwnCall, ownCalls } from '#contract/support/calls.ts'
import { responseHours } from '#contract/support/limits.ts'
import { m } from '#messages'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readApi } from '../api.ts'
import { CallButton } from '../shell/call-button.tsx'
import { useSite } from '../shell/site-state.ts'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { LocalLink } from '../ui/link.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/more-page.ts'
import { OpenCalls } from './bookings/open-calls.tsx'
import { SwitchRole } from './kit/switch-role-form.tsx'
import { WrongRole } from './kit/wrong-role.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url))
  if (viewer.userType === 'admin') return { viewer, calls: null }
  const calls = viewer.userType === 'student' ? (await readApi(context, ownCalls)).data : []
  const byOf = ({ requestTime, status }: OwnCall) => {
    const by = Date.parse(requestTime) + responseHours * 3_600_000
    return (status === 'new' || status === 'assigned') && by > Date.now() ? by : null
  }
  return { viewer, calls: calls.map((one) => ({ ...one, by: byOf(one) })) }
}

export function meta() {
  return [{ title: `${m.shell_more()} - ${m.brand_name()}` }]
}

const row = 'flex min-h-14 items-center gap-3 px-4 hover:bg-sunk'

/** `isInRail`: wide screens have it beside the page. */
type Entry = readonly [to: string, icon: IconName, label: string, isInRail?: boolean]

/** Everything of an account that has no entry of its own in the bar. */
export default function MorePage({ loaderData: { viewer, calls } }: Route.ComponentProps) {
  const { callingNo } = useSite()
  if (!calls) return <WrongRole viewer={viewer} wanted="student" />
  const isMentor = viewer.userType === 'mentor'
  const settings = '/dashboard/settings'
  const mine: Entry[] = isMentor
    ? [
        ['/dashboard/mentor/profile', 'badge-check', m.shell_profile(), true],
        ['/dashboard/mentor/calendar', 'calendar-days', m.calendar_title(), true],
        ['/dashboard/mentor/availability', 'clock', m.hours_title()],
        [`${settings}/tax`, 'file-text', m.tax_title()],
      ]
    : [
        [`${settings}?tab=learners`, 'users', m.settings_learners()],
        ['/dashboard/student/classes#feed', 'calendar-check', m.calendar_feed()],
        ['/mentors', 'search', m.shell_find_tutors()],
        ['/shortlist', 'bookmark', m.shortlist_title()],
      ]
  const account: Entry[] = [
    [settings, 'settings', m.dash_settings()],
    [`${settings}?tab=messages`, 'bell', m.settings_messages()],
    [`${settings}/privacy`, 'shield-check', m.privacy_title()],
  ]
  const help: Entry[] = [
    ['/contact-us', 'mail', m.shell_contact_us()],
    ['/cases', 'flag', m.shell_follow()],
    ['/terms-conditions', 'file-text', m.shell_terms()],
  ]
  return (
    <main className="page-width pb-12">
      <PageHeading title={m.shell_more()} text={viewer.name} />
      <div className="grid gap-7 lg:grid-cols-2 lg:items-start">
        <div className="grid gap-7">
          <Entries title={isMentor ? m.more_teaching() : m.more_learning()} entries={mine} />
          <Entries title={m.shell_account()} entries={account}>
            {isMentor && viewer.roles.includes('student') && <SwitchRole to="student" look="outline" />}
            {!isMentor && viewer.roles.includes('mentor') && <SwitchRole to="mentor" look="outline" />}
          </Entries>
        </div>
        <div className="grid gap-7">
          <Entries
            title={m.more_help()}
            entries={help}
            last={
              <CallButton isRow className={row}>
                <Icon name="phone" size={22} className="flex-none text-primary" />
                <span className="grow text-ink">{m.dash_call_us()}</span>
                <span className="flex-none text-muted">{callingNo}</span>
              </CallButton>
            }
          />
          <OpenCalls calls={calls} />
          <section aria-labelledby="look">
            <h2 id="look" className="mb-2 text-card">
              {m.shell_theme()}
            </h2>
            <ThemeSwitch />
          </section>
          <Form method="post" action="/logout">
            <button type="submit" className="btn btn-outline max-lg:w-full">
              {m.shell_log_out()}
            </button>
          </Form>
        </div>
      </div>
    </main>
  )
}

type EntriesProps = { title: string; entries: readonly Entry[]; last?: ReactNode; children?: ReactNode }

function Entries({ title, entries, last, children }: EntriesProps) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-card">{title}</h2>
      <ul className="card divide-y divide-line overflow-hidden p-0!">
        {entries.map(([to, icon, label, isInRail]) => (
          <li key={to} className={isInRail ? 'lg:hidden' : ''}>
            <LocalLink to={to} className={row}>
              <Icon name={icon} size={22} className="flex-none text-primary" />
              <span className="grow text-ink">{label}</span>
              <Icon name="chevron-right" size={20} className="flex-none text-muted" />
            </LocalLink>
          </li>
        ))}
        {last && <li>{last}</li>}
      </ul>
      {children && <div className="mt-3 grid empty:hidden lg:justify-start">{children}</div>}
    </section>
  )
}
