import { redirect, useNavigate } from 'react-router'
import { tickAttendance } from '#contract/classes/bookings.ts'
import { createCalendarFeed, revokeCalendarFeed } from '#contract/classes/calendar.ts'
import { openDispute } from '#contract/classes/disputes.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { byIntent, readForm, sendForm } from '../../form.server.ts'
import { localHref, plainPath } from '../../locale.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDateTime, formatDay, instantOf } from '../../ui/dates.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { RegisterLegend } from '../../ui/register.tsx'
import { ConfirmList, LateAnswer, useFocusAfterAnswer } from '../attendance/confirm-list.tsx'
import { MonthSheets } from '../attendance/month-sheets.tsx'
import { WeekExceptions } from '../availability/week-exceptions.tsx'
import { ProblemDialog } from '../changes/problem-dialog.tsx'
import { AdultAfterClass } from '../kit/adult-at-home.tsx'
import { availabilityPath } from '../kit/availability-path.ts'
import { addressAfter, isNewData, useDialogAddress } from '../kit/dashboard-address.ts'
import { DoneNotice } from '../kit/done-notice.tsx'
import { formResult } from '../kit/form-result.ts'
import { monthName } from '../kit/labels.ts'
import type { Side } from '../kit/timetable-text.ts'
import { useNow } from '../kit/use-now.ts'
import { useTick } from '../kit/use-tick.ts'
import { WrongRole } from '../kit/wrong-role.tsx'
import type { Route } from './+types/calendar-page.ts'
import { loadCalendar, loadWeek } from './calendar.server.ts'
import { isAskedAbout } from './calendar-entry.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { MonthGrid, MonthList, NextEntry } from './calendar-month.tsx'
import { WeekDays } from './calendar-week.tsx'
import { ToSchedule } from './to-schedule.tsx'

export { clientAction } from '../kit/lost-result.ts'

/** Address of each side's calendar. */
const paths = { family: '/dashboard/student/classes', mentor: '/dashboard/mentor/calendar' } as const

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, url)
  if (viewer.userType === 'admin' || viewer._id === null) return { viewer, own: null }
  const side = viewer.userType === 'mentor' ? ('mentor' as const) : ('family' as const)
  // The other side's address, or the former one of both.
  if (plainPath(url.pathname) !== paths[side]) throw redirect(localHref(paths[side] + url.search))
  const own = { side, now: Date.now(), formKey: crypto.randomUUID() }
  // A mentor's week comes first: it shows hours and leave too.
  return side === 'mentor' && !url.searchParams.has('month')
    ? { viewer, own: { ...own, week: await loadWeek(context, url.searchParams), month: null } }
    : { viewer, own: { ...own, week: null, month: await loadCalendar(context, side, url.searchParams) } }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const reply = await byIntent(form, {
    'feed-make': () => sendForm(context, createCalendarFeed, form),
    'feed-end': () => sendForm(context, revokeCalendarFeed, form),
    tick: () => sendForm(context, tickAttendance, form),
    dispute: () => sendForm(context, openDispute, form),
  })
  return formResult(form, reply, localHref(addressAfter(request)))
}

