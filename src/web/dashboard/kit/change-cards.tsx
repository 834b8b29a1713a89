import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { formatDateTime, formatTime } from '../../ui/dates.tsx'
import { TextArea } from '../../ui/field.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { wholeNumbers } from '../../ui/whole-numbers.tsx'
import { AcceptOrDecline, Answer } from './answer-button.tsx'
import { ClassHead, type Side } from './change-actions.tsx'
import type { DatedClass } from './classes.ts'
import { DashboardForm, useResult } from './dashboard-form.tsx'
import { never } from './due.ts'
import type { FormResult } from './form-result.ts'
import { type Changes, isOwnChange, type Props } from './open-changes.tsx'
import { PlanProposalCard } from './plan-proposal-card.tsx'
import { proposedWhen } from './proposed-times-text.ts'
import { changeKey } from './use-change-result.ts'
import { useIsOnBooking } from './use-is-on-booking.ts'

type Look = 'filled' | 'outline'
type One = { one: DatedClass; side: Side; look: Look }
type ProposalProps = One & {
  isInside?: boolean
  /** Links in one line with the button that withdraws, in the row of its class. */
  links?: ReactNode
}

/** Open changes that wait for an answer, of this side or of the other one. */
export function ChangeCards({ changes, side, now, id = 'changes', foot }: Props) {
  const isOwn = changes.every((one) => isOwnChange(one, side))
  // Several cards have one filled button.
  const first = changes.find(({ due }) => due !== never)
  const ownTitle = side === 'family' ? m.change_own_title_family() : m.change_own_title()
  const title = isOwn ? ownTitle : first ? m.change_open_title() : m.booking_disputed()
  const lookOf = (one: Changes[number]): Look => (one === first ? 'filled' : 'outline')
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={`mb-3 text-section ${changes.length === 1 && !isOwn ? 'sr-only' : ''}`}>
        {title}
      </h2>
      <ul className="grid gap-3">
        {changes.map((one) => {
          const ground = side === 'family' && one.due !== never ? 'bg-warn-soft!' : ''
          return 'proposal' in one ? (
            <li key={one.proposal._id} className={`card ${ground}`}>
              <PlanProposalCard {...one} side={side} now={now} look={lookOf(one)} />
            </li>
          ) : (
            <li key={one.lesson._id} className={`card grid gap-3 ${ground}`}>
              {one.lesson.proposal ? (
                <ProposalCard one={one} side={side} look={lookOf(one)} />
              ) : (
                <AbsenceCard one={one} side={side} look={lookOf(one)} />
              )}
              {foot?.lessonId === one.lesson._id && foot.links}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A proposed time: the other side answers, the proposer can withdraw. `isInside`: the card it stands in names the class. */
export function ProposalCard({ one, side, look, isInside = false, links }: ProposalProps) {
  const { booking, lesson } = one
  const proposal = lesson.proposal
  const of = proposal?._id ?? ''
  const fetcher = useFetcher<FormResult>({ key: changeKey })
  const isOnBooking = useIsOnBooking()
  const result = useResult(fetcher, 'answer-proposal', of)
  if (!proposal) return null
  const isOwn = proposal.by === side
  const { startsAt, answerBy } = proposal
  const when = proposedWhen(lesson.startsAt, startsAt)
  const isOneDay = new Set([lesson.startsAt, startsAt, answerBy].map((at) => dateInIndia(new Date(at)))).size === 1
  const stays = isOneDay
    ? m.change_stays_own_day({ by: formatTime(answerBy), usual: formatTime(lesson.startsAt) })
    : m.change_stays_own({ by: formatDateTime(answerBy), usual: formatDateTime(lesson.startsAt) })
  const asked =
    side === 'family'
      ? m.change_asked_by_mentor({ name: booking.mentor.fullName, when })
      : m.change_asked_by_family({ name: booking.student, when })
  const given = { fetcher, intent: 'answer-proposal', of, result }
  if (links !== undefined)
    return (
      <DashboardForm {...given} className="w-full">
        <p className="text-muted text-small">{m.change_time_proposed_stays({ when, stays })}</p>
        <p className="flex flex-wrap gap-x-6">
          {links}
          <button type="submit" name="answer" value="withdraw" className="text-link min-h-11">
            {m.change_take_back()}
          </button>
        </p>
      </DashboardForm>
    )
  return (
    <DashboardForm {...given} className="grid gap-2 sm:gap-3">
      <div>
        <p
          className={
            isInside
              ? 'font-semibold text-ink leading-snug'
              : side === 'mentor' && isOwn
                ? 'text-card text-ink'
                : 'text-h3'
          }
        >
          {isOwn ? m.change_you_proposed({ when: formatDateTime(startsAt) }) : asked}
        </p>
        {!isInside && <ClassHead one={one} side={side} isDated={!isOwn} isNamed={!isOnBooking} />}
        <p className="text-muted text-small">{isOwn ? stays : m.change_stays({ when: formatDateTime(answerBy) })}</p>
      </div>
      {isOwn ? (
        <Answer fetcher={fetcher} of={of} value="withdraw" look="outline">
          {m.change_take_back()}
        </Answer>
      ) : (
        <AcceptOrDecline fetcher={fetcher} of={of} look={look} />
      )}
    </DashboardForm>
  )
}

/** A reported absence: the other side answers before anything is charged. */
function AbsenceCard({ one, side, look }: One) {
  const { booking, lesson } = one
  const { change, dispute } = lesson
  const fetcher = useFetcher<FormResult>({ key: changeKey })
  const isOnBooking = useIsOnBooking()
  const result = useResult(fetcher, 'answer-absent', lesson._id)
  if (!change) return null
  const by = formatDateTime(change.answerBy ?? lesson.endsAt)
  const amount = change.fee > 0 ? formatRupees(change.fee) : null
  if (change.status === 'objected')
    return (
      <div className="grid gap-3">
        <ClassHead one={one} side={side} isNamed={!isOnBooking} />
        <p>
          {wholeNumbers(
            m.change_hold({
              amount: formatRupees(dispute?.amount ?? 0),
              number: dispute?.number ?? '',
              when: formatDateTime(dispute?.answerBy ?? lesson.endsAt),
            }),
          )}
        </p>
      </div>
    )
  const isByOwnSide = change.causedBy === side
  const words = isByOwnSide
    ? side === 'family'
      ? amount === null
        ? m.change_said_of_family_free({ name: booking.mentor.fullName, by })
        : m.change_said_of_family({ name: booking.mentor.fullName, by, amount })
      : m.change_said_of_mentor({ name: booking.student, by })
    : side === 'family'
      ? m.change_you_said_mentor({ by })
      : amount === null
        ? m.change_you_said_family_free({ by })
        : m.change_you_said_family({ by, amount })
  return (
    <DashboardForm fetcher={fetcher} intent="answer-absent" of={lesson._id} result={result} className="grid gap-3">
      <ClassHead one={one} side={side} isNamed={!isOnBooking} />
      <p>{words}</p>
      {isByOwnSide ? (
        <>
          <TextArea
            label={m.change_object_words()}
            name="text"
            rows={2}
            maxLength={400}
            defaultValue={result?.values.text}
          />
          <div className="grid gap-2 min-[340px]:grid-cols-2">
            <Answer fetcher={fetcher} of={lesson._id} value="object" look={look}>
              {m.change_object()}
            </Answer>
            <Answer fetcher={fetcher} of={lesson._id} value="agree" look="outline">
              {m.change_agree()}
            </Answer>
          </div>
        </>
      ) : (
        <Answer fetcher={fetcher} of={lesson._id} value="withdraw" look="outline">
          {m.change_absent_take_back()}
        </Answer>
      )}
    </DashboardForm>
  )
}
