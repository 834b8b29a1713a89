import { defaultPoint, priceFilter } from '#contract/limits.ts'
import { m } from '#messages'
import { Checkbox, ChoiceGroup } from '../ui/choice.tsx'
import { type Option, SelectField } from '../ui/field.tsx'
import { PriceRange } from '../ui/price-range.tsx'
import { AreaField } from './area-field.tsx'
import { type Draft, noPlace } from './filter-address.ts'
import type { Change } from './use-filter.ts'

export type FilterOptions = {
  grades: readonly Option[]
  subjects: readonly Option[]
  cities: readonly Option[]
  cityName: string
  areas: readonly Option[]
  modes: readonly Option[]
}
export type FilterProps = { draft: Draft; change: Change; revision: number; options: FilterOptions }

const subjectsAtOnce = 5

const toggled = (list: readonly string[], value: string) =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value]

/** The controls of the column and of the sheet. In a form they also work before scripts. */
export function FilterFields({ draft, change, revision, options }: FilterProps) {
  const { grades, subjects, cities, modes } = options
  const subject = ({ value, label }: Option) => (
    <Checkbox
      key={value}
      label={label}
      name="subject"
      value={value}
      checked={draft.subject.includes(value)}
      onChange={() => change({ subject: toggled(draft.subject, value) })}
    />
  )
  const rest = subjects.slice(subjectsAtOnce)
  return (
    <div className="filter-fields">
      <SelectField
        label={m.list_class()}
        name="class"
        options={grades}
        empty={m.list_any_class()}
        value={draft.class}
        onChange={(event) => change({ class: event.currentTarget.value })}
      />
      <ChoiceGroup legend={m.list_subjects()}>
        {subjects.slice(0, subjectsAtOnce).map(subject)}
        {rest.length > 0 && (
          <details className="more-subjects" open={rest.some(({ value }) => draft.subject.includes(value))}>
            <summary>{m.list_more_subjects({ count: rest.length })}</summary>
            {rest.map(subject)}
          </details>
        )}
      </ChoiceGroup>
      <PriceRange
        key={revision}
        label={m.list_price()}
        {...priceFilter}
        from={draft.min}
        to={draft.max}
        onCommit={(min, max) => (min !== draft.min || max !== draft.max) && change({ min, max }, true)}
      />
      <SelectField
        label={m.list_city()}
        name="city"
        options={cities}
        value={draft.city || defaultPoint.city}
        onChange={({ currentTarget: { value } }) =>
          change({ ...noPlace(draft), city: value === defaultPoint.city ? '' : value })
        }
      />
      <AreaField draft={draft} change={change} options={options} />
      <ChoiceGroup legend={m.list_where()}>
        {modes.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            name="mode"
            value={value}
            checked={draft.mode.includes(value)}
            onChange={() => change({ mode: toggled(draft.mode, value) })}
          />
        ))}
      </ChoiceGroup>
    </div>
  )
}
