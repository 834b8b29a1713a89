import type { FormEvent } from 'react'
import { useFetcher } from 'react-router'
import type { Lesson } from '#contract/classes/bookings.ts'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { textOf } from '../../form.ts'
import { durationText } from '../../minutes-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { AdultAtHome } from '../kit/adult-at-home.tsx'
import type { StoredAttendance } from '../kit/attendance-store.ts'
import type { ShownBooking } from '../kit/classes.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import { fieldsOf } from '../kit/form-fields.ts'
import type { FormResult } from '../kit/form-result.ts'
import { NoteFields } from '../kit/note-fields.tsx'
import { StickyAction } from '../kit/sticky-action.tsx'
import { CodeField } from './code-field.tsx'

type Props = {
  booking: ShownBooking
  lesson: Lesson
  now: number
  formKey: string
  /** Attendance of this lesson stored on the device. */
  stored: StoredAttendance | undefined
  onDone: (message: string | undefined, isStored: boolean) => void
}

/** Fills in the duration from the times; the mentor can overwrite it. */
function fillDuration({ target }: FormEvent<HTMLDivElement>) {
  const form = target instanceof HTMLInputElement ? target.form : null
  const value = (name: string) => (form ? textOf(new FormData(form), name) : '')
  const minutes =
    (Date.parse(`1970-01-01T${value('timeOut')}Z`) - Date.parse(`1970-01-01T${value('timeIn')}Z`)) / 60_000
  const duration = form?.elements.namedItem('duration')
  if (minutes > 0 && duration instanceof HTMLInputElement) duration.value = durationText(minutes)
}

/** Marks a lesson as held. */
export function AttendanceForm({ booking, lesson, now, formKey, stored, onDone }: Props) {
  const fetcher = useFetcher<FormResult>()
  const result = useResult(fetcher, 'attend', booking._id)
  const field = fieldsOf(result)
  const previous = stored?.body
  const from = new Date(lesson.startsAt)
  const end = new Date(lesson.endsAt)
  const isEarly = +end > now
  const to = isEarly && +from < now ? new Date(now) : end
  return (
    <DashboardForm
      fetcher={fetcher}
      intent="attend"
      of={booking._id}
      result={result}
      formKey={formKey}
      onDone={() => onDone(result?.message, result?.isStored === true)}
      className="grid gap-4"
    >
      <input type="hidden" name="lesson" value={lesson._id} />
      <input type="hidden" name="endsAt" value={lesson.endsAt} />
      <input type="hidden" name="mentor" value={booking.mentor._id} />
      <input type="hidden" name="student" value={booking.student} />
      <p className="text-muted">
        {[booking.student, booking.className, booking.subjectName].filter(Boolean).join(', ')}
      </p>
      {isEarly && <Notice>{m.attend_early_text({ time: formatTime(lesson.endsAt) })}</Notice>}
      <TextField
        label={m.dash_date()}
        type="date"
        max={dateInIndia(new Date(now))}
        {...field('date', previous?.date ?? dateInIndia(from))}
      />
      <TextField
        label={m.dash_topic()}
        maxLength={200}
        placeholder={m.dash_topic_example()}
        autoComplete="off"
        {...field('topic', previous?.topic ?? '')}
      />
      <div
        onChange={fillDuration}
        className="grid items-start gap-3 min-[340px]:grid-cols-2 [&_.control]:px-2.5 [&_.field]:grid-cols-1"
      >
        <TextField label={m.dash_time_in()} type="time" {...field('timeIn', previous?.timeIn ?? timeInIndia(from))} />
        <TextField label={m.dash_time_out()} type="time" {...field('timeOut', previous?.timeOut ?? timeInIndia(to))} />
      </div>
      <TextField
        label={m.dash_length()}
        maxLength={40}
        autoComplete="off"
        {...field('duration', previous?.duration ?? durationText(Math.max(1, Math.floor((+to - +from) / 60_000))))}
      />
      <CodeField
        defaultValue={result?.values.code ?? previous?.code ?? ''}
        error={result?.fields.code}
        required={isEarly}
      />
      <AdultAtHome booking={booking} given={previous?.adultAtHome} />
      <NoteFields result={result} note={previous?.note ?? ''} homework={previous?.homework ?? ''} />
      <StickyAction>
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {m.dash_mark_attendance()}
        </Button>
      </StickyAction>
    </DashboardForm>
  )
}
