import { redirect, useNavigate } from 'react-router'
import { createCalendarFeed, revokeCalendarFeed } from '#contract/classes/calendar.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { byIntent, readForm, sendForm } from '../../form.server.ts'
import { localHref, plainPath } from '../../locale.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { MonthSheets } from '../attendance/month-sheets.tsx'
import { availabilityPath } from '../availability/availability-path.ts'
import { DoneNotice } from '../kit/done-notice.tsx'
import { formResult } from '../kit/form-result.ts'
import { monthName } from '../kit/labels.ts'
import type { Side } from '../kit/timetable-text.ts'
import { useNow } from '../kit/use-now.ts'
import { WrongRole } from '../kit/wrong-role.tsx'
import type { Route } from './+types/calendar-page.ts'
import { loadCalendar } from './calendar.server.ts'
import { CalendarFeed } from './calendar-feed.tsx'
import { MonthGrid, MonthList } from './calendar-month.tsx'

export { clientAction } from '../kit/lost-result.ts'

/** Address of each side's calendar. */
const paths = { family: '/dashboard/student/classes', mentor: '/dashboard/mentor/calendar' } as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url)
  if (viewer.userType === 'admin' || viewer._id === null) return { viewer, own: null }
  const side = viewer.userType === 'mentor' ? ('mentor' as const) : ('family' as const)
  // The other side's address, or the former one of both.
  if (plainPath(url.pathname) !== paths[side]) throw redirect(localHref(paths[side] + url.search))
  const calendar = await loadCalendar(context, side, url.searchParams)
  return { viewer, own: { side, calendar, now: Date.now(), formKey: crypto.randomUUID() } }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const reply = await byIntent(form, {
    'feed-make': () => sendForm(context, createCalendarFeed, form),
    'feed-end': () => sendForm(context, revokeCalendarFeed, form),
  })
  return formResult(form, reply, localHref(plainPath(new URL(request.url).pathname)))
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${titleOf(loaderData?.own?.side)} - ${m.brand_name()}` }]
}

const titleOf = (side: Side | undefined) => (side === 'family' ? m.shell_classes() : m.calendar_title())

const monthTitle = (month: string) => `${monthName(month)} ${month.slice(0, 4)}`

/** One month of lessons, across all bookings of a family or mentor. */
export default function CalendarPage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  const now = useNow(own?.now ?? 0)
  const navigate = useNavigate()
  if (!own) return <WrongRole viewer={viewer} wanted="student" />
  const { side, calendar, formKey } = own
  const path = paths[side]
  const { month, today, previous, next, weeks, entries, feed, sheets } = calendar
  const label = monthTitle(month)
  const turnPage = (key: 'PageUp' | 'PageDown') => {
    const target = key === 'PageUp' ? previous : next
    if (target) navigate(localHref(`${path}?month=${target}`), { preventScrollReset: true })
  }
  return (
    <main className="page-width pb-12">
      <PageHeading
        title={titleOf(side)}
        actions={
          side === 'mentor' ? (
            <ButtonLink look="outline" to={availabilityPath()} icon={<Icon name="clock" size={20} />}>
              {m.hours_title()}
            </ButtonLink>
          ) : (
            <ButtonLink look="outline" to="/mentors" icon={<Icon name="plus" size={20} />}>
              {m.dash_book_a_class()}
            </ButtonLink>
          )
        }
      />
      <DoneNotice />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h2 className="grow text-h2 text-[22px]! lg:text-[24px]!" aria-live="polite">
          {label}
        </h2>
        {month !== today.slice(0, 7) && (
          <ButtonLink look="outline" to={path}>
            {m.dash_today()}
          </ButtonLink>
        )}
        {previous && <AdjacentMonth path={path} month={previous} icon="chevron-left" />}
        {next && <AdjacentMonth path={path} month={next} icon="chevron-right" />}
      </div>
      {entries.length === 0 && (
        <div className="lg:hidden">
          <EmptyState title={m.calendar_empty({ month: label })} text={emptyText(side)} />
        </div>
      )}
      <MonthList entries={entries} today={today} now={now} />
      <MonthGrid weeks={weeks} month={month} today={today} entries={entries} label={label} onMonth={turnPage} />
      {entries.length === 0 && (
        <p className="mt-3 text-muted max-lg:hidden">
          {m.calendar_empty({ month: label })}. {emptyText(side)}
        </p>
      )}
      {sheets.length > 0 && (
        <section aria-labelledby="sheets" className="mt-8 max-w-[680px]">
          <h2 id="sheets" className="text-h3">
            {m.sheet_of_month({ month: label })}
          </h2>
          <MonthSheets sheets={sheets} />
        </section>
      )}
      <CalendarFeed feed={feed} formKey={formKey} />
    </main>
  )
}

const emptyText = (side: Side) => (side === 'mentor' ? m.calendar_empty_mentor() : m.calendar_empty_family())

function AdjacentMonth({ path, month, icon }: { path: string; month: string; icon: 'chevron-left' | 'chevron-right' }) {
  return (
    <ButtonLink
      look="outline"
      square
      to={`${path}?month=${month}`}
      aria-label={monthTitle(month)}
      icon={<Icon name={icon} size={22} />}
    />
  )
}
