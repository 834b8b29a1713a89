import type { ClassRecord, Lesson } from '#contract/classes/bookings.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDate, formatTime } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { longName } from '../../ui/long-name.ts'
import { Portrait } from '../../ui/photo.tsx'
import { codeText, confirmationText } from '../kit/attendance-text.ts'
import { ClassLocation } from '../kit/class-location.tsx'
import {
  canMove,
  classesOfDay,
  type DatedClass,
  isDisputed,
  type ShownBooking,
  upcomingClasses,
} from '../kit/classes.ts'
import { ConcernLink } from '../kit/concern-link.tsx'
import { DirectionsLink } from '../kit/directions-link.tsx'
import { DoorLink } from '../kit/door-link.tsx'
import { dayText, inSentence } from '../kit/labels.ts'
import { PhoneLabel } from '../kit/phone-label.tsx'
import { ProposedTime } from '../kit/proposed-time.tsx'

/** Whether attendance can be marked without a visit code. */
export const isMarkable = ({ status, endsAt }: Lesson, now: number): boolean =>
  status === 'scheduled' && Date.parse(endsAt) <= now
/** Whether the lesson is in progress; a visit code marks it before its planned end. */
const isUnderWay = ({ status, startsAt, endsAt }: Lesson, now: number): boolean =>
  status === 'scheduled' && Date.parse(startsAt) <= now && Date.parse(endsAt) > now

/** Whether the mentor, who waited long enough, can report that nobody is there. */
const canBeAbsent = ({ status, change, noShowFrom }: Lesson, now: number): boolean =>
  status === 'scheduled' && !change && Date.parse(noShowFrom) <= now

type Props = {
  active: readonly ShownBooking[]
  /** Whether its attendance is stored on this device. */
  isStored: (lessonId: string) => boolean
  now: number
  attendTo: (lessonId: string) => string
  changeTo: (lessonId: string) => string
  absentTo: (lessonId: string) => string
  recordTo: (dialog: 'code' | 'note', recordId: string) => string
}

type Day = Pick<Props, 'active' | 'now'>

export const todaysClasses = ({ active, now }: Day): DatedClass[] => classesOfDay(active, dateInIndia(new Date(now)))

/** The page's title: how many classes today has. */
export function TodayHeading(day: Day) {
  const { length } = todaysClasses(day)
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h1 id="today" className="text-h1">
        {length === 0
          ? m.dash_today_none()
          : length === 1
            ? m.dash_today_one()
            : m.dash_today_classes({ count: length })}
      </h1>
      <p className="text-muted text-small">{formatDate(day.now)}</p>
    </div>
  )
}

const calendarLink = (look = '') => (
  <LocalLink
    to="/dashboard/mentor/calendar"
    className={`text-link -my-2 inline-flex min-h-11 flex-none items-center ${look}`}
  >
    {m.calendar_title()}
  </LocalLink>
)

/** Today's timeline of a mentor, or the next day with classes. */
export function TodayClasses({ active, isStored, now, attendTo, changeTo, absentTo, recordTo }: Props) {
  const today = todaysClasses({ active, now })
  const [next] = upcomingClasses(active, now)
  // A day off shows the next day with classes.
  const nextDay = today.length === 0 && next ? dateInIndia(new Date(next.lesson.startsAt)) : null
  const shown = nextDay ? classesOfDay(active, nextDay) : today
  // The heading says the time of an only class; on phones that of the first one.
  const timed = shown.length === 1 ? 'hidden' : 'max-sm:hidden'
  return (
    <section aria-labelledby="today">
      {next && nextDay && (
        <div className="mb-3 flex items-center justify-between gap-4">
          <h2 className="text-section">
            {m.dash_next_day({ day: inSentence(dayText(nextDay, now)) })}
            <span className={shown.length === 1 ? '' : 'sm:hidden'}>, {formatTime(next.lesson.startsAt)}</span>
          </h2>
          {calendarLink('lg:hidden')}
        </div>
      )}
      <ol className="grid gap-3">
        {shown.map((one, nth) => (
          <DayRow
            key={one.lesson._id}
            one={one}
            isNext={!nextDay && one.lesson._id === next?.lesson._id}
            timeLook={nextDay !== null && nth === 0 ? timed : ''}
            isStored={isStored(one.lesson._id)}
            recordTo={recordTo}
            markTo={isMarkable(one.lesson, now) && !one.lesson.change ? attendTo(one.lesson._id) : null}
            earlyTo={isUnderWay(one.lesson, now) && !one.lesson.change ? attendTo(one.lesson._id) : null}
            changeTo={canMove(one.lesson, now) ? changeTo(one.lesson._id) : null}
            absentTo={canBeAbsent(one.lesson, now) ? absentTo(one.lesson._id) : null}
          />
        ))}
      </ol>
    </section>
  )
}

