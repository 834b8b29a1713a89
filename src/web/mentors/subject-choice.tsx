import { useState } from 'react'
import { m } from '#messages'
import { Checkbox } from '../ui/choice.tsx'
import { toggled } from './filter-address.ts'
import type { FilterOptions } from './filter-options.server.ts'
import type { Filter } from './use-filter.ts'

type Props = Omit<Filter, 'revision'> & { subjects: FilterOptions['subjects'] }

const subjectsAtOnce = 5

/** Checkboxes for the subjects of a class; the first few are always visible. */
export function SubjectChoice({ draft, change, subjects }: Props) {
  const rest = subjects.slice(subjectsAtOnce)
  // Initial state only: clearing the last checkbox must not close the list.
  const [open] = useState(rest.some(({ value }) => draft.subject.includes(value)))
  const boxOf = ({ value, label, count }: Props['subjects'][number]) => (
    <Checkbox
      key={value}
      label={label}
      {...(count !== undefined && { count })}
      name="subject"
      value={value}
      checked={draft.subject.includes(value)}
      onChange={() => change({ subject: toggled(draft.subject, value) })}
    />
  )
  return (
    <>
      {subjects.slice(0, subjectsAtOnce).map(boxOf)}
      {rest.length > 0 && (
        <details className="more-subjects" open={open}>
          <summary>{m.list_more_subjects({ count: rest.length })}</summary>
          {rest.map(boxOf)}
        </details>
      )}
    </>
  )
}
