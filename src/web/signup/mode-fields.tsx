import { useState } from 'react'
import { centreSeats, monthlyPrice } from '#contract/mentors/application-sections.ts'
import { type ClassMode, classModes } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { labelOf, modeNames } from '../application-labels.ts'
import { TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { formatRupees } from '../ui/money.tsx'
import { ChoiceSet } from './choice-fields.tsx'
import type { FieldsProps } from './field-binding.ts'
import { answerAt, textAt } from './form-answers.ts'
import { RateSlider } from './rate-slider.tsx'

const checkboxName = (mode: ClassMode) => (mode === 'online' ? 'teachesOnline' : `teachingModes.${mode}.selected`)
const priceName = (mode: ClassMode) => (mode === 'online' ? 'onlinePrice' : `teachingModes.${mode}.monthlyPrice`)
/** Hours in a monthly plan, and minutes of a class in the example. */
const monthHours = 20
const classMinutes = 100

type Chosen = Record<ClassMode, { on: boolean; price: number }>

/** Teaching modes with their fees. CSS shows the fee of a ticked mode, so it works without scripts. */
export function ModeFields({ answers, error }: FieldsProps) {
  const [chosen, setChosen] = useState(
    () =>
      Object.fromEntries(
        classModes.map((mode) => {
          const price = Number(textAt(answers, priceName(mode)))
          return [mode, { on: answerAt(answers, checkboxName(mode)) === true, price: price || monthlyPrice.start }]
        }),
      ) as Chosen, // has every mode
  )
  const set = (mode: ClassMode, next: Partial<Chosen[ClassMode]>) =>
    setChosen((now) => ({ ...now, [mode]: { ...now[mode], ...next } }))
  const example = classModes.find((mode) => chosen[mode].on)
  return (
    <ChoiceSet id="teachingModes" legend={labelOf('teachingModes')} error={error('teachingModes')}>
      <div className="mt-1 grid gap-2">
        {classModes.map((mode) => {
          const [name, text] = modeNames[mode]
          return (
            <div key={mode} className="reveal mode-card">
              <label className="choice">
                <input
                  id={checkboxName(mode)}
                  type="checkbox"
                  name={checkboxName(mode)}
                  checked={chosen[mode].on}
                  onChange={(event) => set(mode, { on: event.currentTarget.checked })}
                />
                <span>
                  <span className="block font-semibold text-[17px] text-ink leading-6">{name()}</span>
                  <span className="block text-muted text-small">{text()}</span>
                </span>
              </label>
              <div className="reveal-part mt-2 border-line border-t pt-3">
                <RateSlider
                  name={priceName(mode)}
                  of={name()}
                  value={chosen[mode].price}
                  onValue={(price) => set(mode, { price })}
                  error={error(priceName(mode))}
                />
                {mode === 'coachingCenter' && (
                  <TextField
                    id="centreSeats"
                    name="centreSeats"
                    label={labelOf('centreSeats')}
                    help={m.apply_seats_help({ most: centreSeats.maxWithUnder16 })}
                    inputMode="numeric"
                    maxLength={4}
                    defaultValue={textAt(answers, 'centreSeats')}
                    error={error('centreSeats')}
                  />
                )}
              </div>
            </div>
          )
        })}
      </div>
      {example && (
        <p className="mt-1 flex gap-3 rounded-cell bg-kraft-soft p-4">
          <Icon name="info" size={24} className="flex-none text-ink" />
          {m.apply_price_example({
            month: formatRupees(chosen[example].price),
            hour: formatRupees(chosen[example].price / monthHours),
            lesson: formatRupees((chosen[example].price / monthHours) * (classMinutes / 60)),
          })}
        </p>
      )}
    </ChoiceSet>
  )
}
