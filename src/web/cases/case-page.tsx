import { subjectIn } from '#contract/reference/catalogue.ts'
import { type TrackedCase, trackCase } from '#contract/support/cases.ts'
import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { kindText, topicText } from '../admin/kit/case-labels.server.ts'
import { readApi } from '../api.ts'
import { currentLocale } from '../locale.ts'
import { useSite } from '../shell/site-state.ts'
import { Badge, type BadgeKind } from '../ui/badge.tsx'
import { formatDate, formatDateTime } from '../ui/dates.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatRupees } from '../ui/money.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { wholeNumbers } from '../ui/whole-numbers.tsx'
import type { Route } from './+types/case-page.ts'
import '../inner.css'

/** For the account that opened the case, or with the key in the address. */
export async function loader({ context, params: { number, key }, url }: Route.LoaderArgs) {
  if (!key) await requireViewer(context, url)
  const { data } = await readApi(context, trackCase, { params: { number }, query: { key } })
  const subject = data.lesson && subjectIn(data.lesson.subject, currentLocale())
  return { ...data, about: (data.lesson && topicText(data)) || kindText(data), subject }
}

/** Cases that a person opened to report something; others asked for help. */
const isReport = (kind: TrackedCase['kind']): boolean => kind !== 'support' && kind !== 'refund'

export function meta({ params: { number }, loaderData }: Route.MetaArgs) {
  const page = loaderData && isReport(loaderData.kind) ? m.track_page_report : m.track_page
  return [{ title: `${page({ number })} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

const badges: Record<TrackedCase['status'], BadgeKind> = { open: 'awaiting', under_review: 'pending', resolved: 'paid' }
const statuses: Record<TrackedCase['status'], () => string> = {
  open: m.track_status_open,
  under_review: m.track_status_under_review,
  resolved: m.track_status_resolved,
}
type Titles = Record<TrackedCase['events'][number]['kind'], () => string>
const titles: Titles = {
  opened: m.track_event_opened,
  take: m.track_event_take,
  answer: m.track_event_answer,
  overdue: m.track_event_overdue,
  reopen: m.track_event_reopen,
  appeal: m.track_event_appeal,
  resolve: m.track_event_resolve,
}
const reportTitles: Titles = { ...titles, opened: m.track_event_report, overdue: m.track_event_report_overdue }

export default function CasePage({ loaderData: one }: Route.ComponentProps) {
  const { callingNo } = useSite()
  const { lesson, subject } = one
  const facts = [
    ...(lesson
      ? [
          [m.dash_mentor(), lesson.mentorName],
          [m.track_about(), one.about],
          [lesson.isOnHold ? m.track_on_hold() : m.dash_fee(), formatRupees(lesson.amount)],
        ]
      : []),
    one.answeredAt
      ? [m.track_answered(), formatDateTime(one.answeredAt)]
      : [m.track_answered(), m.track_by({ when: formatDateTime(one.answerBy) })],
    one.resolvedAt
      ? [m.track_resolved(), formatDate(one.resolvedAt)]
      : [lesson ? m.track_decision() : m.track_resolution(), m.track_by({ when: formatDate(one.settleBy) })],
  ]
  return (
    <main className="page-width pb-12">
      <PageHeading
        back={
          !one.isOwn
            ? { to: '/cases', label: m.track_title() }
            : lesson && subject
              ? { to: `/bookings/${lesson.booking}`, label: subject }
              : { to: '/dashboard/more', label: m.shell_more() }
        }
        title={
          lesson && subject
            ? (one.topic === 'no_show' ? m.track_reported : m.track_report)({
                about: `${subject}, ${formatDate(lesson.startsAt)}`,
              })
            : one.about
        }
        text={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge kind={badges[one.status]}>
              {lesson && one.status !== 'resolved' ? m.dispute_title() : statuses[one.status]()}
            </Badge>
            <span className="whitespace-nowrap">{one.number}</span>
          </span>
        }
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_360px] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-8">
        <dl className="card grid gap-x-5 gap-y-3 sm:max-lg:grid-cols-3 lg:col-start-2">
          {facts.map(([label, text]) => (
            <div key={label} className="flex items-baseline justify-between gap-4 sm:max-lg:block">
              <dt className="text-muted">{label}</dt>
              <dd className="wrap-normal text-right font-semibold text-ink sm:max-lg:text-left">{text}</dd>
            </div>
          ))}
        </dl>
        {/* On phones the next step comes before the facts. */}
        <div className="max-lg:contents lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {lesson?.isOnHold && one.status !== 'resolved' && (
            <section aria-labelledby="next-step" className="card max-lg:order-first lg:mb-6">
              <h2 id="next-step" className="text-h3">
                {m.booking_next_step()}
              </h2>
              <p className="mt-1">{m.track_next({ name: lesson.mentorName })}</p>
            </section>
          )}
          <section aria-labelledby="history" className="card">
            <h2 id="history" className="text-h3">
              {m.track_history()}
            </h2>
            <ol className="mt-3">
              {one.events.map(({ at, kind, text }) => (
                <li
                  key={`${at} ${kind}`}
                  className="relative pb-4 pl-5 before:absolute before:top-2 before:left-0 before:size-2 before:rounded-full before:bg-primary after:absolute after:top-5 after:bottom-0 after:left-[3.5px] after:w-px after:bg-line last:pb-0"
                >
                  <p className="font-semibold text-ink">{(isReport(one.kind) ? reportTitles : titles)[kind]()}</p>
                  <p className="text-muted text-small">{formatDateTime(at)}</p>
                  {text && kind === 'opened' && <p className="mt-1 text-muted text-small">{m.track_you_wrote()}</p>}
                  {text && (
                    <p
                      className={`wrap-anywhere mt-1 max-w-prose whitespace-pre-line ${kind === 'opened' ? 'rounded-cell bg-sunk px-4 py-3' : ''}`}
                    >
                      {text}
                    </p>
                  )}
                </li>
              ))}
            </ol>
          </section>
        </div>
        <section aria-labelledby="unhappy" className="card lg:col-start-2">
          <h2 id="unhappy" className="text-h3">
            {m.track_unhappy()}
          </h2>
          <p className="mt-1">{wholeNumbers(m.track_unhappy_text({ number: one.number }))}</p>
          <p className="-mb-3 flex flex-wrap gap-x-5">
            <a href={telHref(callingNo)} className="text-link inline-flex min-h-11 items-center">
              {callingNo}
            </a>
            <LocalLink to="/grievance" className="text-link inline-flex min-h-11 items-center">
              {m.track_officer()}
            </LocalLink>
          </p>
        </section>
      </div>
    </main>
  )
}
