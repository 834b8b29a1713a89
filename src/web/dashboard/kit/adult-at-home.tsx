import { useRef } from 'react'
import { homeModes } from '#contract/reference/class-modes.ts'
import { m } from '#messages'
import { ChoiceGroup } from '../../ui/choice.tsx'
import { Answer } from './answer-button.tsx'
import type { ClassToConfirm } from './classes.ts'
import { DashboardForm, type FormFetcher } from './dashboard-form.tsx'

type Asked = Pick<ClassToConfirm['booking'], 'mode' | 'learner'>

/** Only of classes at the home of a learner of school age. */
const isAsked = ({ mode, learner: { grade } }: Asked): boolean =>
  homeModes.some((one) => one === mode) && (grade === null || /^\d+$/.test(grade))

/** Asks the family whether an adult was at home, after it confirmed a class. Needs no answer. */
export function AdultAfterClass({ classes, tick }: { classes: readonly ClassToConfirm[]; tick: FormFetcher }) {
  // Once confirmed, a class is not among them.
  const known = useRef(new Map<string, Asked>())
  for (const { record, booking } of classes) known.current.set(record._id, booking)
  const { of = '', ok, values } = tick.data ?? {}
  const booking = known.current.get(of)
  // A form drops what is pressed while the page still loads what the confirmation changed.
  if (tick.state !== 'idle' && !tick.formData?.has('adultAtHome')) return null
  if (!ok || values?.parentTick !== 'true' || values.adultAtHome || !booking || !isAsked(booking)) return null
  return (
    <DashboardForm fetcher={tick} intent="tick" of={of} className="card mb-4 grid gap-2">
      <input type="hidden" name="parentTick" value="true" />
      <p className="text-h3">{m.adult_at_home()}</p>
      <div className="grid grid-cols-2 gap-2">
        {['true', 'false'].map((value) => (
          <Answer key={value} name="adultAtHome" fetcher={tick} of={of} value={value} look="outline">
            {value === 'true' ? m.adult_yes() : m.adult_no()}
          </Answer>
        ))}
      </div>
    </DashboardForm>
  )
}

type Props = { booking: Asked; given?: boolean | undefined }

/** Asks the mentor the same with the attendance, and a family without scripts with its answer. */
export function AdultAtHome({ booking, given }: Props) {
  if (!isAsked(booking)) return null
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
