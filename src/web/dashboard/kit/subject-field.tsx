import { m } from '#messages'
import { SelectField } from '../../ui/field.tsx'
import type { ShownBooking } from './classes.ts'
import type { fieldsOf } from './form-fields.ts'

export type SubjectOption = { value: string; label: string /** As bookings name it. */; name: string }
type Props = { booking: ShownBooking; subjects: readonly SubjectOption[]; field: ReturnType<typeof fieldsOf> }

/** Subject of a booking; editable until the first lesson. */
export function SubjectField({ booking, subjects, field }: Props) {
  if (booking.subjectChoices.length === 0) return null
  return (
    <SelectField
      label={m.dash_subject()}
      options={subjects.filter(({ name }) => booking.subjectChoices.includes(name))}
      {...field('subject', subjects.find(({ name }) => name === booking.subject)?.value ?? '')}
    />
  )
}
