import type { ReactNode } from 'react'
import type { BookingClass } from '#contract/classes/admin-bookings.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { FieldError, SelectField, TextField } from '../../ui/field.tsx'
import { Disclosure } from '../kit/admin-part.tsx'
import { fullTime } from '../kit/full-time.ts'
import { type Fields, PageForm } from '../kit/page-form.tsx'

type Kind = BookingClass['can'][number]
type ClassAction = { kind: Kind; title: string; text?: string; button: string; fields?: (form: Fields) => ReactNode }

const actions = (): ClassAction[] => [
  {
    kind: 'move',
    title: m.admin_booking_move(),
    button: m.admin_booking_move_do(),
    fields: ({ field }) => (
      <>
        <TextField {...field('date', '')} label={m.admin_booking_move_date()} type="date" required />
        <TextField {...field('time', '')} label={m.admin_booking_move_time()} type="time" required />
        <AnyHour {...field('atAnyHour', '')} />
      </>
    ),
  },
  {
    kind: 'skip',
    title: m.admin_booking_skip(),
    button: m.admin_booking_skip_do(),
    text: m.admin_booking_skip_text(),
    fields: ({ field }) => (
      <SelectField
        {...field('cause', 'family')}
        label={m.admin_booking_skip_cause()}
        options={[
          { value: 'family', label: m.admin_booking_skip_family() },
          { value: 'mentor', label: m.admin_booking_skip_mentor() },
          { value: 'holiday', label: m.admin_booking_skip_holiday() },
        ]}
      />
    ),
  },
  {
    kind: 'mark',
    title: m.admin_booking_mark(),
    button: m.admin_booking_mark_do(),
    text: m.admin_booking_mark_text(),
    fields: ({ field }) => (
      <>
        <TextField {...field('timeIn', '')} label={m.admin_booking_mark_in()} type="time" required />
        <TextField {...field('timeOut', '')} label={m.admin_booking_mark_out()} type="time" required />
        <TextField {...field('topic', '')} label={m.admin_booking_mark_topic()} maxLength={200} required />
      </>
    ),
  },
  {
    kind: 'unmark',
    title: m.admin_booking_unmark(),
    button: m.admin_booking_unmark_do(),
    text: m.admin_booking_unmark_text(),
  },
]

/** Shown after a refused attempt: times outside the mentor's hours need a confirmation. */
function AnyHour({ name, defaultValue, error }: ReturnType<Fields['field']>) {
  if (!error && !defaultValue) return null
  return (
    <div>
      <FieldError id="any-hour" error={error} />
      <Checkbox
        name={name}
        defaultChecked={Boolean(defaultValue)}
        label={m.admin_booking_move_any_hour()}
        aria-describedby="any-hour"
      />
    </div>
  )
}

/** Admin actions on a booking's lessons. */
export function ClassActions({ classes }: { classes: readonly BookingClass[] }) {
  if (classes.length === 0) return <p className="text-muted">{m.admin_booking_no_class()}</p>
  const possible = actions().filter(({ kind }) => classes.some(({ can }) => can.includes(kind)))
  if (possible.length === 0) return <p className="text-muted">{m.admin_booking_actions_none()}</p>
  return (
    <div className="divide-y divide-line">
      {possible.map((act) => (
        <Disclosure key={act.kind} title={act.title}>
          {act.text && <p className="mb-3 text-small text-muted">{act.text}</p>}
          <ActForm act={act} classes={classes.filter(({ can }) => can.includes(act.kind))} />
        </Disclosure>
      ))}
    </div>
  )
}

function ActForm({ act, classes }: { act: ClassAction; classes: readonly BookingClass[] }) {
  return (
    <PageForm intent={act.kind} resetKey={classes.map(({ _id, startsAt }) => _id + startsAt).join()}>
      {(form) => (
        <>
          <SelectField
            {...form.field('class', classes[0]?._id ?? '')}
            label={m.admin_booking_class()}
            options={classes.map(({ _id, startsAt }) => ({ value: _id, label: fullTime(startsAt) }))}
          />
          {act.fields?.(form)}
          <TextField {...form.field('reason', '')} label={m.admin_booking_reason()} maxLength={400} required />
          <Button type="submit" loading={form.busy} className="justify-self-start">
            {act.button}
          </Button>
        </>
      )}
    </PageForm>
  )
}
