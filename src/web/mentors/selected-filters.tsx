import { priceFilter } from '#contract/mentors/limits.ts'
import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import { PriceRange } from '../ui/price-range.tsx'
import { TypedText } from '../ui/typed-text.tsx'
import { AreaBox } from './area-box.tsx'
import { withoutLocation } from './filter-address.ts'
import { ClassField } from './filter-fields.tsx'
import { PlaceFields } from './place-fields.tsx'
import { maxPrice } from './selected-address.ts'
import type { SelectedData } from './selected-data.server.ts'
import { SubjectChoice } from './subject-choice.tsx'
import type { Filter } from './use-filter.ts'

type Props = { filter: Filter; options: SelectedData['options'] }

/**
 * Filters for class, subjects, place and price; the area once a city is selected. Inside a form they work without
 * JavaScript.
 */
export function SelectedFilters({ filter: { draft, change, revision }, options }: Props) {
  const subjects = options.subjects.filter(({ value }) => draft.subject.includes(value))
  const commit = (min: number, end: number) => {
    const max = end >= maxPrice ? priceFilter.max : end
    if (min !== draft.min || max !== draft.max) change({ min, max }, true)
  }
  return (
    <>
      <ClassField draft={draft} change={change} grades={options.grades} typed />
      <div className="field selected-subjects">
        <p className="field-label" aria-hidden="true">
          {m.list_subjects()}
        </p>
        <details className="more-filters">
          <summary>
            <span className="relative truncate">
              {subjects.length > 0 ? (
                subjects.map(({ label }) => label).join(', ')
              ) : (
                <>
                  <span className="text-transparent">{m.home_any_subject()}</span>
                  <TypedText text={m.home_any_subject()} />
                </>
              )}
            </span>
            <Icon name="chevron-down" size={20} className="ms-auto flex-none" />
          </summary>
          <fieldset className="choice-group">
            <legend className="sr-only">{m.list_subjects()}</legend>
            <SubjectChoice draft={draft} change={change} subjects={options.subjects} />
          </fieldset>
        </details>
      </div>
      <PriceRange
        key={revision}
        label={m.selected_price()}
        min={priceFilter.min}
        max={maxPrice}
        step={priceFilter.step}
        from={Math.min(draft.min, maxPrice)}
        to={Math.min(draft.max, maxPrice)}
        onCommit={commit}
      />
      <PlaceFields draft={draft} change={change} options={options} typed />
      {draft.city && options.city === draft.city && (
        <AreaBox
          label={m.selected_select_area({ city: options.cityName })}
          help={draft.area && m.selected_area({ area: draft.area })}
          area={draft.area}
          onArea={(area) => change({ ...withoutLocation(draft), area })}
          options={options}
        />
      )}
    </>
  )
}
