import type { ReactNode } from 'react'
import { m } from '#messages'
import { planName } from '../../plan-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useBackLink } from '../kit/back-link.ts'
import type { ShownBooking } from '../kit/classes.ts'
import { DoneNotice } from '../kit/done-notice.tsx'
import { badgeOf, modeName, peopleLine } from '../kit/labels.ts'

type Props = {
  booking: ShownBooking
  side: 'family' | 'mentor'
  /** Whether an answer of the family is open, instead of the state. */
  isAsked?: boolean
  /** Dialogs of the page. */
  dialogs: ReactNode
  /** Beside the sections on wide screens; on phones before them, except those with a negative order. */
  top?: ReactNode
  /** Beside the sections on wide screens; on phones after them and before `history`. */
  aside: ReactNode
  history?: ReactNode
  children: ReactNode
}

/** Heading, state and columns of a booking's page. */
export function BookingFrame({ booking, side, isAsked = false, dialogs, top, aside, history, children }: Props) {
  const { student, subjectName, className, school, status, plan, mode } = booking
  const isOpen = status === 'scheduled' || status === 'pending_schedule'
  const [title, people, facts, home] =
    side === 'family'
      ? [subjectName, peopleLine(booking), [className], { to: '/dashboard/student/classes', label: m.shell_classes() }]
      : [student, '', [className, subjectName, school], { to: '/dashboard/mentor/students', label: m.shell_students() }]
  // A mentor's page has titles between the cards.
  const gap = side === 'family' ? 'gap-4' : 'gap-6 lg:gap-8'
  return (
    <main className="page-width pb-12">
      <PageHeading
        isOneRow
        back={useBackLink(side, home)}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {title}
            {/* The next step tells the mentor where an open booking stands. */}
            {isAsked ? (
              <span className="badge badge-wait">
                <Icon name="circle-question-mark" />
                {m.booking_answer_change()}
              </span>
            ) : (
              (side === 'family' || !isOpen) && <Badge kind={badgeOf(status)} />
            )}
          </span>
        }
        text={
          <>
            {people && <span className="block text-ink">{people}</span>}
            {[...facts, planName(plan), modeName(mode)].filter(Boolean).join(', ')}
          </>
        }
      />
      <DoneNotice />
      {dialogs}
      {booking.isPaused && isOpen && (
        <div className="mb-4">
          <Notice tone="wait">
            {side === 'family' ? m.dash_paused_family({ name: booking.mentor.fullName }) : m.dash_paused_mentor()}
          </Notice>
        </div>
      )}
      <div
        className={`grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_360px] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-8 ${gap}`}
      >
        {top && <div className="grid min-w-0 gap-4 lg:col-start-2 lg:-mb-4">{top}</div>}
        <div
          className={`wide-column grid min-w-0 lg:col-start-1 lg:row-start-1 ${gap} ${top ? 'max-lg:contents lg:row-span-2' : ''}`}
        >
          {children}
        </div>
        <div className={`grid min-w-0 gap-4 lg:col-start-2 ${top ? 'lg:row-start-2' : 'lg:row-span-2 lg:row-start-1'}`}>
          {aside}
        </div>
        {history && <div className="grid min-w-0 gap-4 lg:col-start-1 lg:row-start-2">{history}</div>}
      </div>
    </main>
  )
}

/** A titled section of the page. */
export function BookingSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} tabIndex={-1} className="mb-3 text-section">
        {title}
      </h2>
      {children}
    </section>
  )
}
