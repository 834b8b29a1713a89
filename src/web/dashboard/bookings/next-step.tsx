import type { ReactNode } from 'react'
import type { Lesson } from '#contract/classes/bookings.ts'
import { m } from '#messages'
import { LocalLink } from '../../ui/link.tsx'
import { whenText } from '../kit/labels.ts'
import type { Step } from '../kit/next-step.ts'

type Props = {
  step: Step
  /** Where it is done. */
  link?: { to: string; label: string } | null
  /** More about it. */
  detail?: ReactNode
  /** The section that does it here; its heading replaces the sentence. */
  form?: ReactNode
  foot?: ReactNode
}

/** The next class and what can be done about it, above a step that is about something else. */
export function NextClassLine({ lesson, now, children }: { lesson: Lesson; now: number; children: ReactNode }) {
  return (
    <div className="border-line border-y pt-2" data-next-class>
      <p>
        <span className="text-muted">
          {Date.parse(lesson.startsAt) <= now ? m.dash_class_now() : m.dash_next_class()}
        </span>{' '}
        <b className="text-ink tabular-nums">{whenText(lesson.startsAt, now)}</b>
      </p>
      {children}
    </div>
  )
}

/** The next step of a booking: a sentence with at most one button, or the section that does it. */
export function NextStep({ step, link, detail, form, foot }: Props) {
  const isEnded = step.kind === 'cancelled' || step.kind === 'over'
  const title = (
    <h2 id="next-step" tabIndex={-1} className={isEnded || form ? 'sr-only' : 'text-muted text-small'}>
      {m.booking_next_step()}
    </h2>
  )
  if (form)
    return (
      <div data-step={step.kind}>
        {title}
        {form}
      </div>
    )
  return (
    <section
      aria-labelledby="next-step"
      data-step={step.kind}
      className={`card grid gap-3 ${step.isOpen ? 'border-2! border-primary!' : ''}`}
    >
      <div>
        {title}
        <p className="text-h3 text-ink">{step.text}</p>
        {detail && <div className="mt-2 grid gap-2 whitespace-pre-line text-muted empty:hidden">{detail}</div>}
      </div>
      {link && (
        <LocalLink
          to={link.to}
          preventScrollReset
          className={`btn ${step.isOpen ? 'btn-filled' : 'btn-outline'} sm:justify-self-start`}
        >
          {link.label}
        </LocalLink>
      )}
      {foot}
    </section>
  )
}
