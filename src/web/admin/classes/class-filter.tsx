import { plans } from '#contract/classes/plans.ts'
import { classModes, subjectIn, subjects } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { planTitle } from '../../plan-name.ts'
import type { ListState } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { modeWord, statusName } from '../kit/session-labels.ts'

type Status = Parameters<typeof statusName>[0]

/** Filters of the lists of classes and bookings. */
export function ClassFilter({ state, statuses }: { state: ListState; statuses: readonly Status[] }) {
  return (
    <ListFilter
      state={state}
      fields={[
        { name: 'q', label: m.admin_class_q(), type: 'search' },
        {
          name: 'status',
          label: m.admin_col_status(),
          options: statuses.map((value) => ({ value, label: statusName(value) })),
        },
        { name: 'from', label: m.admin_list_from(), type: 'date' },
        { name: 'to', label: m.admin_list_to(), type: 'date' },
        { name: 'city', label: m.admin_class_city() },
        {
          name: 'mode',
          label: m.admin_class_mode(),
          options: classModes.map((value) => ({ value, label: modeWord(value) })),
        },
        {
          name: 'subject',
          label: m.admin_class_subject(),
          options: Object.keys(subjects).map((value) => ({ value, label: subjectIn(value, currentLocale()) })),
        },
        {
          name: 'plan',
          label: m.admin_class_plan(),
          options: plans.map((value) => ({ value, label: planTitle(value) })),
        },
      ]}
    />
  )
}