/** Seven days from today with their classes, side by side on wide screens. */
export function ComingClasses({ active, now }: Day) {
  if (active.length === 0) return null
  const days = Array.from({ length: 7 }, (_, nth) => dateInIndia(new Date(now + nth * 86_400_000)))
  return (
    <section aria-labelledby="coming">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="coming" className="text-section">
          {m.dash_coming_week()}
        </h2>
        {calendarLink()}
      </div>
      <ol className="card grid grid-cols-7 divide-x divide-line p-0!">
        {days.map((day, nth) => (
          <li key={day} className="min-h-24 min-w-0 px-0.5 py-1.5">
            <p
              className={`text-center text-small leading-tight ${nth === 0 ? 'font-semibold text-primary' : 'text-muted'}`}
            >
              {dayText(day, now)}
            </p>
            {classesOfDay(active, day).map(({ booking, lesson }) => (
              <LocalLink
                key={lesson._id}
                to={`/bookings/${booking._id}`}
                className="wrap-anywhere mt-1.5 block min-h-11 rounded-cell bg-primary-soft p-1 text-primary text-small leading-tight"
              >
                <b className="block tabular-nums">{formatTime(lesson.startsAt)}</b>
                {booking.student}
              </LocalLink>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Links of a class as equal cells of a phone's row, icon above word. */
const phoneCells =
  'max-sm:mt-2 max-sm:grid max-sm:grid-flow-col max-sm:auto-cols-[minmax(max-content,1fr)] max-sm:gap-x-1 max-sm:text-center max-sm:[&>a]:flex-col max-sm:[&>a]:justify-start max-sm:[&>a]:gap-1 max-sm:[&>a]:py-1 max-sm:[&>a]:leading-tight'

function DayRow({
  one: { booking, lesson },
  isNext,
  timeLook,
  isStored,
  markTo,
  earlyTo,
  changeTo,
  absentTo,
  recordTo,
}: {
  one: DatedClass
  isNext: boolean
  /** Hides a time that the heading says. */
  timeLook: string
  isStored: boolean
  recordTo: Props['recordTo']
  markTo: string | null
  earlyTo: string | null
  changeTo: string | null
  absentTo: string | null
}) {
  const { place } = booking
  const isOpen = lesson.status === 'scheduled'
  return (
    <li className="flex gap-x-3 gap-y-1 max-sm:flex-col">
      <time
        dateTime={lesson.startsAt}
        className={`w-[72px] flex-none whitespace-nowrap pt-4 text-right font-semibold text-ink leading-tight tabular-nums max-sm:w-auto max-sm:pt-0 max-sm:text-left ${timeLook}`}
      >
        {formatTime(lesson.startsAt)}
      </time>
      <div className={`card min-w-0 grow ${isNext ? 'border-2! border-primary!' : ''}`}>
        <div className="flex items-start gap-3">
          <Portrait src={null} name={booking.student} width={48} className="self-start" />
          <div className="min-w-0">
            <h2 className={`${longName(booking.student)} text-card`}>{booking.student}</h2>
            <p className="text-muted text-small">
              {[booking.className, booking.subjectName, minutesText(lesson.minutes)].filter(Boolean).join(', ')}
            </p>
            <ClassLocation booking={booking} side="mentor" />
            {/* On wide screens a card beside it tells of the mentor's own proposal. */}
            <div className={`mt-1 empty:hidden ${lesson.proposal?.by === 'mentor' ? 'lg:hidden' : ''}`}>
              <ProposedTime lesson={lesson} booking={booking._id} side="mentor" />
            </div>
            {lesson.status === 'held' && !isDisputed(lesson) && lesson.record && (
              <p className="mt-1 font-semibold text-small text-tick">
                {confirmationText(lesson.record, 'mentor') || m.dash_marked()}
              </p>
            )}
            {isStored && <p className="mt-1 font-semibold text-small text-warn">{m.attend_saved()}</p>}
          </div>
        </div>
        {lesson.status === 'held' && !isDisputed(lesson) && lesson.record && (
          <RecordLinks lesson={lesson} record={lesson.record} recordTo={recordTo} />
        )}
        {markTo && !isStored && (
          <LocalLink to={markTo} preventScrollReset className="btn btn-filled mt-4 w-full">
            <span className="btn-face">
              <Icon name="clipboard-check" size={22} />
              {m.dash_mark_attendance()}
            </span>
          </LocalLink>
        )}
        {earlyTo && !isStored && (
          <p className="-mb-2 mt-3 text-muted text-small">
            {m.attend_from({ time: formatTime(lesson.endsAt) })}{' '}
            <LocalLink
              to={earlyTo}
              preventScrollReset
              className="text-link inline-flex min-h-11 items-center whitespace-nowrap"
            >
              {m.attend_ended_early()}
            </LocalLink>
          </p>
        )}
        {isOpen && (
          <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(108px,1fr))] gap-2">
            {place && <DirectionsLink place={place} />}
            <ButtonLink
              to={`/chat/${booking.parent._id}`}
              look="outline"
              className="gap-1.5! px-0.5!"
              icon={<Icon name="message-circle" size={20} />}
            >
              {m.dash_message()}
            </ButtonLink>
          </div>
        )}
        <p className={`mt-1 -mb-2 flex flex-wrap gap-x-4 text-small empty:hidden ${isOpen ? phoneCells : ''}`}>
          {changeTo && (
            <LocalLink to={changeTo} preventScrollReset className="text-link inline-flex min-h-11 items-center gap-1.5">
              <Icon name="calendar-x" size={18} />
              <PhoneLabel short={m.timetable_change()}>{m.change_open()}</PhoneLabel>
            </LocalLink>
          )}
          {absentTo && (
            <LocalLink to={absentTo} preventScrollReset className="text-link inline-flex min-h-11 items-center gap-1.5">
              <Icon name="circle-x" size={18} />
              {m.change_absent_mentor()}
            </LocalLink>
          )}
          <DoorLink one={{ booking, lesson }} side="mentor" />
          <ConcernLink lessonId={lesson._id} side="mentor" isShort={isOpen} />
        </p>
      </div>
    </li>
  )
}

/** Links to add a visit code, note or homework to a marked lesson. */
function RecordLinks({
  lesson: { settled },
  record,
  recordTo,
}: {
  lesson: DatedClass['lesson']
  record: ClassRecord
  recordTo: Props['recordTo']
}) {
  const waits = !settled && !record.parentTick
  const link = (to: string, words: string) => (
    <LocalLink to={to} preventScrollReset className="text-link inline-flex min-h-11 items-center">
      {words}
    </LocalLink>
  )
  return (
    <>
      {waits && record.code === 'wrong' && <p className="mt-2 text-small text-warn">{codeText(record)}</p>}
      <div className="mt-2 flex flex-wrap gap-x-5">
        {waits && record.codeTries > 0 && link(recordTo('code', record._id), m.code_type())}
        {link(recordTo('note', record._id), m.note_title())}
      </div>
    </>
  )
}
