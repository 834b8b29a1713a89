import type { ReactNode } from 'react'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { formatTime } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { late } from '../../ui/late.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Photo } from '../../ui/photo.tsx'
import { canAnswer, type DatedClass } from '../kit/classes.ts'
import { ConcernLink } from '../kit/concern-link.tsx'
import { DoorLink } from '../kit/door-link.tsx'
import { modeName, untilText, whenText } from '../kit/labels.ts'
import { ProposedTime } from '../kit/proposed-time.tsx'

const ProposalCard = late('change-cards', async () => (await import('../kit/change-cards.tsx')).ProposalCard)

const link = 'text-link inline-flex min-h-11 items-center gap-1.5'
const button = 'btn btn-outline gap-1.5 px-1! text-[15px]! leading-tight'

type Props = { next: DatedClass; now: number; changeTo: string; children: ReactNode }

/** The family's next lesson, under a strip of brown paper; another time that the mentor proposes is answered here. */
export function NextClass({ next, now, changeTo, children }: Props) {
  const { booking, lesson } = next
  const isAsked = canAnswer(lesson, 'family')
  const { mentor, subjectName, student } = booking
  const isRunning = Date.parse(lesson.startsAt) <= now
  return (
    <section
      className="overflow-hidden rounded-card border border-line bg-surface shadow-elevation-1"
      aria-labelledby="next-class"
    >
      <div className="kraft flex items-center justify-between gap-4 px-4 py-3 font-semibold text-on-kraft max-sm:py-2 lg:px-5">
        <h2 id="next-class" className="font-sans text-body font-semibold!">
          {isRunning ? m.dash_class_now() : m.dash_next_class()}
        </h2>
        <p className="tabular-nums">
          {isRunning ? m.dash_until({ time: formatTime(lesson.endsAt) }) : untilText(lesson.startsAt, now)}
        </p>
      </div>
      <div className="flex gap-4 p-4 max-sm:pt-3 max-sm:pb-2 lg:px-5">
        <Photo src={mentor.profilePhoto} name={mentor.fullName} width={64} lazy={false} />
        <div className="min-w-0">
          <p className="font-bold font-display text-[23px] text-ink leading-tight lg:text-[26px]">
            {whenText(lesson.startsAt, now)}
          </p>
          {!isAsked && <ProposedTime lesson={lesson} booking={booking._id} side="family" />}
          {booking.isPaused && <p className="mt-1 font-semibold text-warn">{m.dash_paused_next()}</p>}
          <p className="mt-1">
            <b>{subjectName}</b>{' '}
            <LocalLink to={`/mentors/${mentor.slug}`} className="hover:underline">
              {m.dash_with({ name: mentor.fullName })}
            </LocalLink>
          </p>
          <p className="text-muted text-small">
            {student}, {minutesText(lesson.minutes)}, {modeName(booking.mode)}
          </p>
        </div>
      </div>
      {isAsked && (
        <div className="border-line border-y bg-warn-soft px-4 pt-2.5 pb-3 lg:px-5">
          <ProposalCard one={next} side="family" look="filled" isInside />
        </div>
      )}
      <div className="px-4 lg:px-5 lg:py-1">
        <ClassLinks one={next} changeTo={changeTo} isQuiet={isAsked} />
      </div>
      {children}
    </section>
  )
}

type LinksProps = {
  one: DatedClass
  changeTo: string
  /** Another button comes first. */
  isQuiet: boolean
}

/** What a family can do about its next class. */
export function ClassLinks({ one, changeTo, isQuiet }: LinksProps) {
  const { mentor } = one.booking
  const [look, size] = isQuiet ? [link, 18] : [button, 20]
  const change = (
    <LocalLink to={changeTo} preventScrollReset className={look}>
      <Icon name="calendar-x" size={size} />
      {m.change_open()}
    </LocalLink>
  )
  const door = <DoorLink one={one} side="family" />
  return (
    <div className="@container">
      <div
        className={`grid grid-cols-[1fr_1fr] text-small sm:grid-cols-2 min-[360px]:[&>:not(.btn)]:whitespace-nowrap [&>:not(.btn)]:gap-2 [&>:not(.btn)>.icon]:flex-none ${isQuiet ? 'sm:gap-x-4 @min-[560px]:flex @min-[560px]:gap-x-6' : 'gap-x-3'}`}
      >
        <LocalLink className={look} to={`/chat/${mentor.slug}`} aria-label={m.card_message({ name: mentor.fullName })}>
          <Icon name="message-circle" size={size} />
          {m.dash_message()}
        </LocalLink>
        {isQuiet ? door : change}
        <ConcernLink lessonId={one.lesson._id} side="family" />
        {isQuiet ? change : door}
      </div>
    </div>
  )
}
