import { m } from '#messages'
import { TextField } from '../ui/field.tsx'
import type { ShownBooking } from './classes.ts'
import type { fieldsOf } from './form-fields.ts'

/** Who is taught: name, class and school, as a booking keeps them. */
export function StudentFields({ booking, field }: { booking: ShownBooking; field: ReturnType<typeof fieldsOf> }) {
  return (
    <>
      <TextField
        label={m.dash_student_name()}
        maxLength={80}
        autoComplete="off"
        {...field('studentName', booking.studentName ?? booking.learner.name ?? '')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={m.dash_class()}
          maxLength={40}
          autoComplete="off"
          {...field('class', booking.className ?? '')}
        />
        <TextField
          label={m.dash_school()}
          maxLength={120}
          autoComplete="off"
          {...field('school', booking.school ?? '')}
        />
      </div>
    </>
  )
}
