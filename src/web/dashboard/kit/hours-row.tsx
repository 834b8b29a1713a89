import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { fieldsOf } from './form-fields.ts'

type Props = {
  /** Suffix of the field names. */
  name: string
  /** Day label for screen readers. */
  of: string
  field: ReturnType<typeof fieldsOf>
  from?: string
  to?: string
  /** Shows a remove button; a row without one adds hours. */
  canRemove?: boolean
}

/** One interval of a day: from, to. */
export function HoursRow({ name, of, field, from = '', to = '', canRemove = false }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_48px] items-start gap-2 [&_.control]:min-w-0 [&_.control]:px-2 [&_.field]:grid-cols-1 [&_::-webkit-calendar-picker-indicator]:m-0 max-sm:[&_::-webkit-calendar-picker-indicator]:hidden">
      <TextField
        hideLabel
        label={m.hours_from({ day: of })}
        type="time"
        {...field(`from-${name}`, from)}
        required={false}
      />
      <span className="min-h-12 content-center text-muted text-small" aria-hidden="true">
        {m.hours_between()}
      </span>
      <TextField hideLabel label={m.hours_to({ day: of })} type="time" {...field(`to-${name}`, to)} required={false} />
      {canRemove && (
        <Button
          type="submit"
          name="remove"
          value={name}
          look="plain"
          square
          aria-label={m.hours_remove({ day: of, from, to })}
          icon={<Icon name="x" size={20} />}
        />
      )}
    </div>
  )
}
