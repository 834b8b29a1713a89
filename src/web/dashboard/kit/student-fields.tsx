import { m } from '#messages'
import { TextField } from '../../ui/field.tsx'
import type { ShownBooking } from './classes.ts'
import type { fieldsOf } from './form-fields.ts'

/** Learner's name, class and school; optional, and read-only once the first lesson has begun. */
export function StudentFields({
  booking,
  field: requiredField,
}: {
  booking: ShownBooking
  field: ReturnType<typeof fieldsOf>
}) {
  if (booking.subjectChoices.length === 0) return null
  const field = (name: string, value: string) => ({ ...requiredField(name, value), required: false })
  return (
    <>
      <TextField
        label={m.apply_optional({ label: m.dash_student_name() })}
        maxLength={80}
        autoComplete="off"
        {...field('studentName', booking.studentName ?? booking.learner.name ?? '')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={m.apply_optional({ label: m.dash_class() })}
          maxLength={40}
          autoComplete="off"
          {...field('class', booking.className ?? '')}
        />
        <TextField
          label={m.apply_optional({ label: m.dash_school() })}
          maxLength={120}
          autoComplete="off"
          {...field('school', booking.school ?? '')}
        />
      </div>
    </>
  )
}