export const shouldRevalidate = isNewData

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${titleOf(loaderData?.own?.side)} - ${m.brand_name()}` }]
}

const titleOf = (side: Side | undefined) => (side === 'family' ? m.shell_classes() : m.calendar_title())
const monthTitle = (month: string) => `${monthName(month)} ${month.slice(0, 4)}`

/** A family's or mentor's lessons, across all bookings: a month, or a mentor's week. */
export default function CalendarPage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  const now = useNow(own?.now ?? 0)
  if (!own) return <WrongRole viewer={viewer} wanted="student" />
  const { side, week, month, formKey } = own
  const isUnset = week !== null && isWithoutHours(week)
  const feed = week ? week.feed : month.feed
  const isBlank = isUnset || (month !== null && hasNothing(side, month))
  return (
    <main className="page-width pb-12">
      <PageHeading
        title={titleOf(side)}
        actions={
          isUnset ? null : side === 'mentor' ? (
            <ButtonLink look="outline" to={availabilityPath()} icon={<Icon name="clock" size={20} />}>
              {m.hours_title()}
            </ButtonLink>
          ) : (
            !isBlank && (
              <ButtonLink look="outline" to="/mentors" icon={<Icon name="plus" size={20} />}>
                {m.dash_book_a_class()}
              </ButtonLink>
            )
          )
        }
      />
      <DoneNotice />
      {week ? <Week week={week} now={now} /> : <Month side={side} calendar={month} now={now} />}
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)] lg:items-start lg:gap-x-8 [&>:only-child]:col-span-full">
        {week && !isUnset && <WeekExceptions exceptions={week.exceptions} />}
        {!(isBlank && feed === null) && <CalendarFeed feed={feed} formKey={formKey} />}
      </div>
    </main>
  )
}

/** Neither hours nor classes: there is nothing to show before the mentor says when it teaches. */
const isWithoutHours = ({ hasHours, days, nextClass, feed }: WeekProps['week']): boolean =>
  !hasHours && nextClass === null && feed === null && days.every(({ entries }) => entries.length === 0)

function rangeText(first: string, last: string): string {
  const shortDay = (day: string) => formatDay(instantOf(day))
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  return m.free_from_to({ from: isOneMonth ? String(Number(first.slice(8))) : shortDay(first), to: shortDay(last) })
}

type WeekProps = { week: Awaited<ReturnType<typeof loadWeek>>; now: number }

function Week({ week, now }: WeekProps) {
  const { days, today, previous, next, hasHours, nextClass } = week
  if (isWithoutHours(week))
    return (
      <EmptyState
        heading="h2"
        title={m.calendar_unset()}
        text={m.calendar_unset_text()}
        action={<ButtonLink to={availabilityPath()}>{m.hours_missing()}</ButtonLink>}
      />
    )
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day]
  return (
    <>
      <PeriodHeading
        label={rangeText(first, last)}
        isNow={first <= today && today <= last}
        today={paths.mentor}
        views={[`${paths.mentor}?week=${first}`, `${paths.mentor}?month=${first.slice(0, 7)}`]}
        view={0}
        previous={previous && { to: `${paths.mentor}?week=${previous}`, label: m.calendar_week_before() }}
        next={next && { to: `${paths.mentor}?week=${next}`, label: m.calendar_week_after() }}
      />
      <WeekDays days={days} today={today} now={now} hasHours={hasHours} />
      {nextClass && (
        <LocalLink
          to={`/bookings/${nextClass.booking}`}
          className="text-link mt-4 inline-flex min-h-11 items-center font-semibold"
        >
          {m.booking_next({ when: formatDateTime(nextClass.startsAt) })}
        </LocalLink>
      )}
    </>
  )
}

type MonthProps = { side: Side; calendar: Awaited<ReturnType<typeof loadCalendar>>; now: number }

function Month({ side, calendar, now }: MonthProps) {
  const { month, today, around, weeks, entries, beside, next: coming, sheets, toSchedule } = calendar
  const { previous, next } = around
  const navigate = useNavigate()
  const address = useDialogAddress()
  const tick = useTick()
  const shown = [...entries, ...beside]
  const toConfirm = shown.flatMap((one) => one.toConfirm ?? [])
  useFocusAfterAnswer('to-confirm', toConfirm, 'period')
  const label = monthTitle(month)
  const pathOf = (one: string) => `${paths[side]}?month=${one}`
  const turnPage = (key: 'PageUp' | 'PageDown') => {
    const target = key === 'PageUp' ? previous : next
    if (target) navigate(localHref(pathOf(target)), { preventScrollReset: true })
  }
  const heading = (
    <PeriodHeading
      label={label}
      isNow={today.startsWith(month)}
      today={pathOf(today.slice(0, 7))}
      views={side === 'mentor' && [paths.mentor, pathOf(month)]}
      view={1}
      previous={previous && { to: pathOf(previous), label: monthTitle(previous) }}
      next={next && { to: pathOf(next), label: monthTitle(next) }}
    />
  )
  if (hasNothing(side, calendar))
    return (
      <>
        <ToSchedule bookings={toSchedule} />
        <EmptyState
          title={m.calendar_empty({ month: label })}
          text={toSchedule.length > 0 ? m.calendar_empty_family() : m.dash_none_text()}
          action={
            <div className="grid justify-items-center gap-2">
              <ButtonLink to="/mentors">{m.dash_book_a_class()}</ButtonLink>
              {previous && (
                <LocalLink to={pathOf(previous)} className="text-link inline-flex min-h-11 items-center gap-1">
                  <Icon name="chevron-left" size={20} />
                  {monthTitle(previous)}
                </LocalLink>
              )}
            </div>
          }
        />
      </>
    )
  return (
    <>
      <LateAnswer classes={toConfirm} />
      <AdultAfterClass classes={toConfirm} tick={tick} />
      <div className={`mb-6 grid gap-6 empty:hidden lg:grid-cols-2 ${toConfirm.length > 1 ? 'lg:items-start' : ''}`}>
        {coming && <NextEntry entry={coming} entries={entries} now={now} />}
        <ConfirmList
          classes={toConfirm}
          tick={tick}
          problemTo={(id) => address.to('problem', id)}
          isFirst={!coming || !isAskedAbout(coming)}
        />
      </div>
      <ToSchedule bookings={toSchedule} />
      <ProblemDialog one={toConfirm.find(({ record }) => record._id === address.idOf('problem'))} />
      {heading}
      {entries.length === 0 && <p className="mb-3 text-muted">{m.calendar_empty({ month: label })}</p>}
      <MonthGrid weeks={weeks} month={month} today={today} entries={shown} label={label} onMonth={turnPage} />
      <RegisterLegend cells={shown} />
      <div className="mt-6 empty:hidden lg:hidden">
        <MonthList entries={entries.filter(({ id }) => id !== coming?.id)} today={today} now={now} />
      </div>
      {sheets.length > 0 && (
        <section aria-labelledby="sheets" className="mt-8">
          <h2 id="sheets" className="mb-3 text-section">
            {m.sheet_of_month({ month: label })}
          </h2>
          <div className="card py-0!">
            <MonthSheets sheets={sheets} />
          </div>
        </section>
      )}
    </>
  )
}

/** A family without classes this month and the next one sees one way on instead of an empty month. */
const hasNothing = (side: Side, { month, today, entries, next }: MonthProps['calendar']) =>
  side === 'family' && entries.length === 0 && next === null && today.startsWith(month)

type Target = { to: string; label: string }
type PeriodProps = {
  label: string
  isNow: boolean
  /** Address of the current week or month. */
  today: string
  /** Addresses of the week and the month, if there are both, and the one that is shown. */
  views: readonly [string, string] | false
  view: 0 | 1
  previous: Target | null | ''
  next: Target | null | ''
}

/** Name of the week or month, with links to others. */
function PeriodHeading({ label, isNow, today, views, view, previous, next }: PeriodProps) {
  const arrow = ({ to, label: name }: Target, icon: 'chevron-left' | 'chevron-right') => (
    <ButtonLink look="outline" square to={to} aria-label={name} icon={<Icon name={icon} size={22} />} />
  )
  return (
    // On phones the views and arrows are in a row of their own.
    <div className="mb-4 flex flex-wrap items-center gap-2 max-sm:[&:has(nav)>h2]:basis-[calc(100%-110px)]">
      <h2 id="period" tabIndex={-1} className="min-w-0 flex-1 text-section" aria-live="polite">
        {label}
      </h2>
      {!isNow && (
        <ButtonLink look="outline" to={today} className="px-3.5!">
          {m.dash_today()}
        </ButtonLink>
      )}
      {views && (
        <nav className="tabs-segments" aria-label={m.calendar_view()}>
          {[m.calendar_week(), m.calendar_month()].map((name, nth) => (
            <LocalLink
              key={name}
              to={views[nth] ?? ''}
              className="px-3.5"
              aria-current={nth === view ? 'page' : undefined}
            >
              {name}
            </LocalLink>
          ))}
        </nav>
      )}
      <div className="ml-auto flex gap-2">
        {previous && arrow(previous, 'chevron-left')}
        {next && arrow(next, 'chevron-right')}
      </div>
    </div>
  )
}
