import { m } from '#messages'
import { SelectField } from '../../ui/field.tsx'
import type { ListState } from './list-address.ts'

type Props = {
  state: ListState
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

/** A filter of a list: all, or one of these. */
export function FilterSelect({ state, name, label, options }: Props) {
  return (
    <SelectField
      label={label}
      name={name}
      defaultValue={state.query[name] ?? ''}
      options={[{ value: '', label: m.admin_list_all() }, ...options]}
    />
  )
}
