import { priceFilter } from '#contract/mentors/limits.ts'
import { m } from '#messages'
import { Checkbox, ChoiceGroup } from '../ui/choice.tsx'
import { type Option, SelectField } from '../ui/field.tsx'
import { PriceRange } from '../ui/price-range.tsx'
import { AreaField } from './area-field.tsx'
import { toggled } from './filter-address.ts'
import type { FilterOptions } from './filter-options.server.ts'
import { MoreFilters } from './more-filters.tsx'
import { PlaceFields } from './place-fields.tsx'
import { SubjectChoice } from './subject-choice.tsx'
import type { Filter } from './use-filter.ts'

/** Controls of column and sheet. Inside a form they work without JavaScript. */
export function FilterFields({ options, ...filter }: Filter & { options: FilterOptions }) {
  const { draft, change, revision } = filter
  return (
    <>
      <ClassField draft={draft} change={change} grades={options.grades} />
      <ChoiceGroup legend={m.list_subjects()}>
        <SubjectChoice draft={draft} change={change} subjects={options.subjects} />
      </ChoiceGroup>
      <PriceRange
        key={revision}
        label={m.list_price()}
        {...priceFilter}
        from={draft.min}
        to={draft.max}
        onCommit={(min, max) => (min !== draft.min || max !== draft.max) && change({ min, max }, true)}
      />
      <PlaceFields draft={draft} change={change} options={options} />
      <AreaField draft={draft} change={change} options={options} />
      <ChoiceGroup legend={m.list_where()}>
        {options.modes.map(({ value, label }) => (
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
      <MoreFilters draft={draft} change={change} options={options} />
    </>
  )
}

type ClassProps = Omit<Filter, 'revision'> & { grades: readonly Option[]; typed?: boolean }

export function ClassField({ draft, change, grades, typed = false }: ClassProps) {
  return (
    <SelectField
      label={m.list_class()}
      name="class"
      options={grades}
      empty={m.list_any_class()}
      typed={typed}
      value={draft.class}
      onChange={(event) => change({ class: event.currentTarget.value })}
    />
  )
}
