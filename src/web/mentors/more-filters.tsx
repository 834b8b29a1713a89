import { useState } from 'react'
import { m } from '#messages'
import { Checkbox, ChoiceGroup } from '../ui/choice.tsx'
import { type Option, SelectField } from '../ui/field.tsx'
import { toggled } from './filter-address.ts'
import type { FilterOptions } from './filter-options.server.ts'
import type { Filter } from './use-filter.ts'

type Props = Omit<Filter, 'revision'> & { options: FilterOptions }

/** Less used filters; collapsed while none is selected. */
export function MoreFilters({ draft, change, options }: Props) {
  const { board, gender, days, language, rating } = draft
  const [open] = useState(days.length > 0 || [board, gender, language, rating].some(Boolean))
  const selectOf = (
    name: 'board' | 'gender' | 'language' | 'rating',
    label: string,
    empty: string,
    rows: readonly Option[],
  ) => (
    <SelectField
      label={label}
      name={name}
      options={rows}
      empty={empty}
      value={draft[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <details className="more-filters" open={open}>
      <summary>{m.list_more_filters()}</summary>
      <div className="filter-fields">
        {selectOf('board', m.list_board(), m.list_any_board(), options.boards)}
        {selectOf('gender', m.list_gender(), m.list_any_gender(), options.genders)}
        <ChoiceGroup legend={m.list_days()}>
          <div className="day-choices">
            {options.days.map(({ value, label }) => (
              <Checkbox
                key={value}
                label={label}
                name="days"
                value={value}
                checked={days.includes(value)}
                onChange={() => change({ days: toggled(days, value) })}
              />
            ))}
          </div>
        </ChoiceGroup>
        {selectOf('language', m.list_language(), m.list_any_language(), options.languages)}
        {selectOf('rating', m.list_rating(), m.list_any_rating(), options.ratings)}
      </div>
    </details>
  )
}
