import type { ReplacementChoice } from '#contract/money/replacements.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { LabelLine } from '../../ui/label-frame.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees, Money } from '../../ui/money.tsx'

/** `to`: the page of the booking, if the family has classes to confirm there. */
type Props = { choice: ReplacementChoice; name: string; to: string | null }

/** Balance a replacement takes over, and the part that stays with the current mentor. */
export function ReplacementBalance({ choice, name, to }: Props) {
  const { balance, minutes, settled, waiting, disputed, missed } = choice
  const parts = [
    [m.replace_waiting(), waiting],
    [m.replace_disputed(), disputed],
    [m.replace_missed(), missed],
  ] as const
  const open = parts.filter(([, { classes }]) => classes > 0)
  return (
    <section className="hanging" aria-labelledby="balance">
      <h2 id="balance" className="text-muted">
        {m.replace_balance()}
      </h2>
      <Money rupees={balance} className="mt-1 block text-[36px]" />
      <p className="mt-1">
        {balance > 0 ? m.replace_balance_now({ time: minutesText(minutes), name }) : m.replace_balance_none({ name })}
      </p>
      {(settled.classes > 0 || open.length > 0) && (
        <>
          <h3 className="mt-5 font-semibold text-ink">{m.replace_stays({ name })}</h3>
          <dl>
            {/* Without a count: a class charged in part is one of them, but was not held. */}
            {settled.classes > 0 && <LabelLine name={m.dash_fee_settled()}>{formatRupees(settled.amount)}</LabelLine>}
            {open.map(([words, { classes, amount }]) => (
              <LabelLine key={words} name={words}>
                {classes === 1
                  ? m.replace_one_class({ amount: formatRupees(amount) })
                  : m.replace_classes({ classes, amount: formatRupees(amount) })}
              </LabelLine>
            ))}
          </dl>
          {to && (
            <LocalLink to={to} className="text-link mt-1 inline-flex min-h-11 items-center">
              {waiting.classes === 1 ? m.replace_confirm_one() : m.replace_confirm_many()}
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
