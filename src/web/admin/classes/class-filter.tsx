import { plans } from '#contract/classes/plans.ts'
import { classModes, subjectIn, subjects } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { planTitle } from '../../plan-name.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ListFilter } from '../kit/data-table.tsx'
import type { ListState } from '../kit/list-address.ts'
import { modeWord, statusName } from '../kit/session-labels.ts'

type Status = Parameters<typeof statusName>[0]

/** Filter form of the lists of classes and bookings. */
export function ClassFilter({ state, statuses }: { state: ListState; statuses: readonly Status[] }) {
  const { query } = state
  const select = (name: string, label: string, options: { value: string; label: string }[]) => (
    <SelectField
      label={label}
      name={name}
      defaultValue={query[name] ?? ''}
      options={[{ value: '', label: m.admin_list_all() }, ...options]}
    />
  )
  return (
    <ListFilter state={state}>
      <TextField label={m.admin_class_q()} name="q" type="search" maxLength={80} defaultValue={query.q} />
      {select(
        'status',
        m.admin_col_status(),
        statuses.map((value) => ({ value, label: statusName(value) })),
      )}
      <TextField label={m.admin_list_from()} name="from" type="date" defaultValue={query.from} />
      <TextField label={m.admin_list_to()} name="to" type="date" defaultValue={query.to} />
      <TextField label={m.admin_class_city()} name="city" maxLength={80} defaultValue={query.city} />
      {select(
        'mode',
        m.admin_class_mode(),
        classModes.map((value) => ({ value, label: modeWord(value) })),
      )}
      {select(
        'subject',
        m.admin_class_subject(),
        Object.keys(subjects).map((value) => ({ value, label: subjectIn(value, currentLocale()) })),
      )}
      {select(
        'plan',
        m.admin_class_plan(),
        plans.map((value) => ({ value, label: planTitle(value) })),
      )}
    </ListFilter>
  )
}
