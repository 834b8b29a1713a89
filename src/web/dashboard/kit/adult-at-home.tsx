import { homeModes } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { ChoiceGroup } from '../../ui/choice.tsx'
import type { ClassToConfirm } from './classes.ts'

type Props = { booking: Pick<ClassToConfirm['booking'], 'mode' | 'learner'>; given?: boolean | undefined }

/** Asks whether an adult was at home, for classes at the home of a learner of school age. Needs no answer. */
export function AdultAtHome({ booking, given }: Props) {
  const { grade } = booking.learner
  if (!homeModes.some((mode) => mode === booking.mode) || !(grade === null || /^\d+$/.test(grade))) return null
  return (
    <ChoiceGroup legend={m.adult_at_home()}>
      <div className="flex gap-x-8">
        {[true, false].map((value) => (
          <label key={`${value}`} className="choice">
            <input type="radio" name="adultAtHome" value={`${value}`} defaultChecked={given === value} />
            <span>{value ? m.adult_yes() : m.adult_no()}</span>
          </label>
        ))}
      </div>
    </ChoiceGroup>
  )
}
