import type { ClassRecord } from '#contract/classes/bookings.ts'
import { m } from '#messages'
import { outcomeText } from '../../dispute-labels.ts'
import { minutesText, savedDuration } from '../../minutes-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { LabelLine } from '../../ui/label-frame.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { confirmationText } from './attendance-text.ts'
import { ChangeActions, ChangeState } from './change-actions.tsx'
import { classContactPath } from './class-contact.ts'
import { type DatedClass, isDisputed } from './classes.ts'
import { ConcernLink } from './concern-link.tsx'
import { ConfirmAnswer, markedTime } from './confirm-card.tsx'
import type { FormFetcher } from './dashboard-form.tsx'
import { OpenDispute } from './open-dispute.tsx'
import { ProposedTime } from './proposed-time.tsx'
import { TickForm } from './tick-form.tsx'

type Props = { one: DatedClass; tick: FormFetcher; now: number; problemTo: string }

/** A lesson of the register for the family: its record, and the confirmation while open. */
export function ClassDetails({ one: { booking, lesson }, tick, now, problemTo }: Props) {
  const { record } = lesson
  const marked = record && { booking, lesson, record }
  const lines = [
    [m.dash_subject(), booking.subjectName],
    [m.dash_mentor(), booking.mentor.fullName],
    [m.dash_date(), marked ? markedTime(marked) : formatDateTime(lesson.startsAt)],
    ...(booking.place && lesson.status === 'scheduled' ? [[m.address_title(), booking.place] as const] : []),
    [m.dash_length(), record ? savedDuration(record.duration) : minutesText(lesson.minutes)],
    ...(record ? [[m.dash_topic(), record.topic] as const] : []),
    ...(record && confirmationText(record, 'family')
      ? [[m.attend_confirmed(), confirmationText(record, 'family')] as const]
      : []),
    ...(lesson.status === 'scheduled' || lesson.status === 'held' || lesson.settled
      ? [[m.dash_fee(), formatRupees(lesson.fee)] as const]
      : []),
  ] as const
  return (
    <>
      <dl>
        {lines.map(([name, value]) => (
          <LabelLine key={name} name={name}>
            {value}
          </LabelLine>
        ))}
      </dl>
      {record && <LessonNote record={record} />}
      {marked && lesson.dispute && isDisputed(lesson) && (
        <div className="mt-5">
          <OpenDispute one={{ ...marked, dispute: lesson.dispute }} />
        </div>
      )}
      {lesson.dispute?.status === 'decided' && (
        <p className="wrap-anywhere mt-4">{outcomeText(lesson.dispute, 'family')}</p>
      )}
      {marked && lesson.status === 'held' && !lesson.settled && !isDisputed(lesson) && (
        <div className="mt-5">
          {marked.record.parentTick ? (
            <>
              <TickForm one={marked} tick={tick} value={false}>
                {(loading) => (
                  <Button type="submit" wide look="outline" loading={loading} loadingText={m.dash_saving()}>
                    {m.dash_take_back()}
                  </Button>
                )}
              </TickForm>
              <LocalLink to={problemTo} preventScrollReset className="btn btn-outline mt-3 w-full">
                {m.dash_problem()}
              </LocalLink>
              <p className="mt-3 text-muted text-small">
                {m.dash_settles({ when: formatDateTime(marked.record.confirmBy) })}
              </p>
            </>
          ) : (
            <>
              <p className="text-h3">{m.dash_did_it_happen()}</p>
              <ConfirmAnswer one={marked} tick={tick} problemTo={problemTo} />
            </>
          )}
        </div>
      )}
      {lesson.settled && lesson.dispute?.status !== 'decided' && (
        <>
          <p className="mt-4">{m.dash_settled()}</p>
          {marked && (
            <p className="mt-2 text-muted text-small">
              {m.dash_settled_help()}{' '}
              <LocalLink to={classContactPath(marked)} className="text-link -my-2.5 inline-block py-2.5">
                {m.dash_settled_contact()}
              </LocalLink>
            </p>
          )}
        </>
      )}
      {!record && lesson.status === 'scheduled' && !lesson.change && (
        <p className="mt-4 text-muted">{m.dash_not_marked()}</p>
      )}
      <ProposedTime lesson={lesson} booking={booking._id} side="family" />
      <ChangeState one={{ booking, lesson }} side="family" />
      <ChangeActions lesson={lesson} side="family" now={now} />
      <p className="mt-3">
        <ConcernLink lessonId={lesson._id} side="family" />
      </p>
    </>
  )
}

/** Mentor's note, on ruled paper. */
function LessonNote({ record }: { record: ClassRecord }) {
  const parts = [
    [m.note_from_mentor(), record.note],
    [m.note_homework(), record.homework],
  ].filter(([, text]) => text !== '')
  if (parts.length === 0) return null
  return (
    <div className="mt-5 grid gap-4">
      {parts.map(([name, text]) => (
        <section key={name} aria-label={name}>
          <h3 className="mb-1 font-semibold text-ink">{name}</h3>
          <p className="ruled wrap-anywhere">{text}</p>
        </section>
      ))}
    </div>
  )
}
