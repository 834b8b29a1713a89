import type { ReplacementChoice } from '#contract/money/replacements.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { LabelLine } from '../../ui/label-frame.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees, Money } from '../../ui/money.tsx'
import { classesToConfirm, type ShownBooking } from '../kit/classes.ts'
import { bookingPath } from '../kit/timetable-text.ts'

type Props = {
  choice: ReplacementChoice
  booking: ShownBooking
  /** What classes cost so far, in rupees. */
  used: readonly (readonly [string, number])[]
}

/** Balance a replacement takes over, and the part that stays with the current mentor. */
export function ReplacementBalance({ choice, booking, used }: Props) {
  const name = booking.mentor.fullName
  const { balance, minutes, settled, waiting, disputed, missed } = choice
  // The fee of a first class may be in the balance already.
  const inBalance = choice.withGuarantee ? choice.guarantee?.lesson : undefined
  const confirm = classesToConfirm([booking]).filter(({ lesson }) => lesson._id !== inBalance)
  const confirmed = { classes: confirm.length, amount: confirm.reduce((sum, { lesson }) => sum + lesson.fee, 0) }
  const parts = [
    [
      m.replace_under_way(),
      {
        classes: waiting.classes - confirmed.classes,
        amount: Math.round((waiting.amount - confirmed.amount) * 100) / 100,
      },
    ],
    [m.replace_disputed(), disputed],
    [m.replace_missed(), missed],
    // Last: the link below is about these.
    [m.dash_balance_waiting(), confirmed],
  ] as const
  const open = parts.filter(([, { classes }]) => classes > 0)
  return (
    <section className="hanging" aria-labelledby="balance">
      <h2 id="balance" className="text-muted">
        {m.replace_balance()}
      </h2>
      <Money rupees={balance} className="mt-1 block text-[36px]" />
      <p className="mt-1 max-sm:text-small">
        {balance > 0 ? m.replace_balance_now({ time: minutesText(minutes), name }) : m.replace_balance_none({ name })}
      </p>
      {(settled.classes > 0 || open.length > 0) && (
        <>
          <h3 className="mt-5 font-semibold text-ink">{m.replace_stays({ name })}</h3>
          <dl className="max-lg:mt-1 [&>:last-child]:border-b-0 max-lg:[&>div]:border-b-0 max-lg:[&>div]:py-0.5">
            {used.map(([part, rupees]) => (
              <LabelLine key={part} name={part}>
                {formatRupees(rupees)}
              </LabelLine>
            ))}
            {open.map(([words, { classes, amount }]) => (
              <LabelLine key={words} name={words}>
                {classes === 1
                  ? m.replace_one_class({ amount: formatRupees(amount) })
                  : m.replace_classes({ classes, amount: formatRupees(amount) })}
              </LabelLine>
            ))}
          </dl>
          {confirm.length > 0 && (
            <LocalLink
              to={`${bookingPath(booking._id)}#to-confirm`}
              className="text-link inline-flex min-h-11 items-center max-lg:-mt-1.5 lg:mt-1"
            >
              {confirm.length === 1 ? m.replace_confirm_one() : m.replace_confirm_many()}
            </LocalLink>
          )}
          {disputed.classes + missed.classes > 0 && (
            <p className="mt-2 text-muted text-small">
              {disputed.classes + missed.classes === 1 ? m.replace_stays_one() : m.replace_stays_text()}
            </p>
          )}
        </>
      )}
    </section>
  )
}
