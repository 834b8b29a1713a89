import { useNavigate } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { Money } from '../ui/money.tsx'
import { Register } from '../ui/register.tsx'
import { heldCount, type ShownBooking, signOf } from './classes.ts'

type Props = { booking: ShownBooking; nextId: string | undefined; lessonTo: (lessonId: string) => string }

/** How far a plan has come: classes held, what is left of the money, and every class with its sign. */
export function BookingRegister({ booking, nextId, lessonTo }: Props) {
  const navigate = useNavigate()
  const { subjectName, student, lessonsPlanned, price, lessons } = booking
  // One that was cancelled too late cost something.
  const shown = lessons.filter(({ status, settled }) => status !== 'cancelled' || settled)
  // A class that was held is spoken for, confirmed or not.
  const left = lessonsPlanned - heldCount(booking)
  const rest =
    price - lessons.filter(({ status, settled }) => status === 'held' || settled).reduce((sum, { fee }) => sum + fee, 0)
  const title = `${subjectName}, ${student}`
  return (
    <section className="hanging" aria-label={title}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <p className="text-muted">{title}</p>
          <p className="mt-1 font-display font-semibold text-[20px] text-ink">
            <span className="amount text-[36px]">{heldCount(booking)}</span> {m.dash_of_all({ all: lessonsPlanned })}
          </p>
        </div>
        <div className="text-right max-[359px]:text-left">
          <p className="text-muted text-small">
            {left === 1 ? m.dash_balance_one() : m.dash_balance_for({ count: left })}
          </p>
          <Money rupees={rest} className="text-[22px]" />
        </div>
      </div>
      <Register
        label={title}
        cells={shown.map((lesson) => ({ id: lesson._id, at: lesson.startsAt, sign: signOf(lesson, nextId) }))}
        onOpen={(id) => navigate(localHref(lessonTo(id)), { preventScrollReset: true })}
      />
    </section>
  )
}
